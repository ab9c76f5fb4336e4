import { peekTarget } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { readConfig } from '../connections/config-file.ts';
import { savedLike, writeConnection } from '../connections/connections.ts';
import { installOwnCommand, removeOwnCommand } from '../machine/own-command.ts';
import type { RunOutcome, RunRequest } from '../machine/types.ts';
import { isSame } from '../open-file/is-same.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { areCompanionsCurrent } from '../plugin-files/companions.ts';
import { applyCompanions, takeBackCompanions } from './apply-companions.ts';
import { writeToolPlan } from './apply-plan.ts';
import { connectionAfter, isConnectionSaved } from './connection-after.ts';
import { outcomeOf, refusalOf } from './outcome.ts';
import { isOwnCommandLeft } from './own-command-in-use.ts';
import { combined, planOne, type Planned, type Unit } from './plan-units.ts';

/** How often a file may change under our hands before we give up. */
const attempts = 5;

/** Writes what was planned, or is planned anew where somebody wrote since; our lock is held. */
export async function applyLocked(
  scope: PlanScope,
  request: RunRequest,
  planned: readonly Planned[],
): Promise<RunOutcome> {
  const { machine } = scope;
  const done: Planned[] = [];
  const saved = await savedLike(machine, request.connection);
  const wanted = connectionAfter(scope, request, { done: planned, saved });
  // Whatever ends a setup half-way, what it set up is known to our configuration; else that can be written at least.
  const prepare = request.command === 'setup' ? writeConnection : readConfig;
  if (!(await isConnectionSaved(machine, wanted))) await prepare(machine, wanted);
  for (const each of planned) done.push(await applyOne(scope, each));
  const connection = connectionAfter(scope, request, { done, saved });
  if (!(await isConnectionSaved(machine, connection))) await writeConnection(machine, connection);
  const isTakenBack = request.command === 'remove' || request.command === 'undo';
  const isRefused = done.some(({ plan }) => plan === undefined);
  if ((isTakenBack || isRefused) && (await isOwnCommandLeft(scope))) removeOwnCommand(machine);
  return { tools: combined(done) };
}

/** A plan from before the lock holds if nobody wrote since; else it is made anew. */
async function applyOne(scope: PlanScope, first: Planned): Promise<Planned> {
  const unit: Unit = { requested: first.requested, target: first.target };
  const isFirstGood = first.plan !== undefined && isCurrent(scope, first.plan);
  for (let attempt = 1; ; attempt++) {
    const planned = attempt === 1 && isFirstGood ? first : await planOne(scope, unit);
    if (planned.plan === undefined) return planned;
    try {
      if (planned.plan.usesOwnCommand) installOwnCommand(scope.machine);
      const written = writePlan(scope, planned.plan);
      return { ...planned, outcome: outcomeOf(planned.plan, written) };
    } catch (error) {
      if (!isRackError(error)) throw error;
      // Another program wrote in between: look again and plan anew.
      if (error.code === 'file-changed' && attempt < attempts) continue;
      takeBackMade(scope, planned.plan);
      return { ...unit, plan: undefined, outcome: refusalOf(unit.requested.tool.id, error) };
    }
  }
}

/** Of a setup that is refused after all, nothing of ours is left, unless some file of the tool points to it by now. */
function takeBackMade({ machine, ledger }: PlanScope, plan: ToolPlan): void {
  if (!plan.files.every(({ file }) => isSame(ledger.peek(file.state.realPath), file.recordBytes))) return;
  if (plan.companions !== undefined) takeBackCompanions(machine, plan.companions);
}

/** Files of ours are there before the tool's file points to them, and until it points to them no more. */
function writePlan(scope: PlanScope, plan: ToolPlan): ReturnType<typeof writeToolPlan> {
  const { companions } = plan;
  const isThere = companions?.after !== undefined;
  if (companions !== undefined && isThere) applyCompanions(scope.machine, companions);
  const written = writeToolPlan(scope, plan);
  if (companions !== undefined && !isThere) applyCompanions(scope.machine, companions);
  return written;
}

/** What the plan was made from is what is there. A file that is written is compared at that moment. */
function isCurrent({ machine, ledger }: PlanScope, plan: ToolPlan): boolean {
  if (!areCompanionsCurrent(machine, plan.companions)) return false;
  return plan.files.every(({ file, hasChanges }) => {
    const { state, recordBytes } = file;
    if (!isSame(ledger.peek(state.realPath), recordBytes)) return false;
    return hasChanges || isSame(peekTarget(machine.fs, state.path).bytes, state.bytes);
  });
}
