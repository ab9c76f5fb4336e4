import { keyOfNone, readKey } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import { savedConnection } from '../connections/saved-connections.ts';
import type { Context } from '../world/context.ts';

/** The one place that prints a key, and only where nobody sees it: a tool's helper calls it. */
export async function printKey(context: Context, name: string | undefined): Promise<number> {
  const { out } = context.world;
  if (out.isTTY) {
    throw new RackError('usage', 'a key is not shown on a terminal', {
      hint: 'use it in a pipe, for example: modelrack key | pbcopy',
    });
  }
  const connection = await savedConnection(context, name);
  const key = readKey(await context.machine(), connection);
  // A tool that calls us for a key has to get one, for a gateway without one too.
  out.write(`${key === '' ? keyOfNone : key}\n`);
  return 0;
}
