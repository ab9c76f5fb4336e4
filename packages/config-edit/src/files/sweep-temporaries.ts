import { join } from 'node:path';
import { errnoOf } from './errno.ts';
import { namesIn } from './names-in.ts';
import { removeQuietly, temporaryPattern } from './replace-file.ts';
import type { FileSystem } from './types.ts';

const hour = 3_600_000;

/** Deletes what killed runs left in a folder: where their process is gone, or more than an hour ago. Never fails. */
export function sweepTemporaries(fs: FileSystem, folder: string, now: Date): void {
  for (const name of namesIn(fs, folder)) {
    const pid = temporaryPattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    if (isFile(fs, path) && (isGone(Number(pid)) || isOld(fs, path, now))) removeQuietly(fs, path);
  }
}

/** One on another machine counts as well: all who write here hold one lock, and only what is left by them is seen. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
  }
}

function isFile(fs: FileSystem, path: string): boolean {
  try {
    return fs.lstat(path).kind === 'file';
  } catch {
    return false;
  }
}

function isOld(fs: FileSystem, path: string, now: Date): boolean {
  try {
    return now.getTime() - fs.lstat(path).modifiedMs > hour;
  } catch {
    return false;
  }
}
