import { createKey, startGateway, type RunningGateway } from '@modelrack/gateway';
import { RackError } from '@modelrack/errors';
import { readKey, saveConnection, storeKey, type Connection, type Machine } from '@modelrack/setup';
import { allConnections } from './connection.ts';
import type { Context } from './context.ts';

/** The connection to our own gateway. */
export const localName = 'local';
export const localPort = 8420;

export interface LocalGateway {
  readonly gateway: RunningGateway;
  readonly connection: Connection;
  readonly key: string;
}

/** Starts it with the key of its file, which is made on the first start, and keeps the connection. */
export async function openLocalGateway(
  context: Context,
  address: { readonly host: string; readonly port: number },
): Promise<LocalGateway> {
  if (!['127.0.0.1', 'localhost', '::1'].includes(address.host)) {
    throw new RackError('usage', `the gateway serves this machine only, not ${address.host}`, {
      hint: 'leave --host out',
    });
  }
  const machine = await context.machine();
  const known = (await allConnections(context)).find(({ name }) => name === localName);
  const key = ownKey(machine);
  context.printer.conceal(key);
  const gateway = await startGateway({ ...address, key });
  const connection = {
    name: localName,
    apiRoot: gateway.baseUrl,
    key: { file: true },
    tools: known?.tools ?? {},
  } as const;
  await saveConnection(machine, connection);
  return { gateway, connection, key };
}

function ownKey(machine: Machine): string {
  try {
    return readKey(machine, { name: localName, key: { file: true } });
  } catch (error) {
    if (!(error instanceof RackError) || error.code !== 'key-missing') throw error;
  }
  const key = createKey();
  storeKey(machine, localName, key);
  return key;
}
