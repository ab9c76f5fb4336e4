import { basename, join } from 'node:path';
import { errnoOf, toWriteError } from './errno.ts';
import { makeFolders } from './make-folders.ts';
import { removeQuietly, replaceFile } from './replace-file.ts';
import { sha256 } from './sha256.ts';
import { sweepTemporaries } from './sweep-temporaries.ts';
import type { FileState, FileSystem } from './types.ts';

const kept = 10;
const firstPrefix = 'first';
const namePattern = /^(first|\d{8}T\d{9}Z)-([0-9a-f]{16})-/;

/**
 * Keeps the content of a file before we change it: the first one for good, and the last 10. Content that
 * is kept already is not kept twice. Returns where it is; undefined: there is no file.
 * @throws RackError `disk-full`, `file-not-writable`
 */
// oxlint-disable-next-line max-params -- the three and the time
export function saveBackup(fs: FileSystem, folder: string, state: FileState, at: Date): string | undefined {
  if (state.bytes === undefined) return undefined;
  const own = folderFor(folder, state.realPath);
  try {
    makeFolders(fs, own, 0o700);
    sweepTemporaries(fs, own, at);
    return save({ fs, folder: own, bytes: state.bytes, file: basename(state.realPath), at });
  } catch (error) {
    throw toWriteError(error, own);
  }
}

/** Takes away the backups of a file that hold what is to be kept nowhere. @throws RackError `file-not-writable` */
// oxlint-disable-next-line max-params -- the three and the question
export function forgetBackups(
  fs: FileSystem,
  folder: string,
  realPath: string,
  isForgotten: (bytes: Uint8Array) => boolean,
): void {
  const own = folderFor(folder, realPath);
  try {
    forgetIn(fs, own, isForgotten);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toWriteError(error, own);
  }
}

/** The same for every file, whether anybody still knows of it or not. @throws RackError `file-not-writable` */
export function forgetAllBackups(fs: FileSystem, folder: string, isForgotten: (bytes: Uint8Array) => boolean): void {
  try {
    for (const own of fs.list(folder)) forgetIn(fs, join(folder, own), isForgotten);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toWriteError(error, folder);
  }
}

function forgetIn(fs: FileSystem, own: string, isForgotten: (bytes: Uint8Array) => boolean): void {
  for (const name of fs.list(own)) {
    const path = join(own, name);
    if (namePattern.test(name) && isForgotten(fs.read(path))) fs.remove(path);
  }
}

interface Job {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly at: Date;
}

/** Readable, so that a person finds the file again, and unique for each path. */
function folderFor(folder: string, realPath: string): string {
  return join(folder, `${basename(realPath).slice(0, 50)}-${sha256(realPath).slice(0, 16)}`);
}

function save({ fs, folder, bytes, file, at }: Job): string {
  const names = fs
    .list(folder)
    .filter((name) => namePattern.test(name))
    .toSorted();
  const hash = sha256(bytes).slice(0, 16);
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '');
  const hasFirst = names.some((name) => name.startsWith(firstPrefix));
  const path = join(folder, `${hasFirst ? stamp : firstPrefix}-${hash}-${file.slice(0, 100)}`);
  const held = names.find((name) => namePattern.exec(name)?.[2] === hash && holds(fs, join(folder, name), bytes));
  if (held !== undefined) return renew(fs, join(folder, held), path);
  replaceFile(fs, path, { bytes, mode: 0o600 });
  prune(fs, folder, [...names, basename(path)]);
  return path;
}

/** What was kept long ago counts as the newest again, or it would be the next to go. */
function renew(fs: FileSystem, held: string, path: string): string {
  if (basename(held).startsWith(firstPrefix)) return held;
  fs.rename(held, path);
  return path;
}

function holds(fs: FileSystem, path: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.compare(fs.read(path), bytes) === 0;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function prune(fs: FileSystem, folder: string, names: readonly string[]): void {
  const dated = names.filter((name) => !name.startsWith(firstPrefix)).toSorted();
  for (const name of dated.slice(0, -kept)) removeQuietly(fs, join(folder, name));
}
