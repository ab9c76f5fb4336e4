import { pathsOf } from './folders.ts';
import { exists } from './resolve-place.ts';
import type { Machine } from './types.ts';

/** Whether the file would be seen by git: some folder above it holds `.git`. */
export function isInGitWorkTree(machine: Machine, file: string): boolean {
  const path = pathsOf(machine);
  let folder = path.dirname(file);
  for (;;) {
    if (exists(machine, path.join(folder, '.git'))) return true;
    const parent = path.dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
}
