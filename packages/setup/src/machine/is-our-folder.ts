import { openOwnLedger } from '../ledger/own-ledger.ts';
import { readManifest } from '../plugin-files/companion-manifest.ts';
import { foldersOf, pathsOf } from './folders.ts';
import type { Machine } from './types.ts';

/**
 * Says whether a folder came by a set-up of ours and holds nothing else since: that it is there does not tell that
 * its tool is. One that the tool used holds more.
 */
export function isOurFolder(machine: Machine, folder: string): boolean {
  const { join } = pathsOf(machine);
  const { folders, files } = madeByUs(machine);
  return folders.has(folder) && namesIn(machine, folder).every((name) => isOurs(join(folder, name)));

  function isOurs(path: string): boolean {
    return files.has(path) || (folders.has(path) && namesIn(machine, path).every((name) => isOurs(join(path, name))));
  }
}

interface Made {
  readonly folders: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

/** Asked for a tool after the other, before anything is written. */
const known = new WeakMap<Machine, Made>();

function madeByUs(machine: Machine): Made {
  const made = known.get(machine) ?? lookThrough(machine);
  known.set(machine, made);
  return made;
}

function lookThrough(machine: Machine): Made {
  const { plugins } = foldersOf(machine);
  const { join } = pathsOf(machine);
  const records = openOwnLedger(machine).list();
  const manifests = namesIn(machine, plugins).flatMap(
    (name) => readManifest(machine.fs, join(plugins, name, 'manifest.json')) ?? [],
  );
  return {
    folders: new Set([...records, ...manifests].flatMap(({ madeFolders }) => madeFolders)),
    files: new Set([...records.map(({ path }) => path), ...manifests.flatMap(({ beside }) => beside)]),
  };
}

function namesIn(machine: Machine, folder: string): readonly string[] {
  try {
    return machine.fs.list(folder);
  } catch {
    // It is none, or cannot be looked into.
    return [];
  }
}
