import { isOffered } from '@modelrack/picker';
import type { AskedWithCode } from '../asked.ts';
import { knownModels } from '../known-models.ts';
import { extensionName, moduleName } from './places.ts';

export type PiExtension = AskedWithCode;

/**
 * A file among the user's extensions that only loads ours: what pi has to translate at every start is short.
 */
export function piFiles({ gateway, models, folder, toolFolder, command, module, join, isTheirs }: PiExtension) {
  const extensions = join(toolFolder, 'extensions');
  const name = extensionName(gateway);
  const isTaken = isTheirs(join(extensions, name));
  const isLoaded = module !== undefined && !isTaken;
  const offered = models.filter(({ id }) => isOffered(id));
  const list = `${JSON.stringify(knownModels(gateway, offered, new Map()), undefined, 2)}\n`;
  const about = { gateway, plugins: join(folder, '..'), extensions, command };
  return {
    own: { 'models.json': list, ...(isLoaded ? { [moduleName]: module } : {}) },
    beside: { folder: extensions, files: isLoaded ? { [name]: loader(join(folder, moduleName), about) } : {} },
    leftovers: [],
    ...(isTaken ? { taken: join(extensions, name) } : {}),
  };
}

/** It ends with the start of a comment, in which the mark is going to stand. */
function loader(path: string, about: object): string {
  return `// Finds a model of your gateway by /m- and a few letters. Made by the command "modelrack setup pi".
import * as disk from "node:fs";

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
