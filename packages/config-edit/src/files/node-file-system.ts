import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { errnoOf } from './errno.ts';
import { retryBusy } from './retry-busy.ts';
import type { FileAttributes, FileStat, FileSystem } from './types.ts';

const isWindows = process.platform === 'win32';

/** The real disk. Synchronous, so that no signal is served between two steps of a write. */
export const nodeFileSystem: FileSystem = {
  read: (path) => readFileSync(path),
  stat: (path) => toFileStat(statSync(path)),
  lstat: (path) => toFileStat(lstatSync(path)),
  readLink: (path) => readlinkSync(path),
  list: (path) => readdirSync(path),
  isWritable,
  create,
  overwrite,
  rename,
  remove: (path) => unlinkSync(path),
  makeFolder: (path, mode) => {
    mkdirSync(path, { mode });
  },
  removeFolder: (path) => rmdirSync(path),
  syncFolder,
};

function toFileStat(stats: Stats): FileStat {
  return {
    kind: kindOf(stats),
    // Windows knows only "read-only"; the bits of group and others are made up there.
    mode: stats.mode & (isWindows ? 0o700 : 0o7777),
    uid: stats.uid,
    gid: stats.gid,
    links: stats.nlink,
    size: stats.size,
    modifiedMs: stats.mtimeMs,
  };
}

function kindOf(stats: Stats): FileStat['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function create(path: string, bytes: Uint8Array, attributes: FileAttributes): void {
  // Closed to others until all is set; without a mode the system applies the umask itself.
  const file = openSync(path, 'wx', attributes.mode === undefined ? 0o666 : 0o600);
  try {
    try {
      writeFileSync(file, bytes);
      setOwner(file, attributes);
      if (attributes.mode !== undefined) setMode(file, attributes.mode);
      if (attributes.isExpendable !== true) sync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    removeHalf(path);
    throw error;
  }
}

function removeHalf(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The failure before this one is the one to report.
  }
}

function overwrite(path: string, bytes: Uint8Array, attributes: { readonly mode?: number | undefined } = {}): void {
  const file = openSync(path, 'r+');
  try {
    // First, so that a key is never in a file that others can read.
    if (attributes.mode !== undefined) setMode(file, attributes.mode);
    writeFileSync(file, bytes);
    ftruncateSync(file, bytes.length);
    sync(file);
  } finally {
    closeSync(file);
  }
}

function setOwner(file: number, { uid, gid }: FileAttributes): void {
  if (isWindows || (uid === undefined && gid === undefined)) return;
  const stats = fstatSync(file);
  const owner = uid ?? stats.uid;
  const group = gid ?? stats.gid;
  if (owner === stats.uid && group === stats.gid) return;
  try {
    fchownSync(file, owner, group);
  } catch (error) {
    ignore(error, 'EPERM', 'ENOTSUP');
    // Only root may give a file away, but a group that one is in can be kept.
    try {
      fchownSync(file, stats.uid, group);
    } catch (second) {
      ignore(second, 'EPERM', 'ENOTSUP');
    }
  }
}

function setMode(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch (error) {
    // FAT and some network disks have no modes; a new file was opened with 0600, the strictest.
    ignore(error, 'EPERM', 'ENOTSUP');
  }
}

function sync(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    // Some network and user-space disks cannot do it.
    ignore(error, 'EINVAL', 'ENOTSUP', 'ENOSYS');
  }
}

function rename(from: string, to: string): void {
  if (isWindows) retryBusy(() => renameSync(from, to));
  else renameSync(from, to);
}

function syncFolder(path: string): void {
  if (isWindows) return;
  const folder = openSync(path, 'r');
  try {
    sync(folder);
  } finally {
    closeSync(folder);
  }
}

function ignore(error: unknown, ...codes: readonly string[]): void {
  if (!codes.includes(errnoOf(error) ?? '')) throw error;
}
