import { isRecord, type JsonRecord } from '@modelrack/json';

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
  const match = /^\s*(\d+(?:\.\d+)?)\s*([km]?)\s*$/i.exec(value);
  if (match === null) return undefined;
  // 1.2 x 1000 is not exact in binary; a unit makes a whole number of what is meant.
  const number = Number(match[1]) * (units[(match[2] ?? '').toLowerCase()] ?? 1);
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

/** Where numbers may stand: below a key, or below each of some keys within it. */
export type Places = ReadonlyMap<string, readonly (string | undefined)[]>;

/** `placesOf('a', 'b.c', 'b.d')`: below `a`, and below `c` and `d` within `b`. */
export function placesOf(...paths: readonly string[]): Places {
  const places = new Map<string, (string | undefined)[]>();
  for (const path of paths) {
    const [key = '', inner] = path.split('.');
    places.set(key, [...(places.get(key) ?? []), inner]);
  }
  return places;
}

/** The smallest number of tokens at any of the places. Asks for what is there: a row has few of the keys that we know. */
export function leastAt(record: JsonRecord, places: Places): number | undefined {
  let least: number | undefined;
  for (const key of Object.keys(record)) {
    for (const inner of places.get(key) ?? []) least = lesserOf(least, tokensOf(at(record, key, inner)));
  }
  return least;
}

/** Says whether a record has any of some keys. */
export function hasAny(record: JsonRecord, keys: ReadonlySet<string>): boolean {
  return Object.keys(record).some((key) => keys.has(key));
}
