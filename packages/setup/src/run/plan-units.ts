import { isRackError } from '@modelrack/errors';
import { isUsual, type Target } from '../connections/target.ts';
import { openOwnLedger } from '../ledger/own-ledger.ts';
import type { Machine, RequestedTool, RunRequest, ToolOutcome } from '../machine/types.ts';
import { equippedTool } from '../equip/equipped-tool.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { ToolPlan } from '../plan/tool-plan.ts';
import { planTool } from '../setup/plan-tool.ts';
import { withFilesHere } from '../connections/files-here.ts';
import { knownTargets, leftElsewhere } from './known-targets.ts';
import { combineOutcomes, outcomeOf, refusalOf } from './outcome.ts';

export async function scopeOf(machine: Machine, asked: RunRequest, isDry: boolean): Promise<PlanScope> {
  const ledger = openOwnLedger(machine);
  const request = { ...asked, connection: withFilesHere(machine, ledger, asked.connection) };
  const at = request.at ?? machine.now().toISOString();
  if (request.command !== 'undo') return { machine, request, isDry, ledger, at };
  const { connectionBefore } = await import('../undo/connection-before.ts');
  return { machine, request: { ...request, connection: connectionBefore(ledger, request) }, isDry, ledger, at };
}

/** One main file of one tool. */
export interface Unit {
  readonly requested: RequestedTool;
  readonly target: Target;
}
export interface Planned extends Unit {
  /** undefined: refused. */
  readonly plan: ToolPlan | undefined;
  readonly outcome: ToolOutcome;
}

export async function unitsOf({ machine, ledger, request }: PlanScope): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const requested of request.tools) {
    for (const target of knownTargets(machine, ledger, { request, tool: requested.tool })) {
      const keepsMcp = await keepsServer(machine, request, { requested, target });
      const tool = equippedTool(machine, request, { requested, target, keepsMcp });
      units.push({ requested: { ...requested, tool, ...(keepsMcp ? { mcp: true } : {}) }, target });
    }
  }
  return units;
}

/** Our server stands there from a time of which no record is left: without being asked for again it stays in step. */
async function keepsServer(machine: Machine, request: RunRequest, { requested, target }: Unit): Promise<boolean> {
  const { command, connection } = request;
  const { tool, mcp } = requested;
  const isFirst = command === 'setup' && connection.tools[tool.id] === undefined && isUsual(target);
  if (!isFirst || mcp !== undefined || tool.mcp === undefined) return false;
  try {
    const { mcpState } = await import('./mcp-state.ts');
    return (await mcpState(machine, tool, connection))?.isOurs === true;
  } catch (error) {
    // The file does not parse: said where the tool itself is planned, if it is one of its own.
    if (isRackError(error)) return false;
    throw error;
  }
}

export function combined(done: readonly Planned[]): ToolOutcome[] {
  const byTool = new Map<string, ToolOutcome>();
  for (const { outcome } of done) {
    const known = byTool.get(outcome.tool);
    byTool.set(outcome.tool, known === undefined ? outcome : combineOutcomes(known, outcome));
  }
  return [...byTool.values()];
}

export async function planOne(scope: PlanScope, unit: Unit): Promise<Planned> {
  try {
    const plan = withLeft(scope, unit, await planBy(scope, unit));
    return { ...unit, plan, outcome: outcomeOf(plan, undefined) };
  } catch (error) {
    if (!isRackError(error)) throw error;
    return { ...unit, plan: undefined, outcome: refusalOf(unit.requested.tool.id, error) };
  }
}

function withLeft({ machine, ledger, request }: PlanScope, { target }: Unit, plan: ToolPlan): ToolPlan {
  const { tool } = plan;
  const planned = plan.files.map(({ file }) => file.state.realPath);
  const left = isUsual(target) ? leftElsewhere(machine, ledger, { request, tool, planned }) : [];
  if (left.length === 0) return plan;
  const remedy = `run \`modelrack ${request.command} ${tool.id}\` where a variable leads there, as it did then`;
  const notes = [...plan.notes, ...left.map((path) => `${path} stays as it is: ${remedy}`)];
  // What stands at the usual place is none of ours then.
  const isOurs = plan.files.some(({ file }) => file.claims !== undefined);
  return isOurs ? { ...plan, notes } : { ...plan, notes, files: [], drafts: [], asks: [], companions: undefined };
}

/** What is asked for seldom is loaded when it is. */
async function planBy(scope: PlanScope, { requested, target }: Unit): Promise<ToolPlan> {
  if (scope.request.command === 'remove') {
    const { planToolRemoval } = await import('../remove/plan-tool-removal.ts');
    return planToolRemoval(scope, requested, target);
  }
  if (scope.request.command === 'undo') {
    const { planToolUndo } = await import('../undo/plan-tool-undo.ts');
    return planToolUndo(scope, requested);
  }
  return planTool(scope, requested, target);
}
