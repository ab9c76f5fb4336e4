import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoryFileSystem } from './memory-file-system.ts';
import type { MemoryFile } from './memory-file-system.ts';
import { nodeFileSystem } from '../files/node-file-system.ts';
import type { FileSystem } from '../files/types.ts';

/** An empty folder on some disk, with what a test needs to set a stage and to look at the result. */
export interface TestDisk {
  readonly fs: FileSystem;
  readonly root: string;
  readonly umask: number;
  put(path: string, file: MemoryFile): void;
  hardLink(from: string, to: string): void;
  /** By path below the root. */
  tree(): Readonly<Record<string, string>>;
  close(): void;
}

/** Every test of the file layer runs on both. Paths are below the root, and of the POSIX kind. */
export const disks: readonly { readonly name: string; open(): TestDisk }[] = [
  { name: 'a real disk', open: openReal },
  { name: 'a disk in memory', open: openMemory },
];

function openMemory(): TestDisk {
  const root = '/home/u';
  const fs = memoryFileSystem({ [root]: { folderMode: 0o755 } }, { umask: process.umask() });
  return {
    fs,
    root,
    umask: process.umask(),
    put: (path, file) => fs.put(join(root, path), file),
    hardLink: (from, to) => fs.hardLink(join(root, from), join(root, to)),
    tree: () =>
      Object.fromEntries(
        Object.entries(fs.tree()).flatMap(([path, text]) =>
          path.startsWith(`${root}/`) ? [[path.slice(root.length + 1), text]] : [],
        ),
      ),
    close: () => {},
  };
}

function openReal(): TestDisk {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'modelrack-files-'));
  return {
    fs: nodeFileSystem,
    root,
    umask: process.umask(),
    put: (path, file) => putReal(join(root, path), file),
    hardLink: (from, to) => linkSync(join(root, from), join(root, to)),
    tree: () => Object.fromEntries(treeOf(root, '')),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

function putReal(path: string, file: MemoryFile): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof file === 'string' || file instanceof Uint8Array) writeFileSync(path, file);
  else if ('link' in file) {
    rmSync(path, { force: true });
    symlinkSync(file.link, path);
  } else if ('folderMode' in file) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, file.folderMode);
  } else {
    writeFileSync(path, file.content);
    if (file.mode !== undefined) chmodSync(path, file.mode);
  }
}

function treeOf(folder: string, prefix: string): (readonly [string, string])[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name): (readonly [string, string])[] => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return [[prefix + name, `-> ${readlinkSync(path)}`]];
      if (stats.isFile()) return [[prefix + name, readFileSync(path, 'utf8')]];
      const inside = treeOf(path, `${prefix}${name}/`);
      return inside.length === 0 ? [[prefix + name, '/']] : inside;
    });
}

/** What a call throws. */
export function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
