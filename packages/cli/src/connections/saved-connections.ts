import { loadConnections, readKey, type Connection } from '@modelrack/setup';
import { isRackError, RackError } from '@modelrack/errors';
import { closest } from '../text/closest.ts';
import type { Context } from '../world/context.ts';

export const defaultName = 'modelrack';

/** The connection of a command that needs a saved one; the variable with a URL is not looked at. */
export async function savedConnection(context: Context, name: string | undefined): Promise<Connection> {
  const all = await allConnections(context);
  const found = chosenFrom(all, name);
  if (found !== undefined) return found;
  if (name !== undefined) throw unknownConnection(name, all);
  if (all.length === 0) throw noConnection(context.command);
  throw severalConnections(all);
}

export async function allConnections(context: Context): Promise<readonly Connection[]> {
  return loadConnections(await context.machine());
}

/** The named one; else the only one, else the one with the usual name. */
export function chosenFrom(all: readonly Connection[], name: string | undefined): Connection | undefined {
  if (name !== undefined) return all.find((connection) => connection.name === name);
  return all.length === 1 ? all[0] : all.find((connection) => connection.name === defaultName);
}

/** The key of a saved connection, hidden from all output from here on. */
export async function keyOf(context: Context, connection: Connection): Promise<string> {
  const key = readKey(await context.machine(), connection);
  context.printer.conceal(key);
  return key;
}

/** For what can do without it: by it a key in a tool's file is known to be ours. */
export async function keyIfKnown(context: Context, connection: Connection): Promise<string | undefined> {
  try {
    return await keyOf(context, connection);
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}

export function noConnection(command: string): RackError {
  return new RackError('missing-answer', 'no gateway is set up yet', {
    hint:
      command === 'setup'
        ? 'modelrack setup --base-url URL --api-key-env NAME, or without a gateway of your own: modelrack gateway start'
        : 'set one up first: modelrack setup --base-url URL --api-key-env NAME',
  });
}

/** `adding`: the command that would set it up. */
export function unknownConnection(name: string, all: readonly Connection[], adding?: string): RackError {
  const near = closest(
    name,
    all.map((connection) => connection.name),
  );
  const known = near === undefined ? 'see the saved connections with: modelrack connections' : `did you mean ${near}?`;
  return new RackError('unknown-connection', `there is no connection "${name}"`, {
    hint: adding === undefined ? known : `${known.replace(/\?$/, '')}, or set it up: ${adding}`,
  });
}

export function severalConnections(all: readonly Connection[]): RackError {
  return new RackError('missing-answer', 'there are several connections', {
    hint: `name one: ${all.map((connection) => `--gateway ${connection.name}`).join(', ')}`,
  });
}
