import type { Key } from './types.ts';

/** What a tool's file says for the key: a reference to a variable in the tool's own syntax, else the key itself. */
export function keyText(key: Key, reference: (variable: string) => string): string {
  if (key.form === 'env') return reference(key.name);
  return key.form === 'literal' ? key.value : '';
}
