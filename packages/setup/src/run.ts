import { openLedger, type Ledger } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { writeToolPlan } from './apply-plan.ts';
import { loadConnections, writeConnection } from './connections.ts';
import { foldersOf } from './folders.ts';
import { withLock } from './lock.ts';
import { outcomeOf, refusalOf } from './outcome.ts';
import { installOwnCommand, removeOwnCommand } from './own-command.ts';
import { isNothingOwned, ownedFrom } from './owned.ts';
import { planToolRemoval } from './plan-tool-removal.ts';
import { planToolUndo } from './plan-tool-undo.ts';
import { planTool, type PlanScope, type ToolPlan } from './plan-tool.ts';
import type { Connection, Machine, RequestedTool, RunOutcome, RunRequest, ToolChoice, ToolOutcome } from './types.ts';

/** How often a file may change under our hands before we give up. */
const attempts = 5;

/** What `applyRun` would do; reads only. */
export async function planRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = scopeOf(machine, request);
  const tools: ToolOutcome[] = [];
  for (const requested of request.tools) tools.push((await planOne(scope, requested)).outcome);
  return { tools };
}

/**
 * Plans and writes under the lock, tool by tool; a refusal of one leaves the others alone. Nothing to do:
 * neither lock nor state is touched.
 */
export async function applyRun(machine: Machine, request: RunRequest): Promise<RunOutcome> {
  const scope = scopeOf(machine, request);
  const planned = [];
  for (const requested of request.tools) planned.push(await planOne(scope, requested));
  const connection = connectionAfter(request, planned);
  const isIdle = planned.every(({ plan }) => plan === undefined || isNothingToWrite(plan, scope.ledger));
  if (isIdle && (await isConnectionSaved(machine, connection))) {
    return { tools: planned.map(({ outcome }) => outcome) };
  }
  return withLock(machine, () => applyLocked(scope));
}

async function applyLocked(scope: PlanScope): Promise<RunOutcome> {
  const { machine, request } = scope;
  const done: Planned[] = [];
  for (const requested of request.tools) done.push(await applyOne(scope, requested));
  const connection = connectionAfter(request, done);
  if (request.command !== 'undo' || connection !== request.connection) {
    if (!(await isConnectionSaved(machine, connection))) await writeConnection(machine, connection);
  }
  if (request.command === 'remove' || request.command === 'undo') await removeOwnCommandIfUnused(machine);
  return { tools: done.map(({ outcome }) => outcome) };
}

interface Planned {
  readonly requested: RequestedTool;
  readonly plan: ToolPlan | undefined;
  readonly outcome: ToolOutcome;
}

async function planOne(scope: PlanScope, requested: RequestedTool): Promise<Planned> {
  try {
    const plan = await planBy(scope, requested);
    return { requested, plan, outcome: outcomeOf(plan, undefined) };
  } catch (error) {
    if (!isRackError(error)) throw error;
    return { requested, plan: undefined, outcome: refusalOf(requested.tool.id, error) };
  }
}

function planBy(scope: PlanScope, requested: RequestedTool): Promise<ToolPlan> {
  if (scope.request.command === 'remove') return planToolRemoval(scope, requested);
  if (scope.request.command === 'undo') return planToolUndo(scope, requested);
  return planTool(scope, requested);
}

async function applyOne(scope: PlanScope, requested: RequestedTool): Promise<Planned> {
  for (let attempt = 1; ; attempt++) {
    const planned = await planOne(scope, requested);
    if (planned.plan === undefined) return planned;
    try {
      if (planned.plan.usesOwnCommand) installOwnCommand(scope.machine);
      const written = writeToolPlan(scope, planned.plan);
      return { ...planned, outcome: outcomeOf(planned.plan, written) };
    } catch (error) {
      if (!isRackError(error)) throw error;
      // Another program wrote in between: look again and plan anew.
      if (error.code === 'file-changed' && attempt < attempts) continue;
      return { requested, plan: undefined, outcome: refusalOf(requested.tool.id, error) };
    }
  }
}

function scopeOf(machine: Machine, request: RunRequest): PlanScope {
  return { machine, request, ledger: openLedger(machine.fs, foldersOf(machine).ledger) };
}

function isNothingToWrite(plan: ToolPlan, ledger: Ledger): boolean {
  return plan.files.every((planned) => {
    if (planned.hasChanges) return false;
    const record = ledger.read(planned.file.state.realPath);
    const known = ownedFrom(record?.owners[plan.connection]);
    return JSON.stringify(known) === JSON.stringify(planned.owned);
  });
}

/** The connection as it is to be kept after this run: which tools it serves, and with which choice. */
function connectionAfter(request: RunRequest, done: readonly Planned[]): Connection {
  const { connection, command } = request;
  const tools: Record<string, ToolChoice> = { ...connection.tools };
  for (const { requested, plan, outcome } of done) {
    const { id } = requested.tool;
    if (plan === undefined || outcome.status === 'failed') continue;
    const isFree = plan.files.every(({ owned }) => isNothingOwned(owned));
    if (command === 'setup') tools[id] = choiceAfter(request, requested);
    else if (command !== 'refresh' && isFree) delete tools[id];
  }
  return { ...connection, tools };
}

function choiceAfter(request: RunRequest, requested: RequestedTool): ToolChoice {
  const stored = request.connection.tools[requested.tool.id] ?? {};
  const models = requested.ticked ?? requested.models ?? stored.models;
  const exclude = requested.exclude ?? stored.exclude;
  const chosen = requested.default ?? stored.default;
  const files = request.configFile === undefined ? stored.files : [request.configFile];
  return {
    ...(models === undefined ? {} : { models }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(chosen === undefined ? {} : { default: chosen }),
    ...(files === undefined ? {} : { files }),
  };
}

async function isConnectionSaved(machine: Machine, connection: Connection): Promise<boolean> {
  const known = (await loadConnections(machine)).find(({ name }) => name === connection.name);
  return known !== undefined && JSON.stringify(known) === JSON.stringify(connection);
}

async function removeOwnCommandIfUnused(machine: Machine): Promise<void> {
  const connections = await loadConnections(machine);
  if (connections.every(({ tools }) => Object.keys(tools).length === 0)) removeOwnCommand(machine);
}
