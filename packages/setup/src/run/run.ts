import { openOwnLedger } from '../ledger/own-ledger.ts';
import { changedKeys, peekTarget, type FileRecord, type Ledger } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { loadConnections, writeConnection } from '../connections/connections.ts';
import type { Target } from '../connections/target.ts';
import { choiceAfter } from '../connections/targets.ts';
import { holdsOurs, type Claims } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { withLock } from '../machine/lock.ts';
import { hasOwnCommand, installOwnCommand, isOwnCommandInstalled, removeOwnCommand } from '../machine/own-command.ts';
import type {
  Connection,
  Machine,
  RequestedTool,
  RunOutcome,
  RunRequest,
  ToolChoice,
  ToolOutcome,
} from '../machine/types.ts';
import { isSame } from '../open-file/is-same.ts';
import { equippedTool } from '../plan/equipped-tool.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { areCompanionsCurrent, hasCompanionChanges } from '../plugin-files/companions.ts';
import { planToolRemoval } from '../remove/plan-tool-removal.ts';
import { planTool } from '../setup/plan-tool.ts';
import { connectionBefore } from '../undo/connection-before.ts';
import { planToolUndo } from '../undo/plan-tool-undo.ts';
import { applyCompanions, takeBackCompanions } from './apply-companions.ts';
import { writeToolPlan } from './apply-plan.ts';
import { knownTargets } from './known-targets.ts';
import { combineOutcomes, outcomeOf, refusalOf } from './outcome.ts';

/** How often a file may change under our hands before we give up. */
const attempts = 5;

/** What `applyRun` would do; reads only. */
export async function planRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = scopeOf(machine, request, true);
  const planned: Planned[] = [];
  for (const unit of unitsOf(scope)) planned.push(await planOne(scope, unit));
  return { tools: combined(planned) };
}

/**
 * Plans and writes under the lock, tool by tool; a refusal of one leaves the others alone. Nothing to do:
 * neither lock nor state is touched.
 */
export async function applyRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = scopeOf(machine, request, false);
  const planned: Planned[] = [];
  for (const unit of unitsOf(scope)) planned.push(await planOne(scope, unit));
  const connection = connectionAfter(scope, request, planned);
  const isDone = planned.every((each) => isIdle(scope, each)) && (await isConnectionSaved(machine, connection));
  if (isDone && !(request.command === 'remove' && (await isOwnCommandLeft(scope)))) {
    return { tools: combined(planned) };
  }
  return withLock(machine, () => applyLocked(scope, request, planned));
}

function isIdle(scope: PlanScope, { plan }: Planned): boolean {
  return plan === undefined || isNothingToWrite(scope, plan);
}

async function applyLocked(scope: PlanScope, request: RunRequest, planned: readonly Planned[]): Promise<RunOutcome> {
  const { machine } = scope;
  const done: Planned[] = [];
  // Whatever ends the run half-way, what it set up is known to our configuration.
  const wanted = connectionAfter(scope, request, planned);
  if (request.command === 'setup' && !(await isConnectionSaved(machine, wanted)))
    await writeConnection(machine, wanted);
  for (const each of planned) done.push(await applyOne(scope, each));
  const connection = connectionAfter(scope, request, done);
  if (!(await isConnectionSaved(machine, connection))) await writeConnection(machine, connection);
  if ((request.command === 'remove' || request.command === 'undo') && (await isOwnCommandLeft(scope))) {
    removeOwnCommand(machine);
  }
  return { tools: combined(done) };
}

/** One main file of one tool. */
interface Unit {
  readonly requested: RequestedTool;
  readonly target: Target;
}
interface Planned extends Unit {
  /** undefined: refused. */
  readonly plan: ToolPlan | undefined;
  readonly outcome: ToolOutcome;
}

function unitsOf({ machine, ledger, request }: PlanScope): Unit[] {
  return request.tools.flatMap((requested) =>
    knownTargets(machine, ledger, { request, tool: requested.tool }).map((target) => ({
      requested: { ...requested, tool: equippedTool(machine, request, { requested, target }) },
      target,
    })),
  );
}

function combined(done: readonly Planned[]): ToolOutcome[] {
  const byTool = new Map<string, ToolOutcome>();
  for (const { outcome } of done) {
    const known = byTool.get(outcome.tool);
    byTool.set(outcome.tool, known === undefined ? outcome : combineOutcomes(known, outcome));
  }
  return [...byTool.values()];
}

async function planOne(scope: PlanScope, unit: Unit): Promise<Planned> {
  try {
    const plan = await planBy(scope, unit);
    return { ...unit, plan, outcome: outcomeOf(plan, undefined) };
  } catch (error) {
    if (!isRackError(error)) throw error;
    return { ...unit, plan: undefined, outcome: refusalOf(unit.requested.tool.id, error) };
  }
}

function planBy(scope: PlanScope, { requested, target }: Unit): Promise<ToolPlan> {
  if (scope.request.command === 'remove') return planToolRemoval(scope, requested, target);
  if (scope.request.command === 'undo') return planToolUndo(scope, requested);
  return planTool(scope, requested, target);
}

/** A plan from before the lock holds if nobody wrote since; else it is made anew. */
async function applyOne(scope: PlanScope, first: Planned): Promise<Planned> {
  const unit: Unit = { requested: first.requested, target: first.target };
  const isFirstGood = first.plan !== undefined && isCurrent(scope, first.plan);
  const hadCommand = hasOwnCommand(scope.machine);
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
      await takeBackMade(scope, planned.plan, hadCommand);
      return { ...unit, plan: undefined, outcome: refusalOf(unit.requested.tool.id, error) };
    }
  }
}

/** Of a setup that is refused after all, nothing of ours is left, unless some file of the tool points to it by now. */
async function takeBackMade(scope: PlanScope, plan: ToolPlan, hadCommand: boolean): Promise<void> {
  const { machine, ledger } = scope;
  if (!plan.files.every(({ file }) => isSame(ledger.peek(file.state.realPath), file.recordBytes))) return;
  if (plan.companions !== undefined) takeBackCompanions(machine, plan.companions);
  if (!hadCommand && (await isOwnCommandLeft(scope))) removeOwnCommand(machine);
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

function scopeOf(machine: Machine, request: RunRequest, isDry: boolean): PlanScope {
  const ledger = openOwnLedger(machine);
  const at = request.at ?? machine.now().toISOString();
  if (request.command !== 'undo') return { machine, request, isDry, ledger, at };
  return { machine, request: { ...request, connection: connectionBefore(ledger, request) }, isDry, ledger, at };
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

/** The connection as it is to be kept after this run: which tools it serves, and with which choice. */
function connectionAfter(
  { machine, ledger, request: planned }: PlanScope,
  asked: RunRequest,
  done: readonly Planned[],
): Connection {
  // While a file keeps the new gateway, so does the connection.
  const request = done.every(({ plan, outcome }) => plan !== undefined && outcome.status !== 'failed')
    ? planned
    : asked;
  const { connection, command } = request;
  const tools: Record<string, ToolChoice> = { ...connection.tools };
  for (const { requested, plan, outcome } of done) {
    const { id } = requested.tool;
    if (plan === undefined || outcome.status === 'failed') continue;
    const isFree =
      plan.files.length > 0 && plan.files.every(({ claims }) => claims === undefined || !holdsOurs(claims));
    if (command === 'undo' && (!isFree || isElsewhere(ledger, plan))) continue;
    const left = choiceAfter(machine, request, requested);
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

async function isConnectionSaved(machine: Machine, connection: Connection): Promise<boolean> {
  // Taking out what no connection is known for makes none.
  if (connection.apiRoot === '') return true;
  const known = (await loadConnections(machine)).find(({ name }) => name === connection.name);
  return known !== undefined && textOf(known) === textOf(connection);
}

function textOf({ name, apiRoot, key, tools }: Connection): string {
  const sorted = Object.entries(tools).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, apiRoot, key, sorted]);
}

/** Our copy of the command, or a part of it, which no tool needs. */
async function isOwnCommandLeft({ machine, ledger }: PlanScope): Promise<boolean> {
  if (!hasOwnCommand(machine)) return false;
  const connections = await loadConnections(machine);
  const isSetUp = connections.some(({ tools }) => Object.keys(tools).length > 0);
  return !isSetUp && !ledger.list().some((record) => callsUs(machine, record));
}

/** A file in which something of ours is left, and which calls our command, whatever the configuration says. */
function callsUs({ fs }: Machine, { path, owners }: FileRecord): boolean {
  if (Object.keys(owners).length === 0) return false;
  const { bytes } = peekTarget(fs, path);
  return bytes !== undefined && new TextDecoder().decode(bytes).includes('modelrack.js');
}
