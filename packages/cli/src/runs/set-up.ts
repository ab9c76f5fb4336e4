import { isHereOn, type Connection, type RunRequest, type ToolOutcome } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { keepConnection } from '../connections/keep-connection.ts';
import type { Target } from '../connections/target.ts';
import type { ModelList } from '../lists/model-list.ts';
import { stampRefresh } from '../lists/refresh-stamps.ts';
import { skippedOutcome, type UnwritableTool } from '../tools/unwritable-tools.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { exitCodeOfRun } from '../world/exit-code.ts';
import { howToChoose, whatElse } from './afterwards.ts';
import type { DefaultOf } from './choose-defaults.ts';
import { noteManyModels } from './note-many-models.ts';
import { shownNotes } from './plan-page.ts';
import { printRun } from './run-result.ts';
import { carryOut, isPreview, type Run } from './run.ts';

/** What is written where; all questions but those of the run itself are answered. */
export interface SetUp {
  readonly target: Target;
  readonly connection: Connection;
  readonly list: ModelList;
  readonly tools: readonly ToolDefinition[];
  readonly unwritable: readonly UnwritableTool[];
  /** Tools were named on the command line. */
  readonly isNamed: boolean;
  readonly options: RunOptions;
  readonly defaultOf: DefaultOf;
  readonly agreed?: ReadonlySet<string>;
  readonly agree?: NonNullable<Run['agree']>;
}

/** Writes and reports; undefined: nothing was written, since somebody said no. */
export async function setUpTools(context: Context, wish: SetUp): Promise<number | undefined> {
  const { target, connection, list, options, isNamed, unwritable, agree, agreed } = wish;
  const seen: ToolOutcome[] = [];
  // Before anything of ours makes a folder that looks like theirs.
  const absent = new Set(isNamed ? await notHere(context, wish.tools) : []);
  const done = await carryOut(context, {
    request: requestOf(wish),
    options,
    beforeWriting: async () => {
      await keepConnection(context, target, connection);
      list.keep();
    },
    ...(agreed === undefined ? {} : { agreed }),
    ...(agree === undefined
      ? {}
      : {
          agree: (plan) => {
            seen.push(...plan.tools);
            return agree(plan);
          },
        }),
  });
  if (done === undefined) return undefined;
  const written = done.map((outcome) => (absent.has(outcome.tool) ? withNote(outcome, absentNote) : outcome));
  const outcomes = [...written, ...unwritable.map((tool) => skippedOutcome(tool, connection))];
  const isShown = shownNotes(seen);
  const tools = outcomes.map((tool) => ({ ...tool, notes: tool.notes.filter((note) => !isShown.has(note)) }));
  const shown = context.printer.isJson ? outcomes : tools;
  await printRun(context, [{ connection, catalog: list.catalog, tools: shown, isPreview: isPreview(options) }]);
  const isAny = outcomes.some(({ models }) => models.total > 0);
  if (isAny && !context.canAsk()) noteManyModels(context, { ...wish, catalog: list.catalog });
  if (!isPreview(options)) await sayWhatNext(context, wish, outcomes);
  return exitCodeOfRun(
    outcomes.map((outcome) => ({ ...outcome, isNamed })),
    options.check === true,
  );
}

const absentNote = 'not found on this machine; if it is installed, name its file with --config-file';

function withNote(outcome: ToolOutcome, note: string): ToolOutcome {
  return outcome.error === null ? { ...outcome, notes: [...outcome.notes, note] } : outcome;
}

/** Of some nothing can be told. */
async function notHere(context: Context, tools: readonly ToolDefinition[]): Promise<readonly string[]> {
  const isHere = isHereOn(await context.machine());
  const known = tools.filter(({ detect }) => detect.bin.length > 0 || detect.places.length > 0);
  return known.filter((tool) => !isHere(tool)).map(({ id }) => id);
}

function requestOf({ target, connection, list, tools, options, isNamed, defaultOf }: SetUp): RunRequest {
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
      mcp: options.mcp,
    })),
    takeOver: options.takeOver === true,
    project: options.project === true,
    configFile: options.configFile,
    allowShrink: false,
    wire: list.wire,
  };
}

async function sayWhatNext(context: Context, wish: SetUp, outcomes: readonly ToolOutcome[]): Promise<void> {
  const { connection, options, tools } = wish;
  const machine = await context.machine();
  stampRefresh(machine, connection.name);
  const done = { connection, tools, outcomes };
  const without = tools.filter(({ mcp }) => mcp === undefined).map(({ name }) => name);
  if (options.mcp === true && without.length > 0)
    context.printer.note(`No file for MCP servers: ${without.join(', ')}`);
  for (const line of howToChoose(done)) context.printer.note(line);
  if (context.canAsk()) for (const line of whatElse(machine, done)) context.printer.note(line);
}
