import type { Ledger } from '@modelrack/config-edit';
import { savedLike } from '../connections/connections.ts';
import { choiceAfter } from '../connections/targets.ts';
import { holdsOurs } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { Connection, Machine, RunRequest, ToolChoice } from '../machine/types.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import type { Planned } from './plan-units.ts';

/**
 * The connection as it is to be kept after this run: which tools it serves, and with which choice. `saved` is what our
 * configuration said before it: another run, or another part of this one, may have set up others since it was read.
 */
export function connectionAfter(
  { machine, ledger, request: planned }: PlanScope,
  asked: RunRequest,
  { done, saved }: { done: readonly Planned[]; saved: Connection | undefined },
): Connection {
  // While a file keeps the new gateway, so does the connection.
  const request = done.every(({ plan, outcome }) => plan !== undefined && outcome.status !== 'failed')
    ? planned
    : asked;
  const { connection, command } = request;
  // An undo knows what it was before.
  const before = command === 'undo' ? connection : (saved ?? connection);
  const tools: Record<string, ToolChoice> = { ...before.tools };
  for (const { requested, plan, outcome } of done) {
    const { id } = requested.tool;
    if (plan === undefined || outcome.status === 'failed') continue;
    const isFree =
      plan.files.length > 0 && plan.files.every(({ claims }) => claims === undefined || !holdsOurs(claims));
    if (command === 'undo' && (!isFree || isElsewhere(ledger, plan))) continue;
    const left = choiceAfter(machine, request, { requested, files: plan.files.map(({ file }) => file.state.path) });
    if (left === undefined) delete tools[id];
    else tools[id] = left;
  }
  return { ...connection, tools };
}

/** Another file of the tool still holds something of the connection. */
function isElsewhere(ledger: Ledger, { tool, connection, files }: ToolPlan): boolean {
  const isTakenBack = (path: string) => files.some(({ file }) => file.state.realPath === path);
  return ledger
    .list()
    .some(
      (record) =>
        record.tool === tool.id &&
        !isTakenBack(record.path) &&
        holdsOurs(readClaims(record.owners[connection], undefined)),
    );
}

export async function isConnectionSaved(machine: Machine, connection: Connection): Promise<boolean> {
  // Taking out what no connection is known for makes none.
  if (connection.apiRoot === '') return true;
  const known = await savedLike(machine, connection);
  return known !== undefined && textOf(known) === textOf(connection);
}

function textOf({ name, apiRoot, key, tools }: Connection): string {
  const sorted = Object.entries(tools).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, apiRoot, key, sorted]);
}
