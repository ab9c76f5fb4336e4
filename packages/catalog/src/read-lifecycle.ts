import { at, booleanAt, textAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';

/** Says whether a request can reach the model: it is not switched off, has somebody who serves it, and is not past its end. */
export function isCallable(fields: JsonRecord, now: Date): boolean {
  if (booleanAt(fields, 'active') === false || booleanAt(fields, 'enabled') === false) return false;
  const providers = at(fields, 'providers');
  if (Array.isArray(providers) && providers.length === 0) return false;
  return !['deactivated_at', 'expiration_date'].some((field) => isPast(at(fields, field), now));
}

/** Says whether the row announces an end: by a flag, or by a date, past or to come. */
export function isDeprecated(fields: JsonRecord): boolean {
  if (booleanAt(fields, 'deprecated') === true || booleanAt(fields, 'is_deprecated') === true) return true;
  if (textAt(fields, 'lifecycle') === 'deprecated') return true;
  const dates = ['deprecation', 'deprecated_at', 'deactivated_at', 'expiration_date'];
  return dates.some((field) => timeOf(at(fields, field)) !== undefined);
}

function isPast(value: unknown, now: Date): boolean {
  const time = timeOf(value);
  return time !== undefined && time <= now.getTime();
}

/** ISO text, or seconds or milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 0) return value < 1e11 ? value * 1000 : value;
  const time = typeof value === 'string' && /^\d{4}-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
