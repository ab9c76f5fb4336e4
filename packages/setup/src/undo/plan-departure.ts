import { peekTarget, popWrite, undoTarget, type FileRecord } from '@modelrack/config-edit';
import type { Target } from '../connections/target.ts';
import { holdsOurs, type Claims } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { choosePlace, mainFileOf } from '../machine/resolve-place.ts';
import type { RequestedTool } from '../machine/types.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { ownersAfter } from '../open-file/owners-after.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { planToolRemoval } from '../remove/plan-tool-removal.ts';
import { specOf } from './spec-of.ts';
import { leftRecord, undoFile } from './undo-file.ts';

/**
 * Where the connection leaves the tool and the user wrote since, it leaves as by a removal, a model of ours that they
 * picked included; undefined: there is nothing but its own last writes to take back.
 */
export async function planDeparture(
  scope: PlanScope,
  requested: RequestedTool,
  last: readonly FileRecord[],
): Promise<ToolPlan | undefined> {
  const { machine, ledger, request } = scope;
  const { tool } = requested;
  const { name } = request.connection;
  const claimsOf = ({ owners }: FileRecord) => readClaims(owners[name], undefined);
  const others = ledger
    .list()
    .filter(({ tool: id, path, owners }) => id === tool.id && !last.some((one) => one.path === path) && name in owners);
  // Where it only fills gaps, or watches what is picked, it goes along.
  const isLeaving =
    !last.some((record) => holdsOurs(claimsOf(popWrite(record)))) && !others.some((one) => holdsMore(claimsOf(one)));
  const isExact = last.every((record) => undoTarget(record, peekTarget(machine.fs, record.path).bytes) !== undefined);
  // What led to us before our first write was only noted: an undo leaves it.
  const isElsewhere = others.some((one) => Object.values(claimsOf(one)).some(({ isNoted }) => isNoted !== true));
  if (!isLeaving || (isExact && !isElsewhere)) return undefined;
  const plan = await planToolRemoval(scope, requested, targetOf(scope, requested, last));
  const paths = plan.files.map(({ file }) => file.state.realPath);
  if (!last.every(({ path }) => paths.includes(path))) return undefined;
  const files = plan.files.map(async (whole): Promise<FilePlan> => {
    const record = last.find(({ path }) => path === whole.file.state.realPath);
    const undone = record !== undefined && isExact ? await undoFile(scope, tool, record) : undefined;
    if (undone !== undefined) return undone.plan;
    const { takenSecrets: _, ...planned } = whole;
    return { ...planned, recordAfter: { record: record ? leftRecord(record) : without(planned, name) } };
  });
  return {
    ...plan,
    files: await Promise.all(files),
    // What the user changed stays, and counts.
    drafts: plan.drafts.map((draft) => ({ ...draft, total: { count: draft.protectedModels.length } })),
  };
}

/** The main file that was written, be it at another place than the usual one. */
function targetOf({ machine, request }: PlanScope, { tool }: RequestedTool, last: readonly FileRecord[]): Target {
  const connection = request.connection.name;
  const main = mainFileOf(tool.files);
  const path = last.find((record) => specOf(machine, tool, record) === main)?.path;
  const usual = main && peekTarget(machine.fs, choosePlace(machine, main, connection).path).realPath;
  return { connection, project: false, instead: path === usual ? undefined : path };
}

function holdsMore(claims: Claims): boolean {
  return holdsOurs(Object.fromEntries(Object.entries(claims).filter(([, { isOptional }]) => isOptional !== true)));
}

/** Of a file that the connection only watched, or filled a gap in. */
function without(planned: FilePlan, connection: string): FileRecord | undefined {
  const { record } = planned.file;
  if (record === undefined) return undefined;
  const owners = ownersAfter({ ...planned, claims: undefined }, connection);
  return record.stack.length === 0 && Object.keys(owners).length === 0 ? undefined : { ...record, owners };
}
