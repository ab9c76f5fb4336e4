import { RackError } from '@modelrack/errors';
import type { KeySource } from '@modelrack/setup';
import type { ConnectionOptions, Context } from '../world/context.ts';

export const usualKeyVariable = 'MODELRACK_API_KEY';

/** A key and where it came from. `isNew`: it has to be put into its file. */
export interface FoundKey {
  readonly key: string;
  readonly source: KeySource;
  readonly isNew: boolean;
  /** At a question: another can be asked for. */
  readonly isTyped: boolean;
  /** There is none, and nobody said so: to be checked. */
  readonly isGuessed?: boolean;
}

/** The gateway asks for none. */
export const noKey: FoundKey = { key: '', source: { none: true }, isNew: false, isTyped: false };

/**
 * The key that the flags name; undefined: no flag does.
 * @throws RackError `key-missing`, `usage`
 */
export async function keyFromFlags(context: Context, options: ConnectionOptions): Promise<FoundKey | undefined> {
  if (options.apiKeyEnv !== undefined && options.apiKeyStdin === true) {
    throw new RackError('usage', '--api-key-env and --api-key-stdin name two keys', { hint: 'pass one of them' });
  }
  if (options.key === false) {
    if (options.apiKeyEnv === undefined && options.apiKeyStdin !== true) return noKey;
    throw new RackError('usage', '--no-key and a flag that names a key', { hint: 'pass one of them' });
  }
  if (options.apiKeyEnv !== undefined) return fromVariable(context, options.apiKeyEnv);
  if (options.apiKeyStdin !== true) return undefined;
  return context.world.stdin.isTTY === true ? typedKey(context) : newKey(context, await readAll(context), false);
}

/**
 * Without a flag: the usual variable, else a question, else none at all: whoever reads the list finds out whether the
 * gateway does without.
 */
export async function keyByDefault(context: Context): Promise<FoundKey> {
  if (context.world.variables[usualKeyVariable]) return fromVariable(context, usualKeyVariable);
  return context.canAsk() ? typedKey(context) : { ...noKey, isGuessed: true };
}

/** For a gateway that wants a key, and nobody has named one. */
export function keyWanted(apiRoot: string): RackError {
  return new RackError('key-missing', 'this gateway requires a key, and none was given', {
    path: apiRoot,
    hint: `put it into the variable ${usualKeyVariable}, name another with --api-key-env NAME, or pipe it in with --api-key-stdin`,
  });
}

/** From whoever sits at the terminal; nothing typed: the gateway has none. */
export async function typedKey(context: Context, question?: string): Promise<FoundKey> {
  const { askKey } = await import('../terminal/questions.ts');
  const typed = await askKey(context, question);
  return typed.trim() === '' ? { ...noKey, isTyped: true, isGuessed: true } : newKey(context, typed, true);
}

/** A key that stands somewhere already, and is to be kept with the connection. */
export function literalKey(context: Context, key: string): FoundKey {
  return newKey(context, key, false);
}

function fromVariable(context: Context, name: string): FoundKey {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    // It may be the key itself, so it is not repeated.
    throw new RackError('usage', '--api-key-env takes the name of a variable, not the key', {
      hint: `for example: --api-key-env ${usualKeyVariable}`,
    });
  }
  const value = context.world.variables[name]?.trim();
  if (!value) {
    throw new RackError('key-missing', `the variable ${name} is empty or not set`, {
      hint: `set ${name}, pass the key with --api-key-stdin, or --no-key if the gateway has none`,
    });
  }
  return { key: checkKey(context, value), source: { env: name }, isNew: false, isTyped: false };
}

function newKey(context: Context, key: string, isTyped: boolean): FoundKey {
  return { key: checkKey(context, key.trim()), source: { file: true }, isNew: true, isTyped };
}

/** A key goes into a header: one word of printable ASCII. From here on it is taken out of all that is printed. */
function checkKey(context: Context, key: string): string {
  if (key === '') {
    throw new RackError('key-missing', 'the key is empty', {
      hint: 'for example: modelrack setup --api-key-stdin < key.txt; for a gateway without a key: --no-key',
    });
  }
  if (!/^[!-~]+$/.test(key)) {
    throw new RackError('usage', 'the key contains a space or a character that keys do not have', {
      hint: 'pass the bare key, on one line, without quotes or a "Bearer" before it',
    });
  }
  context.printer.conceal(key);
  return key;
}

const longestKey = 64 * 1024;

async function readAll(context: Context): Promise<string> {
  let text = '';
  for await (const chunk of context.world.stdin) {
    text += String(chunk);
    if (text.length > longestKey) throw new RackError('usage', 'standard input is too long for a key');
  }
  return text;
}
