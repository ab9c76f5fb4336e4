import { assertWritable, makeFolders, replaceFile, syncQuietly } from '@modelrack/config-edit';
import { foldersOf, pathsOf } from './folders.ts';
import { lastingNode } from './lasting-node.ts';
import type { Machine } from './types.ts';

/**
 * Keeps a copy of the bundled command where entries in files of tools can call it: it outlives the cache
 * of npx. Chunks first, the entry last, so that the entry never lacks one; what an older copy left goes.
 * @throws RackError `file-not-writable`, `disk-full`
 */
export function installOwnCommand(machine: Machine): void {
  const { self, fs } = machine;
  if (self === undefined) return;
  const path = pathsOf(machine);
  const { bin } = foldersOf(machine);
  const isInstalled = path.resolve(self.folder) === path.resolve(bin);
  if (isInstalled) return keepNode(machine);
  assertPlace(machine, path.join(bin, self.entry));
  makeFolders(fs, bin, 0o755);
  const names = fs.list(self.folder).filter(isOfCommand);
  const there = new Set(fs.list(bin));
  const copy = (name: string, isOneOfSeveral: boolean): boolean => {
    const [bytes, to] = [fs.read(path.join(self.folder, name)), path.join(bin, name)];
    if (there.has(name) && isSame(fs, to, bytes)) return false;
    replaceFile(fs, to, { bytes, mode: 0o644, isOneOfSeveral });
    return true;
  };
  const copied = names.filter((name) => name !== self.entry && copy(name, true));
  if (copied.length > 0) syncQuietly(fs, bin);
  copy(self.entry, false);
  for (const name of there) if (isOfCommand(name) && !names.includes(name)) fs.remove(path.join(bin, name));
  keepNode(machine);
}

/** The script that finds Node, where Node is in a folder that will not last. */
function keepNode(machine: Machine): void {
  const node = lastingNode(machine);
  if (node.script === undefined || isNodeKept(machine)) return;
  replaceFile(machine.fs, node.path, { bytes: new TextEncoder().encode(node.script), mode: 0o755 });
}

function isNodeKept(machine: Machine): boolean {
  const { path, script } = lastingNode(machine);
  return script === undefined || isSame(machine.fs, path, new TextEncoder().encode(script));
}

function assertPlace(machine: Machine, entry: string): void {
  if (isOwnCommandInstalled(machine)) return;
  const absent = { bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 };
  assertWritable(machine.fs, { path: entry, realPath: entry, ...absent });
}

/** Node by its absolute path and our own copy of the command: it works with a bare PATH. */
export function ownCommand(machine: Machine): readonly [string, string] {
  const entry = pathsOf(machine).join(foldersOf(machine).bin, machine.self?.entry ?? 'modelrack.js');
  return [lastingNode(machine).path, entry];
}

/** Its code, as text and compiled, and the package.json that says which kind of modules they are. */
function isOfCommand(name: string): boolean {
  return /\.(js|compiled)$/.test(name) || name === 'package.json';
}

/** Every file of the running command is there; names of chunks hold a hash of what is in them. */
export function isOwnCommandInstalled(machine: Machine): boolean {
  const { self, fs } = machine;
  if (self === undefined) return true;
  try {
    const there = new Set(fs.list(foldersOf(machine).bin));
    return fs.list(self.folder).every((name) => !isOfCommand(name) || there.has(name)) && isNodeKept(machine);
  } catch {
    return false;
  }
}

/** Whole or not: a killed run may have left a part of it. */
export function hasOwnCommand(machine: Machine): boolean {
  try {
    machine.fs.list(foldersOf(machine).bin);
    return true;
  } catch {
    return false;
  }
}

export function removeOwnCommand(machine: Machine): void {
  const path = pathsOf(machine);
  const { bin, data } = foldersOf(machine);
  try {
    for (const name of machine.fs.list(bin)) machine.fs.remove(path.join(bin, name));
    machine.fs.removeFolder(bin);
    machine.fs.removeFolder(data);
  } catch {
    // Not there, or somebody keeps something of their own in it.
  }
}

function isSame(fs: Machine['fs'], file: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.compare(fs.read(file), bytes) === 0;
  } catch {
    return false;
  }
}
