import { readTarget, writeTarget } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from './folders.ts';
import type { Connection, Machine } from './types.ts';

export function keyFileOf(machine: Machine, name: string): string {
  return pathsOf(machine).join(foldersOf(machine).keys, name);
}

/** Keeps a key in its file: mode 0600 in a folder of mode 0700. */
export function storeKey(machine: Machine, name: string, key: string): void {
  const state = readTarget(machine.fs, keyFileOf(machine, name));
  writeTarget(machine.fs, state, new TextEncoder().encode(`${key}\n`), { secret: true });
}

export function forgetKey(machine: Machine, name: string): void {
  const state = readTarget(machine.fs, keyFileOf(machine, name));
  if (state.bytes !== undefined) writeTarget(machine.fs, state, undefined, { secret: true });
}

/** @throws RackError `key-missing`: the variable is not set, or the file is not there. */
export function readKey(machine: Machine, connection: Pick<Connection, 'name' | 'key'>): string {
  if ('env' in connection.key) {
    const value = machine.variables[connection.key.env]?.trim();
    if (value) return value;
    throw new RackError('key-missing', `the variable ${connection.key.env} holds no key`, {
      hint: `set ${connection.key.env}, name another variable with --api-key-env, or pass the key with --api-key-stdin`,
    });
  }
  const path = keyFileOf(machine, connection.name);
  const bytes = readTarget(machine.fs, path).bytes;
  const value = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
  if (value !== '') return value;
  throw new RackError('key-missing', `no key is stored for "${connection.name}"`, {
    path,
    hint: 'pass it with --api-key-stdin, or name a variable with --api-key-env',
  });
}
