import { join } from 'node:path';
import { removeQuietly, temporaryPattern } from './replace-file.ts';
import type { FileSystem } from './types.ts';

const hour = 3_600_000;

/** Deletes what killed runs left in a folder more than an hour ago. Never fails. */
export function sweepTemporaries(fs: FileSystem, folder: string, now: Date): void {
  for (const name of namesIn(fs, folder)) {
    if (!temporaryPattern.test(name)) continue;
    const path = join(folder, name);
    if (isOldFile(fs, path, now)) removeQuietly(fs, path);
  }
}

function namesIn(fs: FileSystem, folder: string): readonly string[] {
  try {
    return fs.list(folder);
  } catch {
    return [];
  }
}

function isOldFile(fs: FileSystem, path: string, now: Date): boolean {
  try {
    const stat = fs.lstat(path);
    return stat.kind === 'file' && now.getTime() - stat.modifiedMs > hour;
  } catch {
    return false;
  }
}
