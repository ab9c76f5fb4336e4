import { readKey, saveConnection, storeKey, type Connection, type Machine } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import type { RunningGateway } from '@modelrack/gateway';
import { allConnections } from '../connection.ts';
import type { Context, GatewayOptions } from '../context.ts';

const name = 'local';

/** Serves until Ctrl-C. Ending a server on purpose is no failure: the code is 0. */
export async function startGateway(context: Context, options: GatewayOptions): Promise<number> {
  const interrupted = context.untilInterrupt();
  const { gateway } = await openLocalGateway(context, options);
  const { printer } = context;
  printer.document({ schema: 1, command: context.command, baseUrl: gateway.baseUrl, connection: name, pid: process.pid });
  printer.result(`${gateway.baseUrl}\n`);
  printer.note(`The gateway serves demo models as connection "${name}" until Ctrl-C. In another terminal:`);
  printer.note(`  modelrack setup --gateway ${name}`);
  await interrupted;
  await gateway.close();
  return 0;
}

export interface LocalGateway {
  readonly gateway: RunningGateway;
  readonly connection: Connection;
}

/** Starts it with the key of its file, which is made on the first start, and keeps the connection. */
export async function openLocalGateway(context: Context, options: Pick<GatewayOptions, 'host' | 'port'>): Promise<LocalGateway> {
  if (!['127.0.0.1', 'localhost', '::1'].includes(options.host)) {
    throw new RackError('usage', `the gateway serves this machine only, not ${options.host}`, { hint: 'leave --host out' });
  }
  const { startGateway: start } = await import('@modelrack/gateway');
  const machine = await context.machine();
  const key = await ownKey(machine);
  context.printer.conceal(key);
  const gateway = await start({ host: options.host, port: options.port, key });
  const known = (await allConnections(context)).find((connection) => connection.name === name);
  const connection: Connection = { name, apiRoot: gateway.baseUrl, key: { file: true }, tools: known?.tools ?? {} };
  await saveConnection(machine, connection);
  return { gateway, connection };
}

async function ownKey(machine: Machine): Promise<string> {
  try {
    return readKey(machine, { name, key: { file: true } });
  } catch (error) {
    if (!(error instanceof RackError) || error.code !== 'key-missing') throw error;
  }
  const { createKey } = await import('@modelrack/gateway');
  const key = createKey();
  storeKey(machine, name, key);
  return key;
}
