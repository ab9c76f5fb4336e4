import { isRackError } from '@modelrack/errors';
import { readKey, type Connection, type Machine } from '@modelrack/setup';

/** A shorter one may be a part of any word. */
const shortest = 8;

/** Whether the key of the connection itself is in these bytes, not a reference to it. */
export function literalKeyIn(machine: Machine, connection: Connection, bytes: Uint8Array): boolean {
  try {
    const key = readKey(machine, connection);
    return key.length >= shortest && Buffer.from(bytes).includes(key);
  } catch (error) {
    if (isRackError(error)) return false;
    throw error;
  }
}
