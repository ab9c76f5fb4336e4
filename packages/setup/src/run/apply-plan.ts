import {
  changedKeys,
  pushWrite,
  saveBackup,
  sha256,
  sweepTemporaries,
  writeTarget,
  type FileRecord,
  type WriteOutcome,
} from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { ownersAfter, ownersWith } from '../open-file/owners-after.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { forgetInBackups, recordWithout } from '../secrets/forget-secrets.ts';
import { connectionChange } from '../undo/connection-before.ts';

export interface WrittenFile {
  readonly backup: string | undefined;
  readonly notes: readonly string[];
}

/** Writes the files of one tool in the order of the plan, each followed by its ledger entry. */
export function writeToolPlan(scope: PlanScope, plan: ToolPlan): ReadonlyMap<FilePlan, WrittenFile> {
  const written = new Map<FilePlan, WrittenFile>();
  for (const planned of plan.files) {
    try {
      written.set(planned, writeFile(scope, { plan, planned, at: scope.at }));
    } catch (error) {
      // A first file that is written is whole and in the ledger; only the error is passed on.
      if (error instanceof RackError) throw error.with({ path: planned.file.state.path });
      throw error;
    }
  }
  return written;
}

interface Writing {
  readonly plan: ToolPlan;
  readonly planned: FilePlan;
  readonly at: string;
}

function writeFile(scope: PlanScope, writing: Writing): WrittenFile {
  const { machine, ledger } = scope;
  const { planned } = writing;
  const { state, record } = planned.file;
  if (!planned.hasChanges) {
    rememberOwned(scope, writing);
    return { backup: undefined, notes: [] };
  }
  sweepTemporaries(machine.fs, pathsOf(machine).dirname(state.realPath), machine.now());
  const backup = saveBackup(machine.fs, foldersOf(machine).backups, state, machine.now());
  const isFree = Object.keys(ownersAfter(planned, writing.plan.connection)).length === 0;
  const outcome = writeTarget(machine.fs, state, planned.bytes, {
    secret: planned.isSecret,
    mode: isFree ? record?.tightenedFrom : undefined,
    removeFolders: record?.madeFolders ?? [],
  });
  const next = recordAfter(scope, writing, { backup, outcome });
  if (next === undefined) ledger.remove(state.realPath);
  const secrets = planned.takenSecrets ?? [];
  const isForgotten = secrets.length > 0 || (scope.request.command === 'remove' && isFree && next?.heldKey === true);
  if (next !== undefined) ledger.write(isForgotten ? recordWithout(next, secrets) : next);
  if (next === undefined || !isForgotten) return { backup, notes: notesOf(planned, outcome) };
  forgetInBackups(machine, next, { isFree, secrets });
  return { backup: undefined, notes: notesOf(planned, outcome) };
}

/** Nothing to write, but the ledger may have to learn what it finds (adoption, a lost ledger) or forget a write. */
function rememberOwned(scope: PlanScope, writing: Writing): void {
  const { plan, planned } = writing;
  const { file, owned, recordAfter: next } = planned;
  if (next !== undefined) {
    if (next.record === undefined) scope.ledger.remove(file.state.realPath);
    else scope.ledger.write(next.record);
    return;
  }
  const record = file.record ?? newRecord(scope, plan, planned);
  const owners = ownersWith(record.owners, plan.connection, owned);
  if (JSON.stringify(owners) === JSON.stringify(file.record?.owners ?? {})) return;
  if (Object.keys(owners).length === 0) {
    scope.ledger.remove(file.state.realPath);
    return;
  }
  // A connection that made way for another leaves the file as it is: `undo` brings it back all the same.
  const outcome = { inPlace: false, madeFolders: [], tightenedFrom: undefined };
  const left = scope.request.command === 'remove' && recordAfter(scope, writing, { backup: undefined, outcome });
  scope.ledger.write(left || { ...record, owners });
}

/** With no owner left it is kept for `undo`. undefined: nothing is left to take back. */
function recordAfter(
  scope: PlanScope,
  { plan, planned, at }: Writing,
  write: { backup: string | undefined; outcome: WriteOutcome },
): FileRecord | undefined {
  if (planned.recordAfter !== undefined) return planned.recordAfter.record;
  const { file, owned, bytes } = planned;
  const record = file.record ?? newRecord(scope, plan, planned);
  const owners = ownersWith(record.owners, plan.connection, owned);
  const { madeFolders, tightenedFrom = record.tightenedFrom } = write.outcome;
  const change = connectionChange(scope.machine, scope.request, plan.tool.id);
  const pushed = pushWrite(record, {
    at,
    command: scope.request.command,
    connection: plan.connection,
    before: file.state.bytes === undefined ? undefined : sha256(file.state.bytes),
    after: bytes === undefined ? undefined : sha256(bytes),
    inverse: planned.inverse,
    ownersBefore: changedKeys(record.owners, owners),
    ...(write.backup === undefined ? {} : { backup: write.backup }),
    ...(change === undefined ? {} : { connectionChange: change }),
  });
  return {
    ...pushed,
    owners,
    madeFolders: [...record.madeFolders, ...madeFolders],
    ...(planned.isSecret ? { heldKey: true as const } : {}),
    ...(tightenedFrom === undefined ? {} : { tightenedFrom }),
  };
}

function newRecord({ ledger }: PlanScope, plan: ToolPlan, planned: FilePlan): FileRecord {
  const past = ledger.read(planned.file.state.realPath);
  return {
    schema: 1,
    path: planned.file.state.realPath,
    tool: plan.tool.id,
    clean: !planned.adopted,
    stack: [],
    madeFolders: [],
    owners: {},
    ...(past === undefined ? {} : { past }),
  };
}

function notesOf(planned: FilePlan, outcome: WriteOutcome): string[] {
  const { path } = planned.file.state;
  const notes: string[] = [];
  if (planned.isSecret) notes.push(`${path} holds the key and is readable by you alone`);
  if (outcome.inPlace) {
    notes.push(`${path} was written in place (a hard link or a mounted file): not safe against a crash`);
  }
  if (outcome.tightenedFrom !== undefined) {
    notes.push(`${path} had mode ${outcome.tightenedFrom.toString(8).slice(-4)} and has 0600 now`);
  }
  return notes;
}
