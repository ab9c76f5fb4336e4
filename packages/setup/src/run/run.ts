import { changedKeys } from '@modelrack/config-edit';
import { savedLike } from '../connections/connections.ts';
import type { Claims } from '../ledger/claims.ts';
import { withLock } from '../machine/lock.ts';
import { isOwnCommandInstalled } from '../machine/own-command.ts';
import type { Machine, RunOutcome, RunRequest } from '../machine/types.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { hasCompanionChanges } from '../plugin-files/companions.ts';
import { connectionAfter, isConnectionSaved } from './connection-after.ts';
import { isOwnCommandLeft } from './own-command-in-use.ts';
import { combined, planOne, scopeOf, unitsOf, type Planned } from './plan-units.ts';

/** What `applyRun` would do; reads only. */
export async function planRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = await scopeOf(machine, request, true);
  const planned: Planned[] = [];
  for (const unit of await unitsOf(scope)) planned.push(await planOne(scope, unit));
  return { tools: combined(planned) };
}

/**
 * Plans and writes under the lock, tool by tool; a refusal of one leaves the others alone. Nothing to do:
 * neither lock nor state is touched.
 */
export async function applyRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = await scopeOf(machine, request, false);
  const planned: Planned[] = [];
  for (const unit of await unitsOf(scope)) planned.push(await planOne(scope, unit));
  const saved = await savedLike(machine, request.connection);
  const connection = connectionAfter(scope, request, { done: planned, saved });
  const isDone = planned.every((each) => isIdle(scope, each)) && (await isConnectionSaved(machine, connection));
  if (isDone && !(request.command === 'remove' && (await isOwnCommandLeft(scope)))) {
    return { tools: combined(planned) };
  }
  const { applyLocked } = await import('./apply-units.ts');
  return withLock(machine, () => applyLocked(scope, request, planned));
}

function isIdle(scope: PlanScope, { plan }: Planned): boolean {
  return plan === undefined || isNothingToWrite(scope, plan);
}

function isNothingToWrite({ machine }: PlanScope, plan: ToolPlan): boolean {
  if (plan.usesOwnCommand && !isOwnCommandInstalled(machine)) return false;
  if (hasCompanionChanges(plan.companions)) return false;
  return plan.files.every((planned) => {
    if (planned.hasChanges || planned.recordAfter !== undefined) return false;
    return isSameClaims(planned.file.claims, planned.claims);
  });
}

function isSameClaims(one: Claims | undefined, other: Claims | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const keys = Object.keys(one);
  // Most are the very same.
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => one[key] === other[key] || changedKeys({ is: one[key] }, { is: other[key] }).length === 0);
}
