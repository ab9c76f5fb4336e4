import { RackError } from '@modelrack/errors';
import type { Draft } from '../edit/draft.ts';

/** One line of TOML 1.0: basic strings, arrays and inline tables on one line, without a trailing comma. */
export function writeToml(draft: Draft): string {
  switch (draft.kind) {
    case 'raw':
      return draft.text;
    case 'scalar':
      return writeScalar(draft.value);
    case 'list':
      return `[${draft.items.map(writeToml).join(', ')}]`;
    case 'map': {
      const entries = draft.entries.map(({ key, value }) => `${writeKey(key)} = ${writeToml(value)}`);
      return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
    }
  }
}

export function headerOf(path: readonly string[]): string {
  return `[${path.map(writeKey).join('.')}]`;
}

export function writeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : writeString(key);
}

function writeScalar(value: null | boolean | number | string): string {
  if (value === null) throw new RackError('internal', 'TOML has no null');
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'boolean') return String(value);
  // A whole number beyond 64 bits would not be an integer of TOML any more.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

/** JSON's escapes are TOML's, but for the one control character that JSON leaves alone. */
function writeString(value: string): string {
  return JSON.stringify(value).replaceAll('\u007F', '\\u007F');
}
