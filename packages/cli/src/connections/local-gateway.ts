import { createKey, readJobSecret, startGateway, type RunningGateway } from '@modelrack/gateway';
import { RackError, isRackError } from '@modelrack/errors';
import { foldersOf, readKey, saveConnection, storeKey, type Connection, type Machine } from '@modelrack/setup';
import { allConnections } from './saved-connections.ts';
import type { Context } from '../world/context.ts';

/** The connection to our own gateway. */
export const localName = 'local';
const usualPort = 8420;

interface Address {
  readonly host: string;
  /** undefined: the usual one if it is free. */
  readonly port: number | undefined;
}

export interface LocalGateway {
  readonly gateway: RunningGateway;
  readonly connection: Connection;
  readonly key: string;
}

/** Starts it with the key of its file, which is made on the first start, and keeps the connection. */
export async function openLocalGateway(context: Context, address: Address): Promise<LocalGateway> {
  if (!['127.0.0.1', 'localhost', '::1'].includes(address.host)) {
    throw new RackError('usage', `the gateway serves this machine only, not ${address.host}`, {
      hint: 'leave --host out',
    });
  }
  const machine = await context.machine();
  const known = (await allConnections(context)).find(({ name }) => name === localName);
  const key = ownKey(machine);
  context.printer.conceal(key);
  const jobSecret = await readJobSecret(foldersOf(machine).keys);
  const gateway = await open(address, { key, jobSecret });
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

interface Secrets {
  readonly key: string;
  /** Ids of videos hold after a restart. */
  readonly jobSecret: Buffer;
}

/** Nobody chose the usual port, so where it is taken any other is as good. */
async function open({ host, port }: Address, secrets: Secrets): Promise<RunningGateway> {
  try {
    return await startGateway({ host, port: port ?? usualPort, ...secrets });
  } catch (error) {
    if (!isRackError(error) || error.code !== 'usage') throw error;
    if (port === undefined) return startGateway({ host, port: 0, ...secrets });
    throw new RackError('usage', error.message, { hint: 'pass another with --port NUMBER; 0 is any that is free' });
  }
}

function ownKey(machine: Machine): string {
  try {
    return readKey(machine, { name: localName, key: { file: true } });
  } catch (error) {
    if (!isRackError(error) || error.code !== 'key-missing') throw error;
  }
  const key = createKey();
  storeKey(machine, { name: localName }, key);
  return key;
}
