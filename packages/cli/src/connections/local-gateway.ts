import {
  createKey,
  loadConfig,
  openConfig,
  readJobSecret,
  startGateway,
  type GatewayOptions,
  type RunningGateway,
} from '@modelrack/gateway';
import { RackError, isRackError } from '@modelrack/errors';
import { additionalAuthorities, isLoopbackHost } from '@modelrack/http';
import { foldersOf, readKey, saveConnection, storeKey, type Connection, type Machine } from '@modelrack/setup';
import { errorText } from '../text/print-error.ts';
import type { Context } from '../world/context.ts';
import { packCommand } from '../world/pack-command.ts';
import { ownFiles } from './own-files.ts';
import { allConnections } from './saved-connections.ts';
import type { Target } from './target.ts';

/** The connection to our own gateway. */
export const localName = 'local';
/** Its key where the user has a connection of that name; no connection can be called so. */
const apartName = 'gateway-local';

interface Address {
  readonly host: string;
  readonly port: number;
  /** Nothing is written: what makes ids of videos outlive a start is left out. */
  readonly isUnkept?: boolean;
  /** One line for every request, to standard error. */
  readonly log?: boolean;
}

export interface LocalGateway {
  readonly gateway: RunningGateway;
  /** undefined: the user has a connection of its name, which stays as it is. */
  readonly connection: Connection | undefined;
  readonly key: string;
}

/** A connection of the user's may have the name: ours leads to this machine, with a key that a gateway of ours made. */
function isOurs(machine: Machine, known: Connection): boolean {
  if (!('file' in known.key) || !isLoopbackHost(new URL(known.apiRoot).hostname)) return false;
  return keyOfFile(machine, localName)?.startsWith('gk_') === true;
}

function keyOfFile(machine: Machine, name: string): string | undefined {
  try {
    return readKey(machine, { name, key: { file: true } });
  } catch (error) {
    if (isRackError(error) && error.code === 'key-missing') return undefined;
    throw error;
  }
}

/** The key with which this machine's user asks the gateway; undefined: it was never started. */
export function ownKeyIfThere(machine: Machine): string | undefined {
  const own = keyOfFile(machine, apartName) ?? keyOfFile(machine, localName);
  return own?.startsWith('gk_') === true ? own : undefined;
}

function makeKey(machine: Machine, name: string): string {
  const known = keyOfFile(machine, name);
  if (known !== undefined) return known;
  const key = createKey();
  storeKey(machine, { name }, key);
  return key;
}

/**
 * The same for a set-up that may yet be called off: it runs, at the port at which it is found later, and what has to be
 * kept of it is in the target.
 */
export async function openDemoGateway(context: Context): Promise<Target> {
  const machine = await context.machine();
  const saved = (await allConnections(context)).find(({ name }) => name === localName);
  if (saved !== undefined && !isOurs(machine, saved)) {
    throw new RackError('usage', `your connection ${localName} has the name of the demo`, {
      hint: `rename it first: modelrack connections rename ${localName} NAME`,
    });
  }
  const kept = keyOfFile(machine, localName);
  const key = kept ?? createKey();
  context.printer.conceal(key);
  const { listen: place } = loadConfig(ownFiles(machine).config);
  const gateway = await open(context, { host: '127.0.0.1', port: place.port, isUnkept: true }, { key, machine });
  const connection = {
    name: localName,
    apiRoot: gateway.baseUrl,
    key: { file: true },
    tools: saved?.tools ?? {},
  } as const;
  return { connection, key, newKey: kept === undefined ? key : undefined, saved, gateway };
}

/** Starts it with the key of its file, which is made on the first start, and keeps the connection. */
export async function openLocalGateway(context: Context, address: Address): Promise<LocalGateway> {
  const machine = await context.machine();
  const known = (await allConnections(context)).find(({ name }) => name === localName);
  const isFree =
    known === undefined ? keyOfFile(machine, localName)?.startsWith('gk_') !== false : isOurs(machine, known);
  const key = makeKey(machine, isFree ? localName : apartName);
  context.printer.conceal(key);
  const gateway = await open(context, address, { key, machine });
  if (!isFree) return { gateway, connection: undefined, key };
  const connection = {
    name: localName,
    apiRoot: gateway.baseUrl,
    key: { file: true },
    tools: known?.tools ?? {},
  } as const;
  try {
    await saveConnection(machine, connection);
  } catch (error) {
    // A listening server would keep the command from ending.
    await gateway.close();
    throw error;
  }
  return { gateway, connection, key };
}

interface Own {
  readonly key: string;
  readonly machine: Machine;
}

async function open(context: Context, address: Address, { key, machine }: Own): Promise<RunningGateway> {
  const files = ownFiles(machine);
  const { printer, world } = context;
  const { variables } = world;
  const onProblem = (error: RackError) => {
    printer.problem(errorText(error, printer));
    printer.note('The gateway keeps its previous configuration.');
  };
  const config = openConfig({ files, variables, onProblem });
  const authorities = await additionalAuthorities(variables);
  const { host, isUnkept = false, log = false, port } = address;
  const options: GatewayOptions = {
    host,
    port,
    key,
    config,
    variables,
    cacheFolder: files.cache,
    ...(authorities === undefined ? {} : { authorities }),
    ...(isUnkept ? {} : { jobSecret: await readJobSecret(foldersOf(machine).keys) }),
    readCommand: packCommand(machine.self),
    ...(log ? { log: (line: string) => printer.note(line) } : {}),
  };
  const gateway = await listen(options).catch((error: unknown) => {
    config.close();
    throw error;
  });
  const close = async (graceMs?: number) => {
    config.close();
    await gateway.close(graceMs);
  };
  return { ...gateway, close };
}

async function listen(options: GatewayOptions): Promise<RunningGateway> {
  try {
    return await startGateway(options);
  } catch (error) {
    if (!isRackError(error) || error.code !== 'usage') throw error;
    const { code } = Object(error.cause);
    const isHost = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
    const hint = isHost
      ? 'pass an address of this machine with --host'
      : 'choose another with --port NUMBER; 0 is any free port';
    throw new RackError('usage', error.message, { hint });
  }
}
