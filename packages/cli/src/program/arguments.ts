import type { InputKind, Price } from '@modelrack/catalog';
import { InvalidArgumentError } from 'commander';
import { columnNames, isColumn, type Column } from '../text/list-columns.ts';

export function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError('Write a port from 0 to 65535.');
  return value;
}

/** `200000`, `200_000`, `200k`, `1.5M`. */
export function tokenCount(text: string): number {
  const [, digits, unit = ''] = /^(\d[\d_,]*(?:\.\d+)?)([kKmM]?)$/.exec(text) ?? [];
  const count = Number(digits?.replaceAll(/[_,]/g, '')) * (tokenUnits[unit.toLowerCase()] ?? 1);
  if (!Number.isSafeInteger(count)) throw new InvalidArgumentError('Write a number of tokens like 200000 or 200k.');
  return count;
}

const tokenUnits: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 };

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Of `30s`, `10m`, `24h`, `7d`. */
export function milliseconds(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('Write a duration like 30s, 10m, 24h or 7d.');
  return Number(count) * (units[unit] ?? 0);
}

export function positive(text: string): number {
  const value = Number(text);
  if (!/^\d{1,7}$/.test(text) || value < 1) throw new InvalidArgumentError('Write a whole number from 1.');
  return value;
}

export function temperature(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 2)) throw new InvalidArgumentError('Write a number from 0 to 2.');
  return value;
}

export function columnList(text: string): readonly Column[] {
  const names = wordList(text);
  const columns = names.filter(isColumn);
  if (columns.length < names.length || columns.length === 0)
    throw new InvalidArgumentError(`Write some of: ${columnNames.join(', ')}.`);
  return columns;
}

/** `low,medium,high` */
export function wordList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

const inputKinds: readonly InputKind[] = ['image', 'pdf', 'audio', 'video'];

export function inputList(text: string): readonly InputKind[] {
  const words = wordList(text);
  const kinds = inputKinds.filter((kind) => words.includes(kind));
  if (kinds.length < words.length) throw new InvalidArgumentError(`Write some of: ${inputKinds.join(', ')}.`);
  return kinds;
}

/** `3/15`: dollars per million tokens in, and out. */
export function priceOf(text: string): Price {
  const [, input, output] = /^\$?(\d+(?:\.\d+)?)\/\$?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (input === undefined || output === undefined)
    throw new InvalidArgumentError('Write dollars per million tokens, in and out, like 3/15.');
  return { input: Number(input), output: Number(output) };
}

/** As `tokenCount`, but of something that is there. */
export function someTokens(text: string): number {
  const count = tokenCount(text);
  if (count < 1) throw new InvalidArgumentError('Write a number of tokens from 1, like 128000 or 128k.');
  return count;
}
