import { toolState, type Connection, type ToolState } from '@modelrack/setup';
import { allConnections, savedConnection } from '../connections/saved-connections.ts';
import type { ConnectionOptions, Context } from '../world/context.ts';
import { ago, count, oneLine } from '@modelrack/text';
import { errorText } from '../text/print-error.ts';
import { shortPath } from '../text/short-path.ts';
import { table } from '../text/table.ts';
import { keepNews, untoldNews } from '../lists/untold-news.ts';
import { newsText } from '../runs/model-changes.ts';
import { lastRefresh } from '../lists/refresh-stamps.ts';
import { toolsOf } from '../tools/tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';

interface Row extends ToolState {
  readonly apiRoot: string;
  readonly lastRefresh: string | undefined;
}

export async function status(context: Context, options: ConnectionOptions): Promise<number> {
  const all =
    options.gateway === undefined ? await allConnections(context) : [await savedConnection(context, options.gateway)];
  const known = await toolsOf(context);
  const rows = (await Promise.all(all.map((connection) => rowsOf(context, known, connection)))).flat();
  const idle = known.entries.filter(({ id }) => !rows.some(({ tool }) => tool === id));
  const { printer } = context;
  printer.document({ schema: 1, tools: [...rows.map(setUpRow), ...idle.map(({ id }) => idleRow(id))] });
  const { now, home } = await context.machine();
  const cells = rows.map((row) => [
    row.tool,
    row.connection,
    String(row.models ?? '-'),
    handCell(row),
    row.models === undefined ? '-' : ago(row.lastRefresh, now()),
    filesCell(row, home),
  ]);
  if (rows.length === 0) printer.note(nothingText(all));
  else {
    printer.result(
      table(['TOOL', 'GATEWAY', 'MODELS', 'CHANGED BY HAND', 'LAST REFRESH', 'FILE'], cells, printer.columns),
    );
    if (options.json !== true) printer.note(`${count(idle.length, 'other tool')} can be set up: see modelrack tools`);
  }
  const unknown = rows.filter(({ models }) => models === undefined).map(({ tool }) => tool);
  if (unknown.length > 0)
    printer.note(
      `There is no record here of what was written into ${unknown.join(', ')}: modelrack refresh finds it again`,
    );
  for (const { tool, problem } of rows) {
    if (problem !== undefined)
      printer.problem(errorText({ ...problem, message: `${tool}: ${problem.message}` }, printer));
  }
  await tellNews(context, all);
  return 0;
}

/** Once, of refreshes that ran by themselves. */
async function tellNews({ printer, machine }: Context, all: readonly Connection[]): Promise<void> {
  if (printer.isJson || printer.isQuiet) return;
  const nothing = { added: [], removed: [] };
  for (const { name } of all) {
    const text = newsText(untoldNews(await machine(), name, nothing));
    keepNews(await machine(), name, nothing);
    if (text !== '') printer.note(oneLine(all.length > 1 ? `${name}: ${text}` : text));
  }
}

async function rowsOf(context: Context, known: ToolSet, connection: Connection): Promise<readonly Row[]> {
  const machine = await context.machine();
  const tools = await known.load(Object.keys(connection.tools).filter((id) => known.isKnown(id)));
  const states = await Promise.all(tools.map((tool) => toolState(machine, tool, connection)));
  const refreshed = lastRefresh(machine, connection.name);
  return states.map((state) => ({ ...state, apiRoot: connection.apiRoot, lastRefresh: refreshed ?? state.lastWrite }));
}

function nothingText(all: readonly Connection[]): string {
  if (all.length === 0) return 'Nothing is set up yet: modelrack setup --base-url URL --api-key-env NAME';
  return `No tool is set up with ${all.map(({ name }) => name).join(' or ')} yet: modelrack setup`;
}

function filesCell({ files }: Row, home: string): string {
  const [first] = files;
  if (first === undefined) return '-';
  return shortPath(first, home) + (files.length > 1 ? ` and ${files.length - 1} more` : '');
}

function handCell(row: Row): string {
  if (row.problem !== undefined) return 'unreadable';
  if (row.models === undefined) return '-';
  return row.isChangedByHand ? 'yes' : 'no';
}

function setUpRow(row: Row): object {
  return {
    tool: row.tool,
    setUp: true,
    connection: row.connection,
    apiRoot: row.apiRoot,
    models: row.models ?? null,
    changedByHand: row.models === undefined ? null : row.isChangedByHand,
    lastRefresh: row.lastRefresh ?? null,
    lastWrite: row.lastWrite ?? null,
    files: row.files,
    error: row.problem ?? null,
  };
}

function idleRow(tool: string): object {
  return {
    tool,
    setUp: false,
    connection: null,
    apiRoot: null,
    models: 0,
    changedByHand: false,
    lastRefresh: null,
    lastWrite: null,
    files: [],
    error: null,
  };
}
