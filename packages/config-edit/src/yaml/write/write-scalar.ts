import type { YamlForm } from '../yaml-nodes.ts';

/** Words that YAML 1.1 or 1.2 reads as something else. What begins with a letter is no number or date in either. */
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** The same without other letters than ours, for most texts and sooner. */
const ASCII = /^[A-Za-z_/][\w \-./:@+=%~]*$/;
const PLAIN = /^[\p{L}_/][\p{L}\p{M}\p{N} _\-./:@+=%~]*$/u;
/** Line ends, and what has to be escaped to be read at all. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** How a text may be quoted: like the one it replaces, if that can hold it. */
export type Quoting = YamlForm | undefined;

export interface ScalarPlace {
  readonly isFlow: boolean;
  readonly quoting: Quoting;
}

export function writeScalar(value: null | boolean | number | string, { isFlow, quoting }: ScalarPlace): string {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'string') return String(value);
  if (quoting === 'double') return writeDouble(value);
  if (quoting === 'single' && !UNPRINTABLE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return isPlain(value, isFlow) ? value : writeDouble(value);
}

function isPlain(value: string, isFlow: boolean): boolean {
  const isOfPlainSigns = ASCII.test(value) || PLAIN.test(value);
  if (!isOfPlainSigns || WORDS.test(value) || value.includes(': ') || /[ :]$/.test(value)) return false;
  // Older parsers stop at a colon inside brackets.
  return !isFlow || !value.includes(':');
}

/** JSON's escapes are YAML's; more has to be escaped here. */
function writeDouble(value: string): string {
  return JSON.stringify(value).replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** YAML 1.1 takes an exponent for a number only behind a point and with its sign. */
function writeNumber(value: number): string {
  const text = String(value);
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}
