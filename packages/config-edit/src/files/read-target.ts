import { dirname } from 'node:path';
import { RackError } from '@modelrack/errors';
import { errnoOf, toReadError } from './errno.ts';
import { resolveLinks } from './resolve-links.ts';
import type { FileStat, FileState, FileSystem } from './types.ts';

const stores = [
  { folder: '/nix/store/', owner: 'Nix', hint: 'change it in your NixOS or Home Manager configuration' },
  { folder: '/gnu/store/', owner: 'Guix', hint: 'change it in your Guix Home configuration' },
] as const;

/**
 * The file that is to be written. One that is missing is no error: `bytes` is undefined, and its folder
 * need not exist yet.
 * @throws RackError `file-unreadable`, `file-not-writable`
 */
export function readTarget(fs: FileSystem, path: string): FileState {
  const state = peekTarget(fs, path);
  assertWritable(fs, state);
  return state;
}

/**
 * The same for somebody who only wants to look: whether the file could be written does not matter.
 * @throws RackError `file-unreadable`
 */
export function peekTarget(fs: FileSystem, path: string): FileState {
  const { realPath, stat } = resolveLinks(fs, path);
  if (stat === undefined) return missingFile(path, realPath);
  assertRegular(stat, path);
  const bytes = readIfThere(fs, realPath, path);
  if (bytes === undefined) return missingFile(path, realPath);
  const { mode, uid, gid, links } = stat;
  return { path, realPath, bytes, mode, uid, gid, links };
}

/** @throws RackError `file-not-writable` */
export function assertWritable(fs: FileSystem, state: FileState): void {
  const { path, realPath } = state;
  const store = stores.find(({ folder }) => realPath.startsWith(folder));
  if (store !== undefined) {
    throw new RackError('file-not-writable', `this file is managed by ${store.owner}, which keeps it read-only`, {
      path,
      hint: `${store.hint}, or put a file of your own in place of the link`,
    });
  }
  if (state.mode !== undefined && (state.mode & 0o200) === 0) {
    throw new RackError('file-not-writable', 'this file is write-protected', {
      path,
      hint: 'allow its owner to write it, or leave this tool out',
    });
  }
  if (state.bytes !== undefined && !fs.isWritable(realPath)) throw closed(path, 'this file cannot be written by you');
  // A file with several names is written in place, which needs nothing of the folder.
  if (state.links > 1) return;
  const folder = nearestFolder(fs, realPath);
  if (!fs.isWritable(folder)) throw closed(path, `the folder ${folder} cannot be written by you`);
}

function missingFile(path: string, realPath: string): FileState {
  return { path, realPath, bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 };
}

function assertRegular(stat: FileStat, path: string): void {
  if (stat.kind === 'file') return;
  const what = stat.kind === 'folder' ? 'this is a folder' : 'this is a device, a pipe or a socket';
  throw new RackError('file-unreadable', `${what}, not a file`, { path });
}

function readIfThere(fs: FileSystem, realPath: string, path: string): Uint8Array | undefined {
  try {
    return fs.read(realPath);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw toReadError(error, path);
  }
}

function closed(path: string, message: string): RackError {
  return new RackError('file-not-writable', message, {
    path,
    hint: 'check the owner and the permissions of the file and of its folder, and that its disk is not mounted read-only',
  });
}

function nearestFolder(fs: FileSystem, path: string): string {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folder === dirname(folder) || exists(fs, folder)) return folder;
  }
}

function exists(fs: FileSystem, path: string): boolean {
  try {
    fs.stat(path);
    return true;
  } catch {
    return false;
  }
}
