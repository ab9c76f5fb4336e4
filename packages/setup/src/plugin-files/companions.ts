import { namesIn } from '@modelrack/config-edit';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { CompanionFiles } from '@modelrack/tool-kit';
import type { Machine } from '../machine/types.ts';
import type { CompanionChange, CompanionPlan, Manifest } from '../plan/companion-plan.ts';
import { manifestIn, readManifest } from './companion-manifest.ts';
import { bearsMark, isMarked, marked } from './companion-mark.ts';
import { assertCompanionRights } from './companion-rights.ts';
import { textOf } from './companion-texts.ts';

export interface Wanted {
  readonly folder: string;
  readonly connection: string;
  readonly command: 'setup' | 'refresh' | 'remove' | 'undo';
  readonly files: CompanionFiles;
  /** false: some of the models are only known by what the tool's file says of them. */
  readonly isCertain?: boolean;
}

export function hasCompanionChanges(plan: CompanionPlan | undefined): boolean {
  if (plan === undefined) return false;
  return plan.isStray === true || plan.changes.size > 0 || !isSameManifest(plan.before, plan.after);
}

/** Nobody wrote such files since it was planned. */
export function areCompanionsCurrent(machine: Machine, plan: CompanionPlan | undefined): boolean {
  return plan === undefined || isSameManifest(plan.before, readManifest(machine, plan.folder));
}

/** What there is was made for this connection. */
export function isAbout(machine: Machine, folder: string, connection: string): boolean {
  return readManifest(machine, folder)?.connection === connection;
}

function isSameManifest(one: Manifest | undefined, other: Manifest | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A file beside those of the user's is ours if our list names it and its mark is whole. What the user wrote, changed,
 * copied or, until a new setup, deleted stays as it is.
 * @throws RackError `file-not-writable`
 */
export function planCompanions(machine: Machine, wanted: Wanted): CompanionPlan {
  const { folder, connection, files } = wanted;
  const path = pathsOf(machine);
  const before = readManifest(machine, folder);
  const changes = new Map<string, CompanionChange>();
  for (const [name, text] of Object.entries(files.own)) {
    const file = path.join(folder, ...name.split('/'));
    const current = textOf(machine.fs, file);
    if (current !== text) changes.set(file, { before: current, after: text });
  }
  const beside = planBeside(machine, wanted, before);
  for (const [file, change] of beside.changes) changes.set(file, change);
  const madeFolders = before?.madeFolders ?? foldersMadeFor(machine, files.beside.folder);
  const absent = before?.absent ?? files.leftovers.filter((place) => textOf(machine.fs, place) === undefined);
  return checked(machine, {
    folder,
    changes,
    leftovers: files.leftovers,
    before,
    taken: files.taken === undefined || bearsMark(textOf(machine.fs, files.taken) ?? '') ? undefined : files.taken,
    after: {
      schema: 1,
      connection,
      beside: beside.ours,
      madeFolders,
      absent,
      ...(wanted.isCertain === false ? { isUnfinished: true } : {}),
    },
  });
}

function checked(machine: Machine, plan: CompanionPlan): CompanionPlan {
  if (hasCompanionChanges(plan)) assertCompanionRights(machine, plan);
  return plan;
}

/** What was made for files of another connection there: whoever leaves last takes it away. */
function foldersMadeFor(machine: Machine, folder: string): readonly string[] {
  const all = listOf(machine, foldersOf(machine).plugins).flatMap(
    (one) => readManifest(machine, one)?.madeFolders ?? [],
  );
  return [...new Set(all)].filter((made) => folder.startsWith(made));
}

/** Tells for a place among the user's files whether something of theirs stands there. */
export function theirFiles(
  machine: Machine,
  { folder, connection }: Pick<Wanted, 'folder' | 'connection'>,
): (file: string) => boolean {
  const isMine = oursAmong(machine, connection, readManifest(machine, folder));
  return (file) => {
    const text = textOf(machine.fs, file);
    return text !== undefined && !isMine(file, text);
  };
}

/**
 * Of one that our list does not name the mark decides: the list was lost, or another machine made it since, and all of
 * this is brought from there. One with the text of another of ours, or about another model than its name says, is the
 * user's copy.
 */
function oursAmong(machine: Machine, connection: string, manifest: Manifest | undefined) {
  const known = new Set(manifest?.beside);
  let texts: ReadonlySet<string | undefined> | undefined;
  const isCopy = (text: string): boolean =>
    (texts ??= new Set([...known].map((file) => textOf(machine.fs, file)))).has(text);
  return (file: string, text: string): boolean =>
    known.has(file) ? isOurs(text) : isMarked(text, connection) && bearsItsName(machine, file, text) && !isCopy(text);
}

/** As far as its text says which model it chooses; one that stays in the user's folder is named for that. */
function bearsItsName(machine: Machine, file: string, text: string): boolean {
  const [, name] = /^m-(.*)\.(?:md|js)$/.exec(pathsOf(machine).basename(file)) ?? [];
  const id = /^\/model (\S+)$/m.exec(text)?.[1];
  const plain = (words: string) => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return name !== undefined && (id === undefined || plain(id) === plain(name));
}

/** A run that was killed leaves a file that our list names without its text. */
function isOurs(text: string): boolean {
  return text === '' || isMarked(text);
}

function planBeside(machine: Machine, wanted: Wanted, before: Manifest | undefined) {
  const path = pathsOf(machine);
  const { command, connection } = wanted;
  const { folder, files } = wanted.files.beside;
  const known = new Set(before?.beside);
  const changes = new Map<string, CompanionChange>();
  const ours: string[] = [];
  const isTheirs = theirFiles(machine, wanted);
  for (const [name, plain] of Object.entries(files)) {
    const file = path.join(folder, name);
    const text = marked(plain, connection);
    if (isTheirs(file)) continue;
    ours.push(file);
    const current = textOf(machine.fs, file);
    // Deleted by the user: that stands until a new setup.
    if (current === undefined && known.has(file) && command === 'refresh' && before?.isUnfinished !== true) continue;
    if (current !== text) changes.set(file, { before: current, after: text });
  }
  const kept = new Set(ours);
  for (const [file, change] of leaving(machine, { ...wanted, folder, before })) {
    if (!kept.has(file)) changes.set(file, change);
  }
  return { changes, ours: [...elsewhere(machine, folder, before), ...ours].toSorted() };
}

/** Our files beside those of the user's, as they are on the disk. */
function leaving(
  machine: Machine,
  { folder, connection, before }: Omit<Wanted, 'command' | 'files'> & { before: Manifest | undefined },
): Map<string, CompanionChange> {
  const isMine = oursAmong(machine, connection, before);
  const changes = new Map<string, CompanionChange>();
  for (const file of listOf(machine, folder)) {
    if (before?.beside.includes(file) !== true && !/\.(md|js)$/.test(file)) continue;
    const text = textOf(machine.fs, file);
    if (text !== undefined && isMine(file, text)) changes.set(file, { before: text, after: undefined });
  }
  return changes;
}

/** Those in another folder of the same tool, which a variable may have named. */
function elsewhere(machine: Machine, folder: string, before: Manifest | undefined): string[] {
  return (before?.beside ?? []).filter((file) => pathsOf(machine).dirname(file) !== folder);
}

export function listOf(machine: Machine, folder: string): string[] {
  return namesIn(machine.fs, folder).map((name) => pathsOf(machine).join(folder, name));
}

/**
 * Plans to take all of it out, unless it belongs to another connection by now.
 * @throws RackError `file-not-writable`
 */
export function planCompanionRemoval(machine: Machine, wanted: Wanted): CompanionPlan | undefined {
  const { folder, connection, files } = wanted;
  const before = readManifest(machine, folder);
  if (before !== undefined && before.connection !== connection) return undefined;
  const changes = leaving(machine, { ...wanted, folder: files.beside.folder, before });
  const others = elsewhere(machine, files.beside.folder, before);
  if (before !== undefined && others.length > 0) {
    const after = { ...before, beside: others };
    return checked(machine, { folder, changes, leftovers: [], before, after });
  }
  for (const file of filesBelow(machine, folder)) {
    if (file !== manifestIn(machine, folder)) changes.set(file, { before: textOf(machine.fs, file), after: undefined });
  }
  const { leftovers } = files;
  const isStray = before === undefined && machine.fs.isWritable(folder);
  return checked(machine, { folder, changes, leftovers, before, after: undefined, isStray });
}

function filesBelow(machine: Machine, folder: string): string[] {
  return listOf(machine, folder).flatMap((file) =>
    machine.fs.lstat(file).kind === 'folder' ? filesBelow(machine, file) : [file],
  );
}
