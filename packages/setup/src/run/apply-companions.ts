import { makeFolders, replaceFile, sweepTemporaries } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';
import { isBlank } from '../open-file/is-blank.ts';
import type { CompanionPlan } from '../plan/companion-plan.ts';
import { manifestIn, readManifest, textOfManifest } from '../plugin-files/companion-manifest.ts';
import { textOf } from '../plugin-files/companion-texts.ts';
import { listOf } from '../plugin-files/companions.ts';

/**
 * The list first, so that whatever is interrupted is known; then the files; then the list as it is.
 * @throws RackError `file-not-writable`, `disk-full`
 */
export function applyCompanions(machine: Machine, plan: CompanionPlan): void {
  const { fs } = machine;
  const path = pathsOf(machine);
  const { folder } = plan;
  if (plan.after === undefined) {
    takeOut(machine, plan);
    return;
  }
  makeFolders(fs, folder, 0o755);
  const manifest = manifestIn(machine, folder);
  const all = [...new Set([...(plan.before?.beside ?? []), ...plan.after.beside])];
  const isBeside = (file: string) => !file.startsWith(folder);
  const [first] = [...plan.changes].flatMap(([file, { after: text }]) =>
    text === undefined || !isBeside(file) ? [] : [path.dirname(file)],
  );
  const besides = first === undefined ? [] : missingFolders(machine, first);
  const madeFolders = [...plan.after.madeFolders, ...besides];
  const after = { ...plan.after, madeFolders };
  writeWhole(machine, manifest, textOfManifest(machine, { ...after, beside: all, isUnfinished: true }));
  for (const [file, { after: text }] of plan.changes) {
    if (text === undefined) removeFile(machine, file);
    else if (isBeside(file)) writeBeside(machine, file, text);
    else writeWhole(machine, file, text);
  }
  sweepBeside(machine, all);
  const isEmpty = after.beside.length === 0;
  const left = isEmpty
    ? madeFolders
        .toReversed()
        .filter((made) => !isGone(machine, made))
        .toReversed()
    : madeFolders;
  writeWhole(machine, manifest, textOfManifest(machine, { ...after, madeFolders: left }));
}

/** Nothing of ours is in it any more; it stays if somebody keeps something of their own in it. */
function isGone({ fs }: Machine, folder: string): boolean {
  try {
    fs.removeFolder(folder);
    return true;
  } catch {
    return false;
  }
}

function missingFolders(machine: Machine, folder: string): string[] {
  if (textOf(machine.fs, folder) !== undefined) return [];
  return [...missingFolders(machine, pathsOf(machine).dirname(folder)), folder];
}

/** Takes out again what a setup made that was refused half-way; what stood there before it stays. */
export function takeBackCompanions(machine: Machine, plan: CompanionPlan): void {
  const { folder, changes } = plan;
  if (plan.before !== undefined || plan.after === undefined) return;
  const made = [...changes].filter(
    ([file, { after }]) => !file.startsWith(folder) && after !== undefined && textOf(machine.fs, file) === after,
  );
  const back = new Map(made.map(([file, { before, after }]) => [file, { before: after, after: before }]));
  const before = readManifest(machine, folder);
  takeOut(machine, { ...plan, changes: back, leftovers: [], before });
}

/** A new one is not moved into its place: where the run is killed, what is left of it bears a name that our list has. */
function writeBeside(machine: Machine, file: string, text: string): void {
  try {
    makeFolders(machine.fs, pathsOf(machine).dirname(file), 0o755);
    machine.fs.create(file, new TextEncoder().encode(text), attributes);
  } catch {
    // There already, or whatever the other way meets as well.
    writeWhole(machine, file, text);
  }
}

function writeWhole(machine: Machine, file: string, text: string): void {
  makeFolders(machine.fs, pathsOf(machine).dirname(file), 0o755);
  replaceFile(machine.fs, file, { bytes: new TextEncoder().encode(text), ...attributes });
}

/** What a power cut takes of them is made again from the list. */
const attributes = { mode: 0o644, isExpendable: true };

/** What a killed run left of a file. */
function sweepBeside({ fs, platform, now }: Machine, files: readonly string[]): void {
  const { dirname } = pathsOf({ platform });
  for (const folder of new Set(files.map((file) => dirname(file)))) sweepTemporaries(fs, folder, now());
}

function takeOut(machine: Machine, { folder, changes, leftovers, before }: CompanionPlan): void {
  const beside = [...changes.keys()].filter((file) => !file.startsWith(folder));
  for (const file of beside) removeFile(machine, file);
  sweepBeside(machine, before?.beside ?? beside);
  for (const place of leftovers) removeLeftover(machine, place, before?.absent.includes(place) === true);
  removeTree(machine, folder);
  const { plugins, data } = foldersOf(machine);
  const above = leftovers.map((place) => pathsOf(machine).dirname(place));
  for (const empty of [...(before?.madeFolders ?? []).toReversed(), ...above, plugins, data]) {
    isGone(machine, empty);
  }
}

/** Its folder may be open to all, and the file somebody else's. */
function removeFile({ fs }: Machine, path: string): void {
  try {
    fs.remove(path);
  } catch (error) {
    if (textOf(fs, path) === undefined) return;
    const hint = 'check the owner and the permissions of the file and of its folder';
    throw new RackError('file-not-writable', 'you cannot remove this file', { path, hint, cause: error });
  }
}

/** A folder that the tool made for us; a file only where there was none before and nothing is left in it. */
function removeLeftover(machine: Machine, place: string, wasAbsent: boolean): void {
  const { fs } = machine;
  const text = textOf(fs, place);
  if (text === undefined) return;
  if (fs.lstat(place).kind === 'folder') removeTree(machine, place);
  else if (wasAbsent && isBlank(fs.read(place))) fs.remove(place);
}

function removeTree(machine: Machine, folder: string): void {
  const { fs } = machine;
  try {
    for (const file of listOf(machine, folder)) {
      if (fs.lstat(file).kind === 'folder') removeTree(machine, file);
      else fs.remove(file);
    }
    fs.removeFolder(folder);
  } catch {
    // Not there.
  }
}
