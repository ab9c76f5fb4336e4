import { listFile } from '@modelrack/plugin';
import type { CompanionFiles, CompanionRequest } from '@modelrack/tool-kit';
import { extensionName, moduleName } from './places.ts';

/** A file among the user's extensions that only loads ours: what pi has to translate at every start is short. */
export function extensionFiles(asked: CompanionRequest): CompanionFiles {
  const { gateway, companion, toolFolder, script, join, pickedFolder } = asked;
  const { folder, command } = companion;
  const extensions = join(toolFolder, 'extensions');
  const name = extensionName(gateway);
  const isTaken = asked.isTheirs(join(extensions, name));
  const isLoaded = script !== undefined && !isTaken;
  const about = { gateway, plugins: join(folder, '..'), extensions, picked: pickedFolder, command };
  return {
    own: { 'models.json': listFile(gateway, asked.models), ...(isLoaded ? { [moduleName]: script } : {}) },
    beside: { folder: extensions, files: isLoaded ? { [name]: loader(join(folder, moduleName), about) } : {} },
    leftovers: [],
    ...(isTaken ? { taken: join(extensions, name) } : {}),
  };
}

/** It ends with the start of a comment, in which the mark is going to stand. */
function loader(path: string, about: object): string {
  return `// Finds a model of your gateway by /m- and a few letters. Made by the command "modelrack setup pi".
import * as disk from ${JSON.stringify('node:fs')};

const about = ${JSON.stringify(about, undefined, 2)};

export default async function modelrack(pi) {
  try {
    const { register } = await import(${JSON.stringify(path)});
    register(pi, { ...about, disk });
  } catch {
    // pi goes on as it would without it.
  }
}
// `;
}
