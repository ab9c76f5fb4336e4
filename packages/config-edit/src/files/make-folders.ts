import { dirname } from 'node:path';
import { errnoOf, toWriteError } from './errno.ts';
import type { FileSystem } from './types.ts';

/**
 * Makes what is missing of a folder and returns it, outermost first. If that fails half-way, what was
 * made is taken away again.
 * @throws RackError `file-not-writable`, `disk-full`
 */
export function makeFolders(fs: FileSystem, folder: string, mode: number): readonly string[] {
  const made: string[] = [];
  try {
    make(fs, folder, { mode, made });
    return made;
  } catch (error) {
    removeEmptyFolders(fs, made);
    throw toWriteError(error, folder);
  }
}

function make(fs: FileSystem, folder: string, job: { readonly mode: number; readonly made: string[] }): void {
  if (isFolder(fs, folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) make(fs, parent, job);
  try {
    fs.makeFolder(folder, job.mode);
    job.made.push(folder);
  } catch (error) {
    // Somebody else made it just now.
    if (errnoOf(error) !== 'EEXIST' || !isFolder(fs, folder)) throw error;
  }
}

/** Takes folders away, innermost first, as far as they are empty. */
export function removeEmptyFolders(fs: FileSystem, folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      fs.removeFolder(folder);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') return;
    }
  }
}

function isFolder(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(path).kind === 'folder';
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
