import { saveConnection, storeKey, type Connection } from '@modelrack/setup';
import type { Target } from './target.ts';
import type { Context } from '../world/context.ts';

/** Key and connection, before anything refers to them; what stands there already is not written again. */
export async function keepConnection(context: Context, target: Target, connection: Connection): Promise<void> {
  const machine = await context.machine();
  if (target.newKey !== undefined) storeKey(machine, connection, target.newKey);
  if (!isSame(target.saved, connection)) await saveConnection(machine, connection);
}

function isSame(saved: Connection | undefined, connection: Connection): boolean {
  return saved !== undefined && saved.apiRoot === connection.apiRoot && saved.key === connection.key;
}
