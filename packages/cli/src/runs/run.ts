import type { Catalog } from '@modelrack/catalog';
import { resolve } from 'node:path';
import { RackError } from '@modelrack/errors';
import {
  applyRun,
  foldersOf,
  planRun,
  type Machine,
  type RequestedTool,
  type RunRequest,
  type ToolOutcome,
} from '@modelrack/setup';
import { lastList } from '../lists/cached-list.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { oneLine } from '@modelrack/text';
import { withProgress } from '../terminal/progress.ts';

export interface Run {
  /** Its two consents are those of the flags; more may be given on the way. */
  readonly request: RunRequest;
  readonly options: RunOptions;
  /** What has to be on the disk before a tool's file points to it: connection and key. */
  beforeWriting(): Promise<void>;
  /** Tools that may be switched over, beside what is asked on the way. */
  readonly agreed?: ReadonlySet<string>;
  /** Shows what would be written and asks, where somebody can answer; without it nothing of that. */
  agree?(plan: Planned): Promise<boolean>;
}

/** What would be written. */
export interface Planned {
  readonly tools: readonly ToolOutcome[];
  /** What is switched over, and from what, by the tool's id. */
  readonly diverted: ReadonlyMap<string, string>;
}

export function isPreview(options: Pick<RunOptions, 'dryRun' | 'check'>): boolean {
  return options.dryRun === true || options.check === true;
}

/** Plans, asks what has to be asked, and writes. undefined: the user said no, nothing was written. */
export async function carryOut(context: Context, asked: Run): Promise<readonly ToolOutcome[] | undefined> {
  const machine = await context.machine();
  refuseOwnFile(machine, asked.request.configFile);
  const at = asked.request.at ?? machine.now().toISOString();
  const run: Run = {
    ...asked,
    request: { ...asked.request, at, companions: { listOf: (name) => listOf(machine, asked.request, name) } },
  };
  if (isPreview(run.options)) return (await planRun(machine, run.request)).tools;
  const requests = context.canAsk() ? await withAnswers(context, run) : [run.request];
  if (requests === undefined) return undefined;
  await run.beforeWriting();
  const outcomes: ToolOutcome[] = [];
  for (const request of requests) outcomes.push(...(await applyRun(machine, request)).tools);
  return inOrder(outcomes, run.request.tools);
}

/** The list that was just read may not be kept yet. */
function listOf(machine: Machine, { connection, catalog }: RunRequest, name: string): Catalog | undefined {
  return name === connection.name && catalog !== undefined ? catalog : lastList(machine, name);
}

/** One request per set of consents that was given; undefined: not agreed. */
async function withAnswers(context: Context, run: Run): Promise<readonly RunRequest[] | undefined> {
  const machine = await context.machine();
  const plan = (request: RunRequest) =>
    withProgress(context, 'Working out what would change', () => planRun(machine, request));
  const first = await plan(run.request);
  const requests = await askConsents(context, run, first.tools);
  if (run.agree === undefined) return requests;
  const outcomes: ToolOutcome[] = [];
  const isAsPlanned = requests.length === 1 && requests[0] === run.request;
  for (const request of isAsPlanned ? [] : requests) outcomes.push(...(await plan(request)).tools);
  const tools = inOrder(isAsPlanned ? first.tools : outcomes, run.request.tools);
  const isIdle = !tools.some((tool) => tool.status === 'would-change');
  return isIdle || (await run.agree({ tools, diverted: divertedIn(first.tools, tools) })) ? requests : undefined;
}

/** Refused at first, and planned once somebody had agreed. */
function divertedIn(first: readonly ToolOutcome[], planned: readonly ToolOutcome[]): ReadonlyMap<string, string> {
  const asking = first.filter(({ tool, asks }) => {
    return asks.includes('take-over') && planned.some((each) => each.tool === tool && each.error === null);
  });
  return new Map(asking.map(({ tool, error }) => [tool, error?.message ?? '']));
}

/** A tool for which nothing was agreed stays in the first request, and is skipped there with the reason. */
async function askConsents(
  context: Context,
  { request, agreed }: Run,
  planned: readonly ToolOutcome[],
): Promise<readonly RunRequest[]> {
  const groups = new Map<string, RunRequest>();
  for (const requested of request.tools) {
    const outcome = planned.find(({ tool }) => tool === requested.tool.id);
    const isKnown = request.takeOver || agreed?.has(requested.tool.id) === true;
    const takeOver = isKnown || (await isAgreed(context, outcome, 'take-over'));
    const allowShrink = request.allowShrink || (await isAgreed(context, outcome, 'shrink'));
    const key = `${takeOver} ${allowShrink}`;
    const tools = [...(groups.get(key)?.tools ?? []), requested];
    groups.set(key, { ...request, takeOver, allowShrink, tools });
  }
  const requests = [...groups.values()];
  const [only] = requests;
  const isUnchanged =
    requests.length === 1 && only?.takeOver === request.takeOver && only.allowShrink === request.allowShrink;
  return isUnchanged ? [request] : requests;
}

async function isAgreed(
  context: Context,
  outcome: ToolOutcome | undefined,
  what: 'take-over' | 'shrink',
): Promise<boolean> {
  if (outcome === undefined || !outcome.asks.includes(what)) return false;
  const { confirm } = await import('../terminal/questions.ts');
  // Beside the question, not in it: it is long, and a prompt breaks it within words.
  for (const reason of [outcome.error?.message, ...outcome.notes]) {
    if (reason !== undefined) context.world.err.write(`${outcome.tool}: ${oneLine(reason)}\n`);
  }
  const question = what === 'take-over' ? 'switch it to this gateway?' : 'remove these models?';
  return confirm(context, `${outcome.tool}: ${question}`, false);
}

function inOrder(outcomes: readonly ToolOutcome[], tools: readonly RequestedTool[]): readonly ToolOutcome[] {
  const order = tools.map(({ tool }) => tool.id);
  return outcomes.toSorted((one, other) => order.indexOf(one.tool) - order.indexOf(other.tool));
}

/** Our own configuration is no tool's file. */
function refuseOwnFile(machine: Machine, file: string | undefined): void {
  if (file === undefined || resolve(machine.cwd, file) !== foldersOf(machine).configFile) return;
  throw new RackError('usage', '--config-file names the configuration of modelrack itself', {
    path: file,
    hint: "name the tool's own file",
  });
}
