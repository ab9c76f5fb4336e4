import { isRecord } from '@modelrack/json';

/**
 * The value below a key, or below two; undefined where one is missing. The keys are ours, and none of them is
 * a member that every object inherits. Plain parameters, since hundreds of rows are asked for dozens of keys.
 */
export function at(value: unknown, key: string, inner?: string): unknown {
  if (!isRecord(value)) return undefined;
  const found = value[key];
  if (inner === undefined || found === undefined) return found;
  return isRecord(found) ? found[inner] : undefined;
}

/** A text that is not empty. */
export function textAt(value: unknown, key: string, inner?: string): string | undefined {
  const found = at(value, key, inner);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function booleanAt(value: unknown, key: string, inner?: string): boolean | undefined {
  const found = at(value, key, inner);
  return typeof found === 'boolean' ? found : undefined;
}

/** The texts of a list; undefined if it is no list. */
export function textsAt(value: unknown, key: string, inner?: string): string[] | undefined {
  const found = at(value, key, inner);
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : undefined;
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** A number of tokens: whole and above 0, also as text (`"131072"`, `"128k"`, `"1M"`); anything else is unknown. */
export function tokensOf(value: unknown): number | undefined {
  if (typeof value === 'number') return isTokens(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 24) return undefined;
  const match = /^\s*(\d{1,3}(?:[,_]\d{3})+|\d+(?:\.\d+)?)\s*([km]?)(?:\s*tokens?)?\s*$/i.exec(value);
  if (match === null) return undefined;
  // `200.000` is 200000 to some and 200 to others.
  if (match[2] === '' && match[1]?.includes('.') === true) return undefined;
  // 1.2 x 1000 is not exact in binary; a unit makes a whole number of what is meant.
  const number = Number((match[1] ?? '').replaceAll(/[,_]/g, '')) * (units[(match[2] ?? '').toLowerCase()] ?? 1);
  const rounded = Math.round(number);
  return isTokens(rounded) && Math.abs(number - rounded) < 1e-6 ? rounded : undefined;
}

function isTokens(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** The smaller of two numbers of which either may be unknown. */
export function lesserOf(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
