import {
  assertWritable,
  changedKeys,
  peekTarget,
  popWrite,
  pushWrite,
  readTarget,
  saveBackup,
  sha256,
  sweepTemporaries,
  writeTarget,
  type FileRecord,
  type WriteOutcome,
} from '@modelrack/config-edit';
import { isRackError, RackError } from '@modelrack/errors';
import { holdsOurs } from '../ledger/claims.ts';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { isSame } from '../open-file/is-same.ts';
import { ownersAfter } from '../open-file/owners-after.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { forgetInBackups, forgetUndone, recordWithout } from '../ledger/forget-secrets.ts';
import { connectionChange } from '../undo/connection-before.ts';

export interface WrittenFile {
  readonly backup: string | undefined;
  readonly notes: readonly string[];
}

/**
 * Writes the files of one tool in the order of the plan, each with its ledger entry: all of them, or none.
 * @throws RackError why none was written
 */
export function writeToolPlan(scope: PlanScope, plan: ToolPlan): ReadonlyMap<FilePlan, WrittenFile> {
  const written = new Map<FilePlan, WrittenFile>();
  assertPlaces(scope, plan);
  for (const planned of plan.files) {
    try {
      written.set(planned, writeFile(scope, plan, planned));
    } catch (error) {
      for (const done of [planned, ...[...written.keys()].toReversed()]) takeBackWrite(scope, done);
      if (error instanceof RackError) throw error.with({ path: planned.file.state.path });
      throw error;
    }
  }
  return written;
}

/** Before anything is written: each file, and our own record of it, can be. */
function assertPlaces({ machine }: PlanScope, { files }: ToolPlan): void {
  const { ledger: folder, backups } = foldersOf(machine);
  for (const { file, hasChanges } of files) {
    if (!hasChanges) continue;
    assertWritable(machine.fs, file.state);
    for (const own of [folder, backups]) {
      const path = pathsOf(machine).join(own, 'any');
      const absent = { bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 };
      assertWritable(machine.fs, { path, realPath: path, ...absent });
    }
  }
}

/** As it was before this run, as far as nobody wrote since; the record goes back last, so that nothing is lost sight of. */
function takeBackWrite({ machine, ledger }: PlanScope, { file, bytes, hasChanges }: FilePlan): void {
  const { state, recordBytes, record } = file;
  try {
    const now = readTarget(machine.fs, state.path);
    if (hasChanges && isSame(now.bytes, bytes) && !isSame(now.bytes, state.bytes)) {
      writeTarget(machine.fs, now, state.bytes, { secret: false, mode: state.mode });
    }
    if (hasChanges && isSame(peekTarget(machine.fs, state.path).bytes, bytes)) return;
    if (isSame(ledger.peek(state.realPath), recordBytes)) return;
    if (record === undefined) ledger.remove(state.realPath);
    else ledger.write(record);
  } catch (error) {
    // What cannot be taken back is in the record still.
    if (!isRackError(error)) throw error;
  }
}

function writeFile(scope: PlanScope, plan: ToolPlan, planned: FilePlan): WrittenFile {
  const { machine, ledger } = scope;
  const { state, record } = planned.file;
  if (!planned.hasChanges) {
    rememberClaims(scope, plan, planned);
    forgetOldPlace(scope, planned);
    return { backup: undefined, notes: [] };
  }
  sweepTemporaries(machine.fs, pathsOf(machine).dirname(state.realPath), machine.now());
  const backup = saveBackup(machine.fs, foldersOf(machine).backups, state, machine.now());
  const writing: Writing = { plan, planned, record: withAdopted(record ?? newRecord(scope, plan, planned), planned) };
  const nothingYet: WriteOutcome = { inPlace: false, madeFolders: [], tightenedFrom: undefined };
  const noted =
    planned.recordAfter === undefined
      ? recordAfter(scope, writing, { backup, outcome: nothingYet })
      : planned.recordAfter.record;
  // Until the file is written, a run that ends half-way leaves a record that knows it.
  if (noted !== undefined)
    ledger.write({ ...noted, pending: { before: hashOf(state.bytes), record: record ?? writing.record.past } });
  const isFree = Object.keys(ownersAfter(planned, plan.connection)).length === 0;
  const outcome = writeTarget(machine.fs, state, planned.bytes, {
    secret: planned.isSecret,
    mode: isFree ? record?.tightenedFrom : undefined,
    removeFolders: foldersToLeave(scope, planned),
  });
  const next =
    planned.recordAfter === undefined ? recordAfter(scope, writing, { backup, outcome }) : planned.recordAfter.record;
  if (next === undefined) ledger.remove(state.realPath);
  const sought = { secrets: planned.takenSecrets ?? [], connection: plan.connection };
  const isForgotten =
    sought.secrets.length > 0 || (scope.request.command === 'remove' && isFree && next?.heldKey === true);
  if (next !== undefined) ledger.write(isForgotten ? recordWithout(next, sought) : next);
  forgetOldPlace(scope, planned);
  const { goneSecrets: secrets = [] } = planned;
  if (secrets.length > 0) {
    forgetUndone(machine, state.realPath, { secrets, connection: plan.connection, record: next });
    return { backup: undefined, notes: notesOf(planned, outcome) };
  }
  if (next === undefined || !isForgotten) return { backup, notes: notesOf(planned, outcome) };
  forgetInBackups(machine, next, { ...sought, isFree });
  return { backup: undefined, notes: notesOf(planned, outcome) };
}

/** Also those that were made for another file of ours: the last to leave takes them along. */
function foldersToLeave({ machine, ledger }: PlanScope, { file, bytes }: FilePlan): readonly string[] {
  if (bytes !== undefined) return [];
  const { sep } = pathsOf(machine);
  const all = ledger.list().flatMap((record) => record.madeFolders);
  const above = [...(file.record?.madeFolders ?? []), ...all].filter((folder) =>
    file.state.realPath.startsWith(folder + sep),
  );
  return [...new Set(above)].toSorted((a, b) => a.length - b.length);
}

function forgetOldPlace({ ledger }: PlanScope, { file }: FilePlan): void {
  if (file.movedFrom !== undefined) ledger.remove(file.movedFrom);
}

/** Nothing to write, but the ledger may have to learn what it finds (adoption, a lost ledger) or forget a write. */
function rememberClaims(scope: PlanScope, plan: ToolPlan, planned: FilePlan): void {
  const { ledger, request } = scope;
  const { file, recordAfter: next } = planned;
  if (next !== undefined) {
    if (next.record === undefined) ledger.remove(file.state.realPath);
    else ledger.write(next.record);
    return;
  }
  const owners = ownersAfter(planned, plan.connection);
  // What was only adopted is not known yet.
  const recorded = Object.entries(file.owners).filter(([name]) => file.record?.owners[name] !== undefined);
  const now = Object.fromEntries(recorded.map(([name, claims]) => [name, { claims }]));
  const isRemoval = request.command === 'remove';
  // What was seen in one file goes and comes back with what we wrote in another.
  const isPart = isRemoval && plan.files.some(({ hasChanges }) => hasChanges);
  const isSeen = isPart && recorded.length < Object.keys(file.owners).length;
  if (!isSeen && changedKeys(now, owners).length === 0 && file.movedFrom === undefined) return;
  if (Object.keys(owners).length === 0 && !holdsOurs(file.claims ?? {}) && !isPart) {
    ledger.remove(file.state.realPath);
    return;
  }
  // A connection that made way for another leaves the file as it is: `undo` brings it back all the same.
  if (isRemoval) {
    const outcome = { inPlace: false, madeFolders: [], tightenedFrom: undefined };
    const record = withAdopted(file.record ?? newRecord(scope, plan, planned), planned);
    ledger.write(recordAfter(scope, { plan, planned, record }, { backup: undefined, outcome }));
    return;
  }
  ledger.write(withOwners(file.record ?? newRecord(scope, plan, planned), owners, plan.connection));
}

/**
 * What was before the last write stays what it was, whatever is learned since; of a connection that was not known then,
 * and that wrote nothing, what is learned holds for before as well.
 */
function withOwners(record: FileRecord, owners: FileRecord['owners'], learned: string): FileRecord {
  const last = record.stack.at(-1);
  if (last === undefined) return { ...record, owners };
  const then = popWrite(withoutPast(record)).owners;
  const own = learned in then || learned === last.connection ? undefined : owners[learned];
  const before = own === undefined ? then : { ...then, [learned]: own };
  return {
    ...record,
    owners,
    stack: [...record.stack.slice(0, -1), { ...last, ownersBefore: changedKeys(before, owners) }],
  };
}

function withoutPast(record: FileRecord): FileRecord {
  const { past: _, ...rest } = record;
  return rest;
}

interface Writing {
  readonly plan: ToolPlan;
  readonly planned: FilePlan;
  /** As it was before. */
  readonly record: FileRecord;
}

/** What was adopted was ours before this write: an undo of it is to know that. */
function withAdopted(record: FileRecord, { file }: FilePlan): FileRecord {
  const adopted = Object.entries(file.owners).filter(([name]) => !(name in record.owners));
  if (adopted.length === 0) return record;
  return {
    ...record,
    owners: { ...record.owners, ...Object.fromEntries(adopted.map(([name, claims]) => [name, { claims }])) },
  };
}

function hashOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : sha256(bytes);
}

/** With no owner left it is kept for `undo`. */
function recordAfter(
  scope: PlanScope,
  { plan, planned, record }: Writing,
  write: { backup: string | undefined; outcome: WriteOutcome },
): FileRecord {
  const { file, bytes } = planned;
  const owners = ownersAfter(planned, plan.connection);
  const { madeFolders, tightenedFrom = record.tightenedFrom } = write.outcome;
  const change = connectionChange(scope.machine, scope.request, {
    tool: plan.tool.id,
    files: plan.files.map((one) => one.file.state.path),
  });
  const pushed = pushWrite(record, {
    at: scope.at,
    command: scope.request.command,
    connection: plan.connection,
    before: hashOf(file.state.bytes),
    after: hashOf(bytes),
    inverse: planned.inverse,
    ownersBefore: changedKeys(record.owners, owners),
    ...(write.backup === undefined ? {} : { backup: write.backup }),
    ...(change === undefined ? {} : { connectionChange: change }),
  });
  return {
    ...pushed,
    spec: file.spec.id,
    home: scope.machine.home,
    owners,
    madeFolders: [...record.madeFolders, ...madeFolders],
    ...(planned.isSecret ? { heldKey: true as const } : {}),
    ...(tightenedFrom === undefined ? {} : { tightenedFrom }),
  };
}

function newRecord({ machine, ledger }: PlanScope, plan: ToolPlan, { file, adopted }: FilePlan): FileRecord {
  const past = ledger.read(file.state.realPath);
  return {
    schema: 1,
    path: file.state.realPath,
    tool: plan.tool.id,
    spec: file.spec.id,
    home: machine.home,
    clean: !adopted,
    stack: [],
    madeFolders: [],
    owners: {},
    ...(past === undefined ? {} : { past: { ...past, pending: undefined } }),
  };
}

function notesOf(planned: FilePlan, outcome: WriteOutcome): string[] {
  const { path } = planned.file.state;
  const notes: string[] = [];
  if (planned.isSecret) notes.push(`${path} contains the key, and only you can read it`);
  if (outcome.inPlace) {
    notes.push(`${path} was written in place (a hard link or a mounted file): not safe against a crash`);
  }
  if (outcome.tightenedFrom !== undefined) {
    notes.push(`${path} had mode ${outcome.tightenedFrom.toString(8).slice(-4)} and has 0600 now`);
  }
  return notes;
}
