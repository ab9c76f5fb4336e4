/** An object of parsed JSON; its keys came from a stranger, `__proto__` among them. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value below some keys; undefined where one is missing. Inherited members don't count. */
export function at(value: unknown, ...keys: string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A text that is not empty. */
export function textAt(value: unknown, ...keys: string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function booleanAt(value: unknown, ...keys: string[]): boolean | undefined {
  const found = at(value, ...keys);
  return typeof found === 'boolean' ? found : undefined;
}

/** The texts of a list; undefined if it is no list. */
export function textsAt(value: unknown, ...keys: string[]): string[] | undefined {
  const found = at(value, ...keys);
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

/** The smallest of the known numbers. */
export function smallest(values: readonly (number | undefined)[]): number | undefined {
  let least: number | undefined;
  for (const value of values) if (value !== undefined && (least === undefined || value < least)) least = value;
  return least;
}
