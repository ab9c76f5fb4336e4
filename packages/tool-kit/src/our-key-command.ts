import type { Json } from '@modelrack/config-edit';

/**
 * Whether a value calls our command for this connection's key, with whatever Node and in whatever home: files
 * travel between machines. A text for a shell, or a list of words.
 */
export function isOurKeyCommand(value: Json | undefined, connection: string): boolean {
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text !== 'string') return false;
  const [, name] = /[\\/]modelrack\.js['"]? key ([a-z]+)$/.exec(text) ?? [];
  return name === connection;
}
