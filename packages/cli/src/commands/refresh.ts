import { isAskedRoot } from '@modelrack/catalog';
import { RackError, isRackError } from '@modelrack/errors';
import type { Connection, RunRequest, ToolOutcome } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { checkDefault } from '../runs/check-default.ts';
import { checkGlobs } from '../runs/check-globs.ts';
import { chooseDefaults, type DefaultOf } from '../runs/choose-defaults.ts';
import { allConnections, keyIfKnown, keyOf, savedConnection } from '../connections/saved-connections.ts';
import type { Context, RefreshOptions } from '../world/context.ts';
import { exitCodeOfRun } from '../world/exit-code.ts';
import { readList } from '../lists/read-list.ts';
import type { ModelList } from '../lists/model-list.ts';
import { problemOf } from '../text/print-error.ts';
import type { RunResult } from '../runs/run-document.ts';
import { printRun } from '../runs/run-result.ts';
import { carryOut, isPreview } from '../runs/run.ts';
import { isAllFresh, stampRefresh } from '../lists/refresh-stamps.ts';
import { toolsOf } from '../tools/tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';

/** Every connection with tools, or the one that is named. */
export async function refresh(context: Context, names: readonly string[], options: RefreshOptions): Promise<number> {
  const known = await toolsOf(context);
  const ids = names.map((name) => known.idOf(name));
  if (options.ifOlder !== undefined && isAllFresh(await context.machine(), options.gateway, options.ifOlder))
    return nothingToDo(context);
  const connections = await connectionsToRefresh(context, { known, ids, name: options.gateway });
  const results: RunResult[] = [];
  const at = (await context.machine()).now().toISOString();
  const outcomes: (ToolOutcome & { isNamed: boolean })[] = [];
  for (const connection of connections) {
    if (options.ifOlder !== undefined && isAllFresh(await context.machine(), connection.name, options.ifOlder))
      continue;
    const one = { known, at, connection, ids, options };
    const result = connections.length > 1 ? await refreshOneOfSeveral(context, one) : await refreshOne(context, one);
    results.push(result);
    outcomes.push(...result.tools.map((tool) => ({ ...tool, isNamed: ids.includes(tool.tool) })));
  }
  if (connections.length === 0) context.printer.note('No tool is set up yet: modelrack setup');
  if (results.length === 0) return nothingToDo(context);
  await printRun(context, results);
  return exitCodeOfRun(outcomes, options.check === true);
}

async function connectionsToRefresh(
  context: Context,
  { known, ids, name }: { known: ToolSet; ids: readonly string[]; name: string | undefined },
): Promise<readonly Connection[]> {
  const all = name === undefined ? await allConnections(context) : [await savedConnection(context, name)];
  // Says what is missing, where nothing was ever set up.
  if (all.length === 0) return [await savedConnection(context, name)];
  for (const id of ids) {
    if (all.some((connection) => connection.tools[id] !== undefined)) continue;
    throw new RackError('usage', `${id} is not set up yet`, { hint: `set it up first: modelrack setup ${id}` });
  }
  return all.filter((connection) => wantedOf({ known, connection, ids }).length > 0);
}

function wantedOf({ known, connection, ids }: Pick<One, 'known' | 'connection' | 'ids'>): readonly string[] {
  const all = Object.keys(connection.tools).filter((id) => known.isKnown(id));
  return ids.length === 0 ? all : all.filter((id) => ids.includes(id));
}

async function nothingToDo(context: Context): Promise<number> {
  context.printer.detail('The last refresh is recent enough.');
  if (context.printer.isJson) await printRun(context, []);
  return 0;
}

interface One {
  readonly known: ToolSet;
  /** When the command began. */
  readonly at: string;
  readonly connection: Connection;
  readonly ids: readonly string[];
  readonly options: RefreshOptions;
}

async function refreshOne(context: Context, one: One): Promise<RunResult> {
  const { known, at, connection, ids, options } = one;
  const tools = await known.load(wantedOf(one));
  const key = options.offline === true ? await keyIfKnown(context, connection) : await keyOf(context, connection);
  const target = { connection, key: key ?? '', newKey: undefined, saved: connection };
  const list = await readList(context, target, {
    ...options,
    isForced: options.ifOlder === undefined,
    isUnkept: isPreview(options),
  });
  checkDefault(list.catalog, options, ['--default', options.default]);
  checkGlobs(context, list.catalog, options);
  const defaultOf = await chooseDefaults(context, { catalog: list.catalog, connection, tools, options });
  const request = requestOf({ known, at, connection, key, list, tools, ids, options, defaultOf });
  const outcomes = await carryOut(context, {
    request,
    options,
    beforeWriting: () => Promise.resolve(),
  });
  if (!isPreview(options) && options.offline !== true) stampRefresh(await context.machine(), connection.name);
  const moved = movedRoot(connection, list.catalog.apiRoot);
  for (const warning of moved) context.printer.note(`warning: ${warning}`);
  const catalog = { ...list.catalog, warnings: [...list.catalog.warnings, ...moved] };
  return { connection, catalog, tools: outcomes ?? [], isPreview: isPreview(options) };
}

/** The tools keep the address that was agreed to: nobody is there to agree to another one. */
function movedRoot({ name, apiRoot }: Connection, found: string): readonly string[] {
  if (found === apiRoot || isAskedRoot(found, apiRoot)) return [];
  const line = `modelrack setup --gateway ${name} --base-url ${found}`;
  return [`${apiRoot} redirects to ${found}; the tools keep the old address. If the new one is right: ${line}`];
}

/** One gateway that is down leaves the tools of the others alone. */
async function refreshOneOfSeveral(context: Context, one: One): Promise<RunResult> {
  try {
    return await refreshOne(context, one);
  } catch (error) {
    if (!isRackError(error)) throw error;
    const tools = wantedOf(one).map((tool) => failedOutcome(tool, error));
    return { connection: one.connection, catalog: undefined, tools, isPreview: isPreview(one.options) };
  }
}

function failedOutcome(tool: string, error: RackError): ToolOutcome {
  const models = { added: [], updated: [], removed: [], protected: [], total: 0 };
  return { tool, status: 'failed', files: [], models, notes: [], error: problemOf(error), asks: [] };
}

interface Parts extends One {
  readonly key: string | undefined;
  readonly list: ModelList;
  readonly tools: readonly ToolDefinition[];
  readonly defaultOf: DefaultOf;
}

function requestOf({ at, connection, key, list, tools, ids, options, defaultOf }: Parts): RunRequest {
  return {
    command: 'refresh',
    at,
    connection,
    key,
    catalog: list.catalog,
    tools: tools.map((tool) => ({
      tool,
      isNamed: ids.includes(tool.id),
      models: options.models,
      exclude: options.exclude,
      default: defaultOf(tool.id),
    })),
    takeOver: options.takeOver === true,
    project: options.project === true,
    configFile: options.configFile,
    allowShrink: false,
    wire: list.wire,
  };
}
