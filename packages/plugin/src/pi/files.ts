import { isOffered } from '@modelrack/picker';
import { knownModels, type ListedModel } from '../known-models.ts';
import { extensionName, moduleName } from './places.ts';

export interface PiExtension {
  /** The connection's name. */
  readonly gateway: string;
  readonly models: readonly ListedModel[];
  /** Ours as a whole; absolute. */
  readonly folder: string;
  /** pi's own folder. */
  readonly toolFolder: string;
  /** Our command, to be followed by arguments. */
  readonly command: readonly string[];
  /** The bundled extension; undefined: there is none. */
  readonly module: string | undefined;
  join(...parts: readonly string[]): string;
  /** A file of the user's has this place. */
  isTheirs(path: string): boolean;
}

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
