import { pathsOf } from './folders.ts';
import type { Machine } from './types.ts';

// What is kept of a path in a file that goes along with a home folder, when that is copied, renamed or synced: those in
// it begin with `~/`, with slashes.

export function fromHome(machine: Machine, place: string): string {
  return place.startsWith('~/') ? pathsOf(machine).join(machine.home, ...place.slice(2).split('/')) : place;
}

export function toHome(machine: Machine, path: string): string {
  const { sep } = pathsOf(machine);
  const home = machine.home + sep;
  return path.startsWith(home) ? `~/${path.slice(home.length).split(sep).join('/')}` : path;
}

export function isWithin(machine: Machine, folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(pathsOf(machine).sep) ? folder : folder + pathsOf(machine).sep);
}
