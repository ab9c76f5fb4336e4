import { isRecord } from '@modelrack/json';
import { at, textAt } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { isSafe } from '@modelrack/text';

/** The ids that an alias stands for, as far as the row tells: `resolves_to`, `alias_target`. */
export function readTargets(fields: JsonRecord): readonly string[] {
  const found = new Set([...targetsOf(at(fields, 'resolves_to')), ...targetsOf(at(fields, 'alias_target'))]);
  return [...found].filter(isSafe);
}

function targetsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : targetsOf(item)));
  const id = isRecord(value) ? (textAt(value, 'id') ?? textAt(value, 'slug') ?? textAt(value, 'model')) : undefined;
  return id === undefined ? [] : [id];
}
