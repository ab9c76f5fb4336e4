import type { Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { coveredWrite, lastRun, mainFileOf, recordedTools, type Connection, type RunRequest } from '@modelrack/setup';
import { allConnections, defaultName, keyIfKnown, unknownConnection } from '../connections/saved-connections.ts';
import { checkConnectionName } from '../connections/connection-name.ts';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Context, RunOptions } from '../world/context.ts';
import { exitCodeOfRun } from '../world/exit-code.ts';
import { lastList } from '../lists/cached-list.ts';
import type { RunResult } from '../runs/run-document.ts';
import { printRun } from '../runs/run-result.ts';
import { carryOut, isPreview } from '../runs/run.ts';
import { isScheduled } from '../schedule/is-scheduled.ts';
import { toolsOf } from '../tools/tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { withoutItsPlan } from '../tools/without-its-plan.ts';

export interface TakeOut {
  readonly command: 'undo' | 'remove';
  readonly names: readonly string[];
  readonly options: RunOptions;
}

/** `undo` and `remove`. No gateway is asked: they work without one, and without its key. */
export async function takeOut(context: Context, { command, names, options }: TakeOut): Promise<number> {
  if (options.configFile !== undefined && names.length !== 1) {
    throw new RackError('usage', '--config-file belongs to one tool', {
      hint: `name it: modelrack ${command} TOOL --config-file PATH`,
    });
  }
  const known = await toolsOf(context);
  const ids = names.map((name) => known.idOf(name));
  const results: RunResult[] = [];
  const machine = await context.machine();
  const at = machine.now().toISOString();
  const recorded = recordedTools(machine);
  for (const { connection, wanted } of await unitsOf(context, { known, command, ids, options })) {
    const catalog = lastList(machine, connection.name);
    const request = await requestOf(context, {
      known,
      command,
      at,
      connection,
      catalog,
      wanted,
      recorded: recorded.get(connection.name) ?? [],
      isNamed: ids.length > 0,
      options,
    });
    const tools = await carryOut(context, {
      request,
      options,
      beforeWriting: () => Promise.resolve(),
    });
    const after = await connectionAfter(context, connection);
    results.push({ connection: after, catalog: undefined, tools: tools ?? [], isPreview: isPreview(options) });
  }
  if (command === 'remove' && !isPreview(options)) await stopSchedule(context);
  await checkKnown(context, options.gateway, results);
  if (results.length === 0)
    context.printer.note(command === 'undo' ? 'There is nothing to undo.' : 'Nothing is set up.');
  await printRun(context, results);
  const outcomes = results.flatMap(({ tools }) => tools).map((tool) => ({ ...tool, isNamed: ids.includes(tool.tool) }));
  return exitCodeOfRun(outcomes, options.check === true);
}

/** With the last tool goes what was to keep it in step. */
async function stopSchedule(context: Context): Promise<void> {
  if ((await allConnections(context)).some(({ tools }) => Object.keys(tools).length > 0)) return;
  if (!isScheduled(await context.machine())) return;
  const { endSchedule } = await import('./schedule/switch-schedule.ts');
  await endSchedule(context);
}

/** Blocks under a name that the configuration has lost are found; where there are none, nobody knows that name. */
async function checkKnown(context: Context, name: string | undefined, results: readonly RunResult[]): Promise<void> {
  if (name === undefined || results.some(({ tools }) => tools.some(({ status }) => status !== 'unchanged'))) return;
  const all = await allConnections(context);
  if (!all.some((connection) => connection.name === name)) throw unknownConnection(name, all);
}

/** What is taken back may have moved it. */
async function connectionAfter(context: Context, connection: Connection): Promise<Connection> {
  return (await allConnections(context)).find(({ name }) => name === connection.name) ?? connection;
}

interface Unit {
  readonly connection: Connection;
  readonly wanted: readonly string[];
}

/** `undo` takes back the latest run, whatever it was about; `remove` all of the connections that are meant. */
async function unitsOf(
  context: Context,
  asked: { known: ToolSet; command: 'undo' | 'remove'; ids: readonly string[]; options: RunOptions },
): Promise<readonly Unit[]> {
  const { known, command, ids, options } = asked;
  const name = options.gateway;
  const recorded = recordedTools(await context.machine());
  const connections = await connectionsToTakeOut(context, name, [...recorded.keys()]);
  if (command === 'remove') {
    return connections.map((connection) => ({
      connection,
      wanted: ids.length > 0 ? ids : wantedOf(known, connection, recorded.get(connection.name) ?? []),
    }));
  }
  if (name !== undefined) await checkUncovered(context, ids, name);
  return lastRun(await context.machine(), ids, name).flatMap(({ connection, tools, covered }) => {
    // What lies beneath is reached, and can be shown, once that is gone.
    const later = isPreview(options) ? covered : [];
    for (const tool of later) context.printer.note(`${tool}: what this run wrote for ${connection} is undone, too`);
    const wanted = tools.filter((tool) => !later.includes(tool));
    if (wanted.length === 0) return [];
    return [{ connection: connections.find((one) => one.name === connection) ?? unknown(connection), wanted }];
  });
}

/** What was written on top of a change has to be taken back before it. */
async function checkUncovered(context: Context, ids: readonly string[], name: string): Promise<void> {
  const covered = coveredWrite(await context.machine(), ids, name);
  if (covered === undefined) return;
  throw new RackError('usage', `the last change of connection "${name}" is covered by a later one of "${covered.by}"`, {
    path: covered.path,
    hint: `undo that one first: modelrack undo --gateway ${covered.by}`,
  });
}

/** Without a configuration (lost, another machine's, or never written) our record names them, or the blocks do. */
async function connectionsToTakeOut(
  context: Context,
  name: string | undefined,
  recorded: readonly string[],
): Promise<readonly Connection[]> {
  const saved = await allConnections(context);
  const isSaved = (one: string) => saved.some((connection) => connection.name === one);
  const all = [...saved, ...recorded.filter((one) => !isSaved(one)).map((one) => unknown(one))];
  if (name !== undefined)
    return [all.find((connection) => connection.name === name) ?? unknown(checkConnectionName(name))];
  return all.length > 0 ? all : [unknown(defaultName)];
}

function unknown(name: string): Connection {
  return { name, apiRoot: '', key: { file: true }, tools: {} };
}

/** A connection without tools may have lost its record of them, so all are looked at. */
function wantedOf(known: ToolSet, connection: Connection, recorded: readonly string[]): readonly string[] {
  const set = [...new Set([...Object.keys(connection.tools), ...recorded])].filter((id) => known.isKnown(id));
  return set.length > 0 ? set : known.ids;
}

interface Parts {
  readonly known: ToolSet;
  readonly command: 'undo' | 'remove';
  readonly at: string;
  readonly connection: Connection;
  /** Where the ledger is lost, the models of the last list are known to be ours. */
  readonly catalog: Catalog | undefined;
  readonly wanted: readonly string[];
  /** Tools in which our record knows something of it. */
  readonly recorded: readonly string[];
  readonly isNamed: boolean;
  readonly options: RunOptions;
}

async function requestOf(context: Context, parts: Parts): Promise<RunRequest> {
  const { known, command, at, connection, catalog, wanted, isNamed, options } = parts;
  const loaded = await known.load(wanted);
  // Nobody asked about those that have none.
  const hasPlace = ({ files }: ToolDefinition) => mainFileOf(files)?.project !== undefined;
  const tools = options.project === true && !isNamed ? loaded.filter(hasPlace) : loaded;
  // One that is set up, and of which no record is left, can be found by its plan alone.
  const isLost = (id: string) => connection.tools[id] !== undefined && !parts.recorded.includes(id);
  return {
    command,
    at,
    connection,
    key: await keyIfKnown(context, connection),
    catalog,
    tools: tools.map((tool) => ({ tool: isLost(tool.id) ? tool : withoutItsPlan(tool), isNamed })),
    takeOver: false,
    project: options.project === true,
    configFile: options.configFile,
    allowShrink: false,
    wire: () => Promise.resolve('unknown'),
  };
}
