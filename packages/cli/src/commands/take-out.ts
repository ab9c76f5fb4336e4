import type { Catalog } from '@modelrack/catalog';
import type { Connection, RunRequest } from '@modelrack/setup';
import { allConnections, defaultName } from '../connection.ts';
import { checkConnectionName } from '../connection-name.ts';
import type { Context, RunOptions } from '../context.ts';
import { exitCodeOfRun } from '../exit-code.ts';
import { lastList } from '../model-list.ts';
import { printRun, type RunResult } from '../output/run-result.ts';
import { carryOut, isPreview } from '../run.ts';
import { findToolEntry, loadTools } from '../tools.ts';
import { tools as allTools } from '../tools.generated.ts';

export interface TakeOut {
  readonly command: 'undo' | 'remove';
  readonly names: readonly string[];
  readonly options: RunOptions;
}

/** `undo` and `remove`. No gateway is asked: they work without one, and without its key. */
export async function takeOut(context: Context, { command, names, options }: TakeOut): Promise<number> {
  const ids = names.map((name) => findToolEntry(name).id);
  const results: RunResult[] = [];
  for (const connection of await connectionsToTakeOut(context, options.gateway)) {
    const wanted = ids.length > 0 ? ids : toolsOf(connection);
    if (wanted.length === 0) continue;
    const catalog = lastList(await context.machine(), connection.name);
    const request = await requestOf({ command, connection, catalog, wanted, isNamed: ids.length > 0, options });
    const tools = await carryOut(context, {
      request,
      options,
      isConfirmed: false,
      beforeWriting: () => Promise.resolve(),
    });
    results.push({ connection, catalog: undefined, tools: tools ?? [], isPreview: isPreview(options) });
  }
  if (results.length === 0) context.printer.note('Nothing is set up.');
  await printRun(context, results);
  const outcomes = results.flatMap(({ tools }) => tools).map((tool) => ({ ...tool, isNamed: ids.includes(tool.tool) }));
  return exitCodeOfRun(outcomes, options.check === true);
}

/** Without a configuration (lost, or another machine's files) the blocks under the name are still found. */
async function connectionsToTakeOut(context: Context, name: string | undefined): Promise<readonly Connection[]> {
  const all = await allConnections(context);
  const unknown = (wanted: string): Connection => ({ name: wanted, apiRoot: '', key: { file: true }, tools: {} });
  if (name !== undefined)
    return [all.find((connection) => connection.name === name) ?? unknown(checkConnectionName(name))];
  return all.length > 0 ? all : [unknown(defaultName)];
}

/** A connection without tools may have lost its record of them, so all are looked at. */
function toolsOf(connection: Connection): readonly string[] {
  const known = Object.keys(connection.tools);
  return known.length > 0 ? known : allTools.map(({ id }) => id);
}

interface Parts {
  readonly command: 'undo' | 'remove';
  readonly connection: Connection;
  /** Where the ledger is lost, the models of the last list are known to be ours. */
  readonly catalog: Catalog | undefined;
  readonly wanted: readonly string[];
  readonly isNamed: boolean;
  readonly options: RunOptions;
}

async function requestOf({ command, connection, catalog, wanted, isNamed, options }: Parts): Promise<RunRequest> {
  const tools = await loadTools(wanted);
  return {
    command,
    connection,
    key: undefined,
    catalog,
    tools: tools.map((tool) => ({
      tool,
      isNamed,
      models: undefined,
      exclude: undefined,
      default: undefined,
      ticked: undefined,
    })),
    takeOver: false,
    project: options.project === true,
    configFile: options.configFile,
    allowShrink: false,
    wire: () => Promise.resolve('unknown'),
  };
}
