import { openLedger, type FileRecord, type Ledger } from '@modelrack/config-edit';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import { isWithin } from '../machine/home-path.ts';
import { exists } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';

export interface OwnLedger extends Ledger {
  /** The records of files below a folder; the others are not parsed, which for hundreds of models takes a while. */
  below(folder: string): readonly FileRecord[];
}

/**
 * The ledger as far as it is about this home folder. One that was copied or renamed brings records of the other one
 * along: they stand for the same files here, and nothing there is ever touched.
 */
export function openOwnLedger(machine: Machine): OwnLedger {
  const ledger = openLedger(machine.fs, foldersOf(machine).ledger);
  const origins = new Map<string, string>();
  const read = (path: string) => {
    const own = ledger.read(path);
    // One of before the home moved stands for the file here, and for no other.
    if (own !== undefined && (placeHere(machine, own) ?? path) === path) return own;
    return hasOthers() ? list().find((record) => record.path === path) : undefined;
  };
  let places: readonly string[] | undefined;
  const paths = (): readonly string[] => (places ??= ledger.paths());
  let isMixed: boolean | undefined;
  /** Some record was written for a file outside this home folder, and may stand for one inside. */
  const hasOthers = (): boolean => (isMixed ??= paths().some((path) => !isWithin(machine, machine.home, path)));
  /** Where all are of this home, one more for a file in it changes nothing in that. */
  const forget = (path: string): void => {
    known = undefined;
    places = undefined;
    if (isMixed === true || !isWithin(machine, machine.home, path)) isMixed = undefined;
  };
  let known: readonly FileRecord[] | undefined;
  const list = (): readonly FileRecord[] => (known ??= recordsHere(machine, ledger, origins));
  /** The record under its old name goes once the new one stands for it, if nobody else can mean it. */
  const leaveOrigin = (path: string): void => {
    const origin = origins.get(path);
    if (origin !== undefined && isWithin(machine, machine.home, foldersOf(machine).state)) ledger.remove(origin);
  };
  const below = (folder: string): readonly FileRecord[] => {
    if (hasOthers()) return list().filter(({ path }) => isWithin(machine, folder, path));
    return paths().flatMap((path) => (isWithin(machine, folder, path) ? (ledger.read(path) ?? []) : []));
  };
  return {
    read,
    list,
    below,
    paths,
    peek: (path) =>
      ledger.peek(path) ?? (read(path) === undefined ? undefined : ledger.peek(origins.get(path) ?? path)),
    write: (record) => {
      forget(record.path);
      ledger.write(record);
      leaveOrigin(record.path);
    },
    remove: (path) => {
      forget(path);
      ledger.remove(path);
      leaveOrigin(path);
    },
  };
}

/** Of files outside of the home folder, to which a variable led. */
export function recordsOutside(machine: Machine, ledger: Ledger): readonly FileRecord[] {
  const isOutside = (path: string): boolean => !isWithin(machine, machine.home, path);
  return ledger.paths().some(isOutside) ? ledger.list().filter(({ path }) => isOutside(path)) : [];
}

/** With each that stands for a file under another name, `origins` learns of that. */
function recordsHere(machine: Machine, ledger: Ledger, origins: Map<string, string>): readonly FileRecord[] {
  const all = ledger.list();
  const native = new Set(all.map(({ path }) => path));
  return all.flatMap((record) => {
    const path = placeHere(machine, record);
    if (path === undefined || (path !== record.path && native.has(path))) return [];
    if (path !== record.path) origins.set(path, record.path);
    return [
      path === record.path
        ? record
        : { ...record, path, home: machine.home, madeFolders: foldersHere(machine, record) },
    ];
  });
}

/** What was made in the other home is what came along to this one. */
function foldersHere(machine: Machine, { home, madeFolders }: FileRecord): FileRecord['madeFolders'] {
  const here = (folder: string) =>
    home !== undefined && isWithin(machine, home, folder) ? machine.home + folder.slice(home.length) : folder;
  return madeFolders.map(here);
}

/** Where a record's file is in this home folder; undefined: it is another home's. */
function placeHere(machine: Machine, { path, home }: FileRecord): string | undefined {
  if (isWithin(machine, machine.home, path)) return path;
  if (home === machine.home) return path;
  if (home === undefined) return isInVariable(machine, path) ? path : undefined;
  if (!isWithin(machine, home, path)) return undefined;
  const here = machine.home + path.slice(home.length);
  return exists(machine, here) ? here : undefined;
}

/** Below a folder that the environment names for some tool. */
function isInVariable(machine: Machine, path: string): boolean {
  return Object.entries(machine.variables).some(
    ([name, value]) =>
      /(?:_(?:HOME|DIR|PATH|FILE|CONFIG|ROOT|DATA)|APPDATA)$/.test(name) &&
      value !== undefined &&
      pathsOf(machine).isAbsolute(value) &&
      (value === path || isWithin(machine, value, path)),
  );
}
