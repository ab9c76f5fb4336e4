import { at, isRecord, textAt } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';
import { isSafeId } from './safe-text.ts';

/** The ids that an alias stands for, as far as the row tells: `resolves_to`, `alias_target`. */
export function readTargets(fields: JsonRecord): readonly string[] {
  const found = new Set([...targetsOf(at(fields, 'resolves_to')), ...targetsOf(at(fields, 'alias_target'))]);
  return [...found].filter(isSafeId);
}

function targetsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : targetsOf(item)));
  const id = isRecord(value) ? (textAt(value, 'id') ?? textAt(value, 'slug') ?? textAt(value, 'model')) : undefined;
  return id === undefined ? [] : [id];
}
