import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { EngineOutcome, EngineRequest } from '@modelrack/tool-kit/testing';
import { rowsNamed } from '../corpus/axes.ts';
import { homeEngine, state } from '../memory-engine.ts';

/** Text by path below the home folder. */
export type Texts = ReadonlyMap<string, string>;

export const gateways = ['modelrack', 'second'] as const;
export type GatewayName = (typeof gateways)[number];

/** A home folder in memory, and the commands that run in it. */
export interface Home {
  readonly tool: ToolDefinition;
  readonly fs: MemoryFileSystem;
  readonly path: string;
  readonly keyFrom: 'env' | 'file';
  readonly place: Place;
}
/** Where set-ups write: the tool's own file, that of the project, or one that `--config-file` names, by its name. */
export type Place = 'usual' | 'project' | { readonly file: string };

export function makeHome(
  tool: ToolDefinition,
  texts: Texts,
  { keyFrom, place = 'usual' }: { keyFrom: Home['keyFrom']; place?: Place },
): Home {
  const path = `${state}/jo`;
  const files = [...texts].map(([name, content]) => [`${path}/${name}`, content] as const);
  const fs = memoryFileSystem({ ...Object.fromEntries(files), [path]: { folderMode: 0o755 } });
  return { tool, fs, path, keyFrom, place };
}

export interface Asked {
  readonly command: EngineRequest['command'];
  readonly gateway: GatewayName;
  readonly ids: readonly string[];
  readonly key: string;
  readonly default?: string | undefined;
  readonly mcp?: boolean | undefined;
}

export function runIn(home: Home, asked: Asked): Promise<EngineOutcome> {
  const { path, place } = home;
  // Later runs know it from the first.
  const isSetUp = asked.command === 'setup';
  return homeEngine.run({
    tool: home.tool,
    command: asked.command,
    isPreview: false,
    fs: home.fs,
    home: home.path,
    cwd: `${home.path}/project`,
    gateway: { name: asked.gateway, apiRoot: `https://${asked.gateway}.example.test/v1` },
    // Each gateway has one of its own.
    key: { from: home.keyFrom, value: `${asked.key}-${asked.gateway}` },
    list: rowsNamed(asked.ids),
    flags: {
      default: asked.default,
      mcp: asked.mcp,
      takeOver: isSetUp,
      project: isSetUp && place === 'project',
      configFile: isSetUp && typeof place === 'object' ? `${path}/${place.file}` : undefined,
    },
  });
}

const own = ['.config/modelrack', '.local/state/modelrack', '.local/share/modelrack', '.cache/modelrack'];

/** All that is not in a folder of ours. */
export function textsOf({ fs, path }: Home): Texts {
  const names = Object.keys(fs.tree()).flatMap((file) =>
    file.startsWith(`${path}/`) && fs.stat(file).kind === 'file' ? [file.slice(path.length + 1)] : [],
  );
  const foreign = names.filter((name) => !own.some((folder) => name.startsWith(`${folder}/`)));
  return new Map(foreign.toSorted().map((name) => [name, fs.text(`${path}/${name}`) ?? '']));
}

export function writeIn({ fs, path }: Home, name: string, content: string): void {
  fs.put(`${path}/${name}`, content);
}

/** As a backup has it; with `instead` nothing is left of the first one. */
export function copyOf(home: Home, path: string, instead = false): Home {
  const { fs } = home;
  for (const file of Object.keys(fs.tree())) {
    if (!file.startsWith(`${home.path}/`) || fs.stat(file).kind !== 'file') continue;
    fs.put(path + file.slice(home.path.length), { content: fs.read(file), mode: fs.stat(file).mode });
    if (instead) fs.remove(file);
  }
  return { ...home, path };
}

/** The same on a disk of its own. */
export function forkOf(home: Home): Home {
  const fs = memoryFileSystem({ [home.path]: { folderMode: 0o755 } });
  for (const file of Object.keys(home.fs.tree())) {
    if (home.fs.stat(file).kind !== 'file') continue;
    fs.put(file, { content: home.fs.read(file), mode: home.fs.stat(file).mode });
  }
  return { ...home, fs };
}

function stateFiles({ fs, path }: Home, folder: 'ledger' | 'backups'): string[] {
  const below = `${path}/.local/state/modelrack/${folder}/`;
  return Object.keys(fs.tree()).filter((file) => file.startsWith(below) && fs.stat(file).kind === 'file');
}

export function recordsOf(home: Home): Record<string, unknown>[] {
  // Our own ledger, as this very run wrote it.
  return stateFiles(home, 'ledger').map((file) => JSON.parse(home.fs.text(file) ?? '{}') as Record<string, unknown>);
}

export function loseState(home: Home): void {
  for (const folder of ['ledger', 'backups'] as const)
    for (const file of stateFiles(home, folder)) home.fs.remove(file);
}

export function loseConfig({ fs, path }: Home): void {
  for (const file of Object.keys(fs.tree())) {
    if (file.startsWith(`${path}/.config/modelrack/`) && fs.stat(file).kind === 'file') fs.remove(file);
  }
}
