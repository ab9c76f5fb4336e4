import { locate, namesIn, parentOf, systemError } from './memory-tree.ts';
import type { MemoryInode, MemoryTree } from './memory-tree.ts';
import type { FileAttributes, FileStat, FileSystem } from '../files/types.ts';

/** Content, or a link, or an empty folder. */
export type MemoryFile =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: number }
  | { readonly link: string }
  | { readonly folderMode: number };

export interface MemoryFileSystem extends FileSystem {
  /** Makes or replaces, with the folders above it. What stands there keeps its hard links, owner and mode. */
  put(path: string, file: MemoryFile): void;
  /** Of the file behind all links; undefined: there is none. */
  text(path: string): string | undefined;
  /** Gives a file a second name. */
  hardLink(from: string, to: string): void;
  /** Every file, link (`-> target`) and empty folder (`/`), by path: for comparing before and after. */
  tree(): Readonly<Record<string, string>>;
}

/**
 * A disk in memory, with paths of the POSIX kind: links, hard links, modes (a folder or file without the
 * owner's bits is closed, also to root) and a umask, by default 022. Without `now`, time goes on by a second for
 * every change.
 */
export function memoryFileSystem(
  files: Readonly<Record<string, MemoryFile>> = {},
  { now = ticking(), umask = 0o022 }: { readonly now?: () => number; readonly umask?: number } = {},
): MemoryFileSystem {
  const tree: MemoryTree = new Map();
  const disk: Disk = { tree, now, umask };
  for (const [path, file] of Object.entries(files)) put(disk, path, file);
  return {
    ...reading(disk),
    ...writing(disk),
    put: (path, file) => put(disk, path, file),
    text: (path) => {
      const node = tree.get(locate(tree, path, true));
      return node?.kind === 'file' ? Buffer.from(node.inode.bytes).toString('utf8') : undefined;
    },
    hardLink: (from, to) => {
      const inode = fileAt(tree, from);
      inode.links += 1;
      tree.set(locate(tree, to, true), { kind: 'file', inode });
    },
    tree: () => describe(tree),
  };
}

interface Disk {
  readonly tree: MemoryTree;
  readonly now: () => number;
  readonly umask: number;
}

function ticking(): () => number {
  let time = 1_700_000_000_000;
  return () => {
    time += 1000;
    return time;
  };
}

type Reading = Pick<FileSystem, 'read' | 'stat' | 'lstat' | 'readLink' | 'list' | 'isWritable'>;

function reading({ tree }: Disk): Reading {
  return {
    read: (path) => {
      const inode = fileAt(tree, path);
      if ((inode.mode & 0o400) === 0) throw systemError('EACCES', path);
      return inode.bytes.slice();
    },
    stat: (path) => statAt(tree, path, locate(tree, path, true)),
    lstat: (path) => statAt(tree, path, locate(tree, path, false)),
    readLink: (path) => {
      const node = tree.get(locate(tree, path, false));
      if (node?.kind !== 'link') throw systemError(node === undefined ? 'ENOENT' : 'EINVAL', path);
      return node.target;
    },
    list: (path) => {
      const at = locate(tree, path, true);
      if (tree.get(at)?.kind !== 'folder') throw systemError(tree.has(at) ? 'ENOTDIR' : 'ENOENT', path);
      return namesIn(tree, at);
    },
    isWritable: (path) => {
      const node = tree.get(locate(tree, path, true));
      if (node === undefined || node.kind === 'link') return false;
      return ((node.kind === 'file' ? node.inode.mode : node.mode) & 0o200) !== 0;
    },
  };
}

type Writing = Omit<FileSystem, keyof Reading>;

function writing(disk: Disk): Writing {
  const { tree, now, umask } = disk;
  return {
    create: (path, bytes, attributes) => {
      const at = vacant(tree, path);
      tree.set(at, { kind: 'file', inode: newInode(disk, bytes, attributes) });
    },
    overwrite: (path, bytes, { mode } = {}) => {
      const inode = fileAt(tree, path);
      if ((inode.mode & 0o200) === 0) throw systemError('EACCES', path);
      inode.bytes = bytes.slice();
      inode.mode = mode ?? inode.mode;
      inode.modifiedMs = now();
    },
    rename: (from, to) => rename(tree, from, to),
    remove: (path) => {
      const at = inOpenFolder(tree, path);
      const node = tree.get(at);
      if (node === undefined || node.kind === 'folder') throw systemError(node ? 'EISDIR' : 'ENOENT', path);
      if (node.kind === 'file') node.inode.links -= 1;
      tree.delete(at);
    },
    makeFolder: (path, mode) => {
      tree.set(vacant(tree, path), { kind: 'folder', mode: mode & ~umask });
    },
    removeFolder: (path) => {
      const at = inOpenFolder(tree, path);
      if (tree.get(at)?.kind !== 'folder') throw systemError(tree.has(at) ? 'ENOTDIR' : 'ENOENT', path);
      if (namesIn(tree, at).length > 0) throw systemError('ENOTEMPTY', path);
      tree.delete(at);
    },
    syncFolder: (path) => {
      if (tree.get(locate(tree, path, true))?.kind !== 'folder') throw systemError('ENOENT', path);
    },
  };
}

function rename(tree: MemoryTree, from: string, to: string): void {
  const source = inOpenFolder(tree, from);
  const target = inOpenFolder(tree, to);
  const node = tree.get(source);
  const replaced = tree.get(target);
  if (node === undefined) throw systemError('ENOENT', from);
  // Nothing of ours renames folders.
  if (node.kind === 'folder' || replaced?.kind === 'folder') throw systemError('EISDIR', to);
  if (replaced?.kind === 'file') replaced.inode.links -= 1;
  tree.delete(source);
  tree.set(target, node);
}

function put(disk: Disk, path: string, file: MemoryFile): void {
  const { tree, now, umask } = disk;
  const follow = typeof file === 'string' || !('link' in file);
  const at = locate(tree, path, follow);
  for (let folder = parentOf(at); !tree.has(folder); folder = parentOf(folder)) {
    tree.set(folder, { kind: 'folder', mode: 0o777 & ~umask });
  }
  if (typeof file !== 'string' && 'link' in file) {
    tree.set(at, { kind: 'link', target: file.link });
    return;
  }
  if (typeof file !== 'string' && 'folderMode' in file) {
    tree.set(at, { kind: 'folder', mode: file.folderMode });
    return;
  }
  const { content, mode } =
    typeof file === 'string' || file instanceof Uint8Array ? { content: file, mode: undefined } : file;
  const bytes = Buffer.from(content);
  const old = tree.get(at);
  if (old?.kind !== 'file') {
    tree.set(at, { kind: 'file', inode: newInode(disk, bytes, { mode }) });
    return;
  }
  Object.assign(old.inode, { bytes, mode: mode ?? old.inode.mode, modifiedMs: now() });
}

function newInode({ now, umask }: Disk, bytes: Uint8Array, { mode, uid, gid }: FileAttributes): MemoryInode {
  return {
    bytes: bytes.slice(),
    mode: mode ?? 0o666 & ~umask,
    uid: uid ?? 1000,
    gid: gid ?? 1000,
    links: 1,
    modifiedMs: now(),
  };
}

function fileAt(tree: MemoryTree, path: string): MemoryInode {
  const node = tree.get(locate(tree, path, true));
  if (node?.kind === 'file') return node.inode;
  throw systemError(node === undefined ? 'ENOENT' : 'EISDIR', path);
}

function statAt(tree: MemoryTree, path: string, at: string): FileStat {
  const node = tree.get(at);
  if (node === undefined) throw systemError('ENOENT', path);
  if (node.kind === 'file') {
    const { bytes, mode, uid, gid, links, modifiedMs } = node.inode;
    return { kind: 'file', mode, uid, gid, links, size: bytes.length, modifiedMs };
  }
  const mode = node.kind === 'folder' ? node.mode : 0o777;
  return { kind: node.kind, mode, uid: 1000, gid: 1000, links: 1, size: 0, modifiedMs: 0 };
}

function inOpenFolder(tree: MemoryTree, path: string): string {
  const at = locate(tree, path, false);
  const folder = tree.get(parentOf(at));
  if (folder?.kind !== 'folder') throw systemError(folder === undefined ? 'ENOENT' : 'ENOTDIR', path);
  if ((folder.mode & 0o200) === 0) throw systemError('EACCES', path);
  return at;
}

function vacant(tree: MemoryTree, path: string): string {
  const at = inOpenFolder(tree, path);
  if (tree.has(at)) throw systemError('EEXIST', path);
  return at;
}

function describe(tree: MemoryTree): Readonly<Record<string, string>> {
  const shown = [...tree]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, node]) => {
      if (node.kind === 'file') return [[path, Buffer.from(node.inode.bytes).toString('utf8')] as const];
      if (node.kind === 'link') return [[path, `-> ${node.target}`] as const];
      return namesIn(tree, path).length === 0 ? [[path, '/'] as const] : [];
    });
  return Object.fromEntries(shown);
}
