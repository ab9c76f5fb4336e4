import { readTarget, writeTarget } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import { isInGitWorkTree } from '../machine/git-work-tree.ts';
import type { Connection, Machine } from '../machine/types.ts';

export function keyFileOf(machine: Machine, name: string): string {
  return pathsOf(machine).join(foldersOf(machine).keys, name);
}

/**
 * Keeps a key in its file: mode 0600 in a folder of mode 0700. With `apiRoot` it is bound to that origin:
 * the configuration may be edited or synced, the key goes nowhere else.
 * @throws RackError `key-in-repository`
 */
export function storeKey(
  machine: Machine,
  { name, apiRoot }: { readonly name: string; readonly apiRoot?: string },
  key: string,
): void {
  assertPrivate(machine, keyFileOf(machine, name));
  if (apiRoot === undefined) remove(machine, originFileOf(machine, name));
  else write(machine, originFileOf(machine, name), new URL(apiRoot).origin);
  write(machine, keyFileOf(machine, name), key);
}

/** Our own folder may be tracked as well: dotfiles in git often are a whole home folder. */
function assertPrivate(machine: Machine, file: string): void {
  if (!isInGitWorkTree(machine, readTarget(machine.fs, file).realPath)) return;
  throw new RackError('key-in-repository', 'the key would be stored in a file inside a git work tree', {
    path: file,
    hint: 'keep the key in an environment variable, and name it with --api-key-env',
  });
}

export function forgetKey(machine: Machine, name: string): void {
  remove(machine, keyFileOf(machine, name));
  remove(machine, originFileOf(machine, name));
}

// Names of connections hold no dot.
function originFileOf(machine: Machine, name: string): string {
  return `${keyFileOf(machine, name)}.origin`;
}

function write(machine: Machine, path: string, text: string): void {
  const state = readTarget(machine.fs, path);
  writeTarget(machine.fs, state, new TextEncoder().encode(`${text}\n`), { secret: true });
}

function remove(machine: Machine, path: string): void {
  const state = readTarget(machine.fs, path);
  if (state.bytes !== undefined) writeTarget(machine.fs, state, undefined, { secret: true });
}

function read(machine: Machine, path: string): string {
  const { bytes } = readTarget(machine.fs, path);
  return bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
}

/**
 * The key; the empty text where the gateway has none.
 * @throws RackError `key-missing`: the variable is not set, or the file is not there.
 */
export function readKey(
  machine: Machine,
  connection: Pick<Connection, 'name' | 'key'> & { readonly apiRoot?: string },
): string {
  if ('none' in connection.key) return '';
  if ('env' in connection.key) {
    const value = machine.variables[connection.key.env]?.trim();
    if (value && !isUnresolved(value)) return value;
    if (value) throw unresolved(connection.key.env);
    throw new RackError('key-missing', `the variable ${connection.key.env} is empty or not set`, {
      hint: `set ${connection.key.env}, name another variable with --api-key-env, or pass the key with --api-key-stdin`,
    });
  }
  const path = keyFileOf(machine, connection.name);
  const value = read(machine, path);
  const origin = read(machine, originFileOf(machine, connection.name));
  const { apiRoot } = connection;
  if (value !== '' && origin !== '' && apiRoot !== undefined && originOf(apiRoot) !== origin) {
    throw new RackError('key-missing', `the stored key belongs to ${origin}, not to this gateway`, {
      path: apiRoot,
      hint: 'correct "apiRoot" in the configuration, or store a key for this gateway with --api-key-stdin',
    });
  }
  if (value !== '') return value;
  throw new RackError('key-missing', `no key is stored for "${connection.name}"`, {
    path,
    hint: 'pass it with --api-key-stdin, or name a variable with --api-key-env',
  });
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** `${NAME}`, `$NAME`, `{env:NAME}`, `%NAME%`: whoever started us passed the reference on instead of what it refers to. */
function isUnresolved(value: string): boolean {
  return /^(?:\$|\{env:|%[A-Za-z_][A-Za-z0-9_]*%$)/i.test(value);
}

function unresolved(name: string): RackError {
  return new RackError('key-missing', `the variable ${name} contains a reference that was not resolved, not a key`, {
    hint: `set ${name} where this program was started from, or store the key: modelrack setup --api-key-stdin`,
  });
}
