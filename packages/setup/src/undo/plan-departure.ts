import { peekTarget, popWrite, undoTarget, type FileRecord } from '@modelrack/config-edit';
import type { Target } from '../connections/target.ts';
import { holdsOurs } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { RequestedTool } from '../machine/types.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { planToolRemoval } from '../remove/plan-tool-removal.ts';
import { leftRecord } from './undo-file.ts';

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
  const holds = ({ owners }: FileRecord) => holdsOurs(readClaims(owners[name], undefined));
  const others = ledger
    .list()
    .filter(({ tool: id, path, owners }) => id === tool.id && !last.some((one) => one.path === path) && name in owners);
  const isLeaving = !last.some((record) => holds(popWrite(record))) && !others.some(holds);
  // Where it only watches what is picked.
  const isElsewhere = others.some(({ owners }) =>
    Object.values(readClaims(owners[name], undefined)).some(({ isSeen }) => isSeen === true),
  );
  const isExact = last.every((record) => undoTarget(record, peekTarget(machine.fs, record.path).bytes) !== undefined);
  if (!isLeaving || (isExact && !isElsewhere)) return undefined;
  const target: Target = { connection: name, project: false, instead: undefined };
  const plan = await planToolRemoval(scope, requested, target);
  const paths = plan.files.map(({ file }) => file.state.realPath);
  if (!last.every(({ path }) => paths.includes(path))) return undefined;
  return {
    ...plan,
    // What the user changed stays, and counts.
    drafts: plan.drafts.map((draft) => ({ ...draft, total: { count: draft.protectedModels.length } })),
    files: plan.files.map((whole) => {
      const { takenSecrets: _, ...planned } = whole;
      const record = last.find(({ path }) => path === planned.file.state.realPath);
      return { ...planned, recordAfter: { record: record ? leftRecord(record) : without(planned.file.record, name) } };
    }),
  };
}

/** Of a file that the connection only watched. */
function without(record: FileRecord | undefined, connection: string): FileRecord | undefined {
  if (record === undefined) return undefined;
  const { [connection]: _, ...owners } = record.owners;
  return record.stack.length === 0 && Object.keys(owners).length === 0 ? undefined : { ...record, owners };
}
