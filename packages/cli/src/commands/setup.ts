import { findTool, type Connection, type RunRequest, type ToolOutcome } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { agreeToRedirect } from '../connections/agree-to-redirect.ts';
import { checkDefault } from '../runs/check-default.ts';
import { checkGlobs } from '../runs/check-globs.ts';
import { chooseDefaults, type DefaultOf } from '../runs/choose-defaults.ts';
import { chooseModels } from '../runs/choose-models.ts';
import { targetToSetUp, type Target } from '../connections/target.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { exitCodeOfRun } from '../world/exit-code.ts';
import { keepConnection } from '../connections/keep-connection.ts';
import { readList } from '../lists/read-list.ts';
import type { ModelList } from '../lists/model-list.ts';
import { printRun } from '../runs/run-result.ts';
import { carryOut, isPreview } from '../runs/run.ts';
import { stampRefresh } from '../lists/refresh-stamps.ts';
import { toolsOf } from '../tools/tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { findUnwritable, skippedOutcome, unwritableHere, type UnwritableTool } from '../tools/unwritable-tools.ts';

/** Nothing is written before the list was read: that is also how URL and key are checked. */
export async function setup(context: Context, names: readonly string[], options: RunOptions): Promise<number> {
  if (options.configFile !== undefined && names.length + (options.toolPackage === undefined ? 0 : 1) !== 1) {
    throw new RackError('usage', '--config-file belongs to one tool', {
      hint: 'name it: modelrack setup TOOL --config-file PATH',
    });
  }
  const unwritable = names.flatMap((name) => findUnwritable(name) ?? []);
  const writable = names.filter((name) => findUnwritable(name) === undefined);
  const packaged = await packagesOf(context, options);
  const tools = await toolsOf(context);
  const named = await tools.load([...writable, ...packaged]);
  const target = await targetToSetUp(context, options);
  try {
    return await setUpAt(context, target, { tools, named, unwritable, options });
  } finally {
    await target.gateway?.close();
  }
}

/** Names of the tools whose packages were given on the command line and agreed to. */
async function packagesOf(context: Context, options: RunOptions): Promise<readonly string[]> {
  if (options.toolPackage === undefined) return [];
  const { agreeToPackage } = await import('../runs/agree-to-package.ts');
  return [await agreeToPackage(context, options.toolPackage, options)];
}

interface Wish {
  readonly tools: ToolSet;
  /** None: those found here. */
  readonly named: readonly ToolDefinition[];
  readonly unwritable: readonly UnwritableTool[];
  readonly options: RunOptions;
}

async function setUpAt(context: Context, asked: Target, wish: Wish): Promise<number> {
  const { named, unwritable, options } = wish;
  const isNamed = named.length + unwritable.length > 0;
  const list = await readList(context, asked, { ...options, isUnkept: isPreview(options) });
  const { catalog, target } = list;
  await agreeToRedirect(context, target, catalog.apiRoot);
  checkDefault(catalog, options.default);
  checkGlobs(context, catalog, options);
  const connection = { ...target.connection, apiRoot: catalog.apiRoot };
  const tools = isNamed ? named : await toolsHere(context, wish.tools, connection);
  const ticked = await chooseModels(context, { catalog, connection, tools, options, isGuided: !isNamed });
  const absent = new Set(isNamed ? await notHere(context, tools) : []);
  const defaultOf = await chooseDefaults(context, { catalog, connection, tools, options, ticked });
  const request = requestOf({ target, connection, list, tools, ticked, options, isNamed, defaultOf });
  const beforeWriting = () => keepConnection(context, target, connection);
  const done = await carryOut(context, { request, options, isConfirmed: true, beforeWriting });
  if (done === undefined) {
    context.printer.note('Nothing was written.');
    return 0;
  }
  const written = done.map((outcome) => (absent.has(outcome.tool) ? withNote(outcome, absentNote) : outcome));
  const outcomes = [...written, ...unwritable.map((tool) => skippedOutcome(tool, connection))];
  await printRun(context, [{ connection, catalog, tools: outcomes, isPreview: isPreview(options) }]);
  if (!isPreview(options)) await finish(context, { target, tools, outcomes, isMcpAsked: options.mcp === true });
  return exitCodeOfRun(
    outcomes.map((outcome) => ({ ...outcome, isNamed })),
    options.check === true,
  );
}

const absentNote =
  'it was not found on this machine: if it is here, it keeps its files elsewhere, and --config-file names them';

function withNote(outcome: ToolOutcome, note: string): ToolOutcome {
  return outcome.error === null ? { ...outcome, notes: [...outcome.notes, note] } : outcome;
}

/** Before anything of ours makes a folder that looks like theirs. Of some nothing can be told. */
async function notHere(context: Context, tools: readonly ToolDefinition[]): Promise<readonly string[]> {
  const machine = await context.machine();
  const known = tools.filter(({ detect }) => detect.bin.length > 0 || detect.places.length > 0);
  return known.filter((tool) => !findTool(machine, tool).isFound).map(({ id }) => id);
}

/** Those found on this machine; on a terminal every tool can be ticked. */
async function toolsHere(context: Context, known: ToolSet, connection: Connection): Promise<readonly ToolDefinition[]> {
  const machine = await context.machine();
  const all = (await known.load(known.ids)).filter(({ onlyNamed }) => onlyNamed !== true);
  const found = all.map((tool) => findTool(machine, tool));
  if (context.canAsk()) {
    const { checkbox } = await import('../terminal/questions.ts');
    const isSetUp = (tool: ToolDefinition) => connection.tools[tool.id] !== undefined;
    const isFirst = !all.some(isSetUp);
    const choices = found
      .toSorted((a, b) => Number(b.isFound) - Number(a.isFound))
      .map(({ tool, isFound }) => ({
        name: isFound ? tool.name : `${tool.name} (not found here)`,
        value: tool,
        checked: isFirst ? isFound : isSetUp(tool),
      }));
    context.printer.note(`Gateway: ${connection.name}, ${connection.apiRoot}`);
    return checkbox(context, 'Which tools?', choices);
  }
  const here = found.filter(({ isFound }) => isFound).map(({ tool }) => tool);
  for (const { name, reason } of unwritableHere(machine)) {
    context.printer.note(`${name} is on this machine, too, but has to be set up by hand: ${reason}`);
  }
  if (here.length === 0) {
    context.printer.note(
      'No supported tool was found on this machine. To set one up all the same, name it: modelrack setup opencode',
    );
  }
  return here;
}

interface Parts {
  readonly target: Target;
  readonly connection: Connection;
  readonly list: ModelList;
  readonly tools: readonly ToolDefinition[];
  readonly ticked: readonly string[] | undefined;
  readonly options: RunOptions;
  readonly isNamed: boolean;
  readonly defaultOf: DefaultOf;
}

function requestOf({ target, connection, list, tools, ticked, options, isNamed, defaultOf }: Parts): RunRequest {
  return {
    command: 'setup',
    connection,
    saved: target.saved,
    key: target.key,
    catalog: list.catalog,
    tools: tools.map((tool) => ({
      tool,
      isNamed,
      models: options.models,
      exclude: options.exclude,
      default: defaultOf(tool.id),
      ticked,
      mcp: options.mcp,
    })),
    takeOver: options.takeOver === true,
    project: options.project === true,
    configFile: options.configFile,
    allowShrink: false,
    wire: list.wire,
  };
}

interface Done {
  readonly target: Target;
  readonly tools: readonly ToolDefinition[];
  readonly outcomes: readonly ToolOutcome[];
  readonly isMcpAsked: boolean;
}

async function finish(context: Context, { target, tools, outcomes, isMcpAsked }: Done): Promise<void> {
  const { note } = context.printer;
  const without = tools.filter(({ mcp }) => mcp === undefined).map(({ name }) => name);
  if (isMcpAsked && without.length > 0) note(`Without a place for MCP servers in a file: ${without.join(', ')}`);
  stampRefresh(await context.machine(), target.connection.name);
  for (const tool of tools) {
    const written = outcomes.find(({ tool: id, status }) => id === tool.id && status === 'written');
    // Without a model there is nothing to choose, and its own note says why.
    if (written === undefined || written.models.total === 0) continue;
    const search = written.isSearchable === true ? ', or type /m- and a few letters of its name' : '';
    note(`${tool.id}: choose a model with ${tool.picks}${search}`);
  }
  if (target.gateway === undefined) return;
  note(`The demo gateway serves ${target.gateway.baseUrl} until Ctrl-C; start it again with: modelrack gateway start`);
  await context.untilInterrupt();
}
