import type { FileSpec, Place } from '@modelrack/tool-kit';
import { pathsOf, windowsFolder, xdgFolder } from './folders.ts';
import type { Machine } from './types.ts';

/** The path of a place; undefined: its variable is not set, or it is one of other systems. */
export function resolvePlace(machine: Machine, place: Place): string | undefined {
  if (place.on?.includes(machine.platform) === false) return undefined;
  const path = pathsOf(machine);
  if ('home' in place) return path.join(machine.home, place.home);
  if ('xdgConfig' in place) {
    return path.join(xdgFolder(machine, 'XDG_CONFIG_HOME', '.config'), place.xdgConfig);
  }
  if ('xdgData' in place) {
    return path.join(xdgFolder(machine, 'XDG_DATA_HOME', '.local/share'), place.xdgData);
  }
  if ('config' in place) return path.join(systemConfig(machine), place.config);
  if ('project' in place) return path.join(machine.cwd, place.project);
  const folder = machine.variables[place.env];
  if (folder === undefined || folder === '') return undefined;
  return path.resolve(machine.cwd, folder, place.path ?? '');
}

function systemConfig(machine: Machine): string {
  if (machine.platform === 'win32') return windowsFolder(machine, 'APPDATA');
  if (machine.platform === 'darwin') return `${machine.home}/Library/Application Support`;
  return xdgFolder(machine, 'XDG_CONFIG_HOME', '.config');
}

/**
 * Which of the places is the file: those of a set variable beat the others; the first that exists, else
 * the last. `others` are the remaining ones that exist, in which an older block of ours may stand.
 */
export function choosePlace(
  machine: Machine,
  spec: Pick<FileSpec, 'places' | 'merged'>,
  connection: string,
): { path: string; others: readonly string[] } {
  const named = spec.places.filter((place) => 'env' in place);
  const byVariable = resolveAll(machine, named, connection);
  const plain = spec.places.filter((place) => !('env' in place));
  const candidates = byVariable.length > 0 ? byVariable : resolveAll(machine, plain, connection);
  const path = candidates.find((candidate) => exists(machine, candidate)) ?? candidates.at(-1);
  if (path === undefined) throw new Error('a file of a tool has no place');
  const rest = [...candidates, ...resolveAll(machine, spec.merged ?? [], connection)];
  return { path, others: rest.filter((other) => other !== path && exists(machine, other)) };
}

/** The file of a tool that people know, which `--config-file` and `--project` are about. */
export function mainFileOf<File extends { readonly id: string }>(files: readonly File[]): File | undefined {
  return files.find(({ id }) => id === 'main') ?? files.at(-1);
}

/** The file's name holds that of the connection, so all of it is ours. */
export function isNamedByConnection({ places }: Pick<FileSpec, 'places'>): boolean {
  return places.some((place) =>
    Object.values(place).some((part) => typeof part === 'string' && part.includes('{connection}')),
  );
}

function resolveAll(machine: Machine, places: readonly Place[], connection: string): string[] {
  return places.flatMap((place) => {
    const path = resolvePlace(machine, place);
    return path === undefined ? [] : [path.replaceAll('{connection}', connection)];
  });
}

export function exists(machine: Pick<Machine, 'fs'>, path: string): boolean {
  try {
    machine.fs.lstat(path);
    return true;
  } catch {
    return false;
  }
}
