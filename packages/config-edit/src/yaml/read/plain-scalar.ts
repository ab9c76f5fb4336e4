import type { ScalarNode } from '../../types.ts';

/** A value that fits its line. */
export interface Scalar {
  readonly end: number;
  readonly value: ScalarNode['value'];
  readonly form: 'plain' | 'single' | 'double';
}

const DOUBLE = /"[^"\\\p{Cc}\ufeff]*"/uy;
const SINGLE = /'[^'\p{Cc}\ufeff]*'(?!')/uy;
// A colon with a blank behind it would make it a key, a number sign with one in front of it a comment.
const BARE = /[\p{L}\d_/$](?:[^\s:#\p{Cc}]|:(?=[^\s\p{Cc}])|(?<=\S)#| +(?=[^\s#]))*/uy;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const BROKEN = /^\d{1,9}\.\d{1,6}$/;
/** Numbers in other ways, times and dates. */
const ODD = /^\d[\da-fox_.:+-]*$/i;
const VERSION = /^\d+(?:\.\d+){2,}$/;
const WORDS = new Map<string, null | boolean>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** By the core schema of YAML 1.2, as the library reads it; undefined: this is for the library. */
export function readPlainScalar(text: string, at: number): Scalar | undefined {
  const first = text.charAt(at);
  if (first === '"' || first === "'") {
    const quoted = matchAt(first === '"' ? DOUBLE : SINGLE, text, at);
    if (quoted === undefined) return undefined;
    return { end: at + quoted.length, value: quoted.slice(1, -1), form: first === '"' ? 'double' : 'single' };
  }
  const bare = matchAt(BARE, text, at);
  if (bare === undefined) return undefined;
  const value = valueOf(bare);
  return value === undefined ? undefined : { end: at + bare.length, value, form: 'plain' };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function valueOf(source: string): ScalarNode['value'] | undefined {
  if (!/^\d/.test(source)) {
    const word = WORDS.get(source);
    return word === undefined ? source : word;
  }
  if (WHOLE.test(source) || BROKEN.test(source)) return Number(source);
  return ODD.test(source) && !VERSION.test(source) ? undefined : source;
}
