import {
  foldersOf,
  forgetConnection,
  forgetKey,
  forgetSecrets,
  planRun,
  readKey,
  renameConnection,
  storeKey,
  type Connection,
  type Machine,
  type RunRequest,
} from '@modelrack/setup';
import { commandLine } from '@modelrack/tool-kit';
import { choiceFlags } from '../connections/choice-flags.ts';
import { checkConnectionName } from '../connections/connection-name.ts';
import { allConnections, savedConnection } from '../connections/saved-connections.ts';
import type { Context } from '../world/context.ts';
import { isRackError, RackError } from '@modelrack/errors';
import { forgetIds } from '../pick/recent.ts';
import { forgetStamp } from '../lists/refresh-stamps.ts';
import { lastList } from '../lists/cached-list.ts';
import { shortPaths } from '../text/short-path.ts';
import { table } from '../text/table.ts';
import { toolsOf } from '../tools/tools.ts';
import { oneLine } from '@modelrack/text';

export async function listConnections(context: Context): Promise<number> {
  const all = await allConnections(context);
  const { printer } = context;
  printer.document({
    schema: 1,
    connections: all.map((connection) => ({
      name: connection.name,
      apiRoot: connection.apiRoot,
      key: ['env', 'file', 'none'].find((kind) => kind in connection.key),
      variable: 'env' in connection.key ? connection.key.env : null,
      tools: Object.keys(connection.tools),
    })),
  });
  if (all.length === 0) printer.note('No gateway is set up yet: modelrack setup --base-url URL --api-key-env NAME');
  else printer.result(table(['NAME', 'URL', 'KEY', 'TOOLS'], all.map(row), printer.columns));
  return 0;
}

function row(connection: Connection): readonly string[] {
  const key = keyWords(connection);
  return [connection.name, connection.apiRoot, key, Object.keys(connection.tools).join(', ') || '-'];
}

function keyWords({ key }: Connection): string {
  if ('env' in key) return `$${key.env}`;
  return 'none' in key ? 'none' : 'key file';
}

/** The name is the id of the block in the tools' files, so it may only change while none holds it. */
export async function rename(context: Context, from: string, to: string): Promise<number> {
  const connection = await savedConnection(context, from);
  checkConnectionName(to);
  const all = await allConnections(context);
  if (all.some(({ name }) => name === to)) {
    throw new RackError('usage', `a connection "${to}" already exists`, {
      hint: 'choose another name, or forget that one first',
    });
  }
  const machine = await context.machine();
  refuseWhileSetUp(connection, wayToRename(connection, to, machine.platform));
  moveKey(machine, connection, to);
  await renameConnection(machine, connection, to);
  forgetKey(machine, from);
  forgetStamp(machine, from);
  forgetIds(machine, from);
  context.printer.document({
    schema: 1,
    command: context.command,
    connections: [{ name: to, apiRoot: connection.apiRoot }],
  });
  context.printer.result(`${from} is now ${to}\n`);
  return 0;
}

/** In commands that can be run as they stand: each tool is set up again as it was. */
function wayToRename({ name, tools }: Connection, to: string, platform: Machine['platform']): string {
  const byFlags = new Map<string, string[]>();
  for (const [tool, choice] of Object.entries(tools)) {
    const { files = [], usual } = choice;
    for (const file of usual === false ? files : [undefined, ...files]) {
      const place = file === undefined ? [] : ['--config-file', file];
      const flags = commandLine([...choiceFlags(choice), ...place], platform);
      byFlags.set(flags, [...(byFlags.get(flags) ?? []), tool]);
    }
  }
  const setUps = [...byFlags].map(([flags, ids]) => `modelrack setup ${ids.join(' ')} --gateway ${to} ${flags}`.trim());
  return [`modelrack connections rename ${name} ${to}`, ...setUps].join('; ');
}

/** The new file is there before the name points to it, and the old one until it does. */
function moveKey(machine: Machine, connection: Connection, to: string): void {
  if ('file' in connection.key)
    storeKey(machine, { name: to, apiRoot: connection.apiRoot }, readKey(machine, connection));
}

export async function forget(context: Context, name: string): Promise<number> {
  const connection = await savedConnection(context, name);
  refuseWhileSetUp(connection, `modelrack connections forget ${name}`);
  const machine = await context.machine();
  const left = await remainsOf(context, connection);
  const mayBeLeft = forgetEveryKey(machine, connection);
  await forgetConnection(machine, name);
  forgetKey(machine, name);
  forgetStamp(machine, name);
  forgetIds(machine, name);
  context.printer.document({
    schema: 1,
    command: context.command,
    connections: [{ name, apiRoot: connection.apiRoot }],
  });
  const key = 'file' in connection.key ? ', and its stored key deleted' : '';
  context.printer.result(`${name} is forgotten${key}\n`);
  for (const line of left) context.printer.note(line);
  if (mayBeLeft && 'env' in connection.key) {
    const { env } = connection.key;
    const { backups } = foldersOf(machine);
    context.printer.note(`${env} is not set, so backups that may contain its value were kept in ${backups}`);
  }
  return 0;
}

/** What still leads to the gateway, or holds a key of it, with nobody to say that it is ours: soon nobody looks for it. */
async function remainsOf(context: Context, connection: Connection): Promise<readonly string[]> {
  const machine = await context.machine();
  const known = await toolsOf(context);
  const tools = await known.load(known.ids);
  const request: RunRequest = {
    command: 'remove',
    connection,
    key: keyFrom(machine, connection),
    catalog: lastList(machine, connection.name),
    tools: tools.map((tool) => ({ tool, isNamed: false })),
    takeOver: false,
    project: false,
    configFile: undefined,
    allowShrink: false,
    wire: () => Promise.resolve('unknown'),
  };
  const outcome = await planRun(machine, request);
  return outcome.tools.flatMap(({ tool, notes }) =>
    notes.map((note) => `${tool}: ${oneLine(shortPaths(note, machine.home))}`),
  );
}

/** In the ledger and in backups; whether some are left, and what the connection's variable held is not known here. */
function forgetEveryKey(machine: Machine, { name, key }: Connection): boolean {
  const stored = keyFrom(machine, { name, key: { file: true } });
  const named = keyFrom(machine, { name, key });
  const isLeft = forgetSecrets(machine, { secrets: [stored ?? '', named ?? ''], connection: name });
  return isLeft && named === undefined;
}

function keyFrom(machine: Machine, source: Pick<Connection, 'name' | 'key'>): string | undefined {
  try {
    return readKey(machine, source);
  } catch (error) {
    if (isRackError(error) && error.code === 'key-missing') return undefined;
    throw error;
  }
}

function refuseWhileSetUp(connection: Connection, next: string): void {
  const tools = Object.keys(connection.tools);
  if (tools.length === 0) return;
  throw new RackError(
    'usage',
    `${tools.join(', ')} still use${tools.length === 1 ? 's' : ''} the connection "${connection.name}"`,
    {
      hint: `first: modelrack remove --gateway ${connection.name}; then: ${next}`,
    },
  );
}
