import { planRun, type Connection, type ToolOutcome } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { withProgress } from '../terminal/progress.ts';
import { back, orBack } from '../terminal/or-back.ts';
import type { Context } from '../world/context.ts';
import type { ChosenGateway, ChosenTools, Draft, StepResult, Survey } from './draft.ts';

/** A tool in the list: found here or not, and what stands in its way. */
interface Row {
  readonly tool: ToolDefinition;
  readonly isFound: boolean;
  /** It would be switched over from this. */
  readonly consent: string | undefined;
  /** It cannot be set up now, and why. */
  readonly problem: string | undefined;
}

/** Ticked is what was chosen before; the first time, what is found here and loses nothing by it. */
export async function chooseTools(context: Context, survey: Survey, draft: Draft): Promise<StepResult> {
  const { gateway } = draft;
  if (gateway === undefined) throw new Error('no gateway was chosen');
  const next = (tools: ChosenTools, isAsked: boolean): StepResult => {
    return { draft: { ...draft, tools, asks: without(draft.asks, 'tools') }, isAsked };
  };
  if (survey.named.length > 0) return next({ tools: survey.named, agreed: new Set(), leftOut: [] }, false);
  const rows = await rowsOf(context, survey, gateway);
  const ticked = draft.tools?.tools ?? rows.filter((row) => isTicked(row, rows, gateway)).map(({ tool }) => tool);
  if (!draft.asks.has('tools') && ticked.length > 0) return next(withReasons(ticked, rows, gateway), false);
  const { checkbox } = await import('../terminal/questions.ts');
  context.printer.note(`Gateway: ${gateway.connection.name}, ${gateway.connection.apiRoot}`);
  for (;;) {
    const tools = await orBack(context, (asking) =>
      checkbox(
        asking,
        'Which tools?',
        rows.map((row) => ({
          name: rowText(row),
          value: row.tool,
          short: row.tool.name,
          checked: ticked.includes(row.tool),
        })),
      ),
    );
    if (tools === back) return back;
    const agreed = gateway.isDemo ? await agreeToDemo(context, tools) : tools;
    if (agreed !== back && agreed.length > 0) return next(withReasons(agreed, rows, gateway), true);
  }
}

function without(asks: Draft['asks'], what: 'tools' | 'models'): Draft['asks'] {
  return new Set([...asks].filter((each) => each !== what));
}

/** Ticking a row that names what it is switched over from agrees to that. */
function withReasons(tools: readonly ToolDefinition[], rows: readonly Row[], gateway: ChosenGateway): ChosenTools {
  const byTick = rows.filter(({ tool, consent }) => tools.includes(tool) && consent !== undefined);
  const left = rows.filter((row) => {
    return row.isFound && !tools.includes(row.tool) && (row.consent ?? row.problem) !== undefined;
  });
  return {
    tools,
    agreed: new Set([...byTick.map(({ tool }) => tool.id), ...gateway.tools]),
    leftOut: left.map(
      ({ tool, consent, problem }) => `${tool.id}: ${problem ?? `${consent}; tick it to switch it over`}`,
    ),
  };
}

async function rowsOf(context: Context, { found }: Survey, gateway: ChosenGateway): Promise<readonly Row[]> {
  const { connection, tools } = gateway;
  const shown = found.filter(({ tool }) => tool.onlyNamed !== true || isSetUp(connection, tool));
  const looked = shown.filter(({ tool, isFound }) => isFound || isSetUp(connection, tool)).map(({ tool }) => tool);
  const outcomes = new Map((await look(context, gateway, looked)).map((outcome) => [outcome.tool, outcome]));
  return shown
    .toSorted((a, b) => Number(b.isFound) - Number(a.isFound))
    .map(({ tool, isFound }) => {
      const outcome = outcomes.get(tool.id);
      const error = outcome?.error ?? null;
      const isAsking = outcome?.asks.includes('take-over') === true;
      // What uses this gateway already is not taken from anybody.
      const needsConsent = isAsking && !tools.includes(tool.id);
      const isStopped = error !== null && !isAsking;
      return {
        tool,
        isFound,
        consent: needsConsent ? diversionIn(error?.message ?? '') : undefined,
        problem: isStopped ? error.message : undefined,
      };
    });
}

/** What would become of them with all models. */
async function look(
  context: Context,
  { target, connection, list }: ChosenGateway,
  tools: readonly ToolDefinition[],
): Promise<readonly ToolOutcome[]> {
  const machine = await context.machine();
  const request = {
    command: 'setup',
    connection,
    saved: target.saved,
    key: target.key,
    catalog: list.catalog,
    tools: tools.map((tool) => ({ tool, isNamed: false })),
    takeOver: false,
    project: false,
    configFile: undefined,
    allowShrink: false,
    wire: list.wire,
  } as const;
  return (await withProgress(context, 'Looking at the tools on this machine', () => planRun(machine, request))).tools;
}

/** "… uses one gateway at a time, and this would be diverted: X" */
function diversionIn(message: string): string {
  return message.slice(message.indexOf(': ') + 1).trim();
}

function isSetUp(connection: Connection, tool: ToolDefinition): boolean {
  return connection.tools[tool.id] !== undefined;
}

function isTicked(row: Row, rows: readonly Row[], { connection, isDemo }: ChosenGateway): boolean {
  if (rows.some(({ tool }) => isSetUp(connection, tool))) return isSetUp(connection, row.tool);
  if (isDemo && row.tool.exclusive) return false;
  return row.isFound && row.consent === undefined && row.problem === undefined;
}

function rowText({ tool, isFound, consent, problem }: Row): string {
  if (!isFound) return `${tool.name} (not found here)`;
  if (problem !== undefined) return `${tool.name} (${problem})`;
  return consent === undefined ? tool.name : `${tool.name} (switches over; now: ${consent})`;
}

/** A tool with one gateway at a time has nothing but echoes then: each of them is asked about. */
async function agreeToDemo(
  context: Context,
  tools: readonly ToolDefinition[],
): Promise<readonly ToolDefinition[] | typeof back> {
  const { confirm } = await import('../terminal/questions.ts');
  const agreed: ToolDefinition[] = [];
  for (const tool of tools) {
    const question = `${tool.name} uses one gateway at a time: let the demo answer it instead, with echoes?`;
    const answer = !tool.exclusive || (await orBack(context, (asking) => confirm(asking, question, false)));
    if (answer === back) return back;
    if (answer) agreed.push(tool);
  }
  return agreed;
}
