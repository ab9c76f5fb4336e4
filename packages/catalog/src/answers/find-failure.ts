import { isRecord } from '@modelrack/json';
import { booleanAt } from '../json-value.ts';

/** Says whether a body reports a failure, whatever the status was (new-api answers 200 to everything). */
export function isFailure(body: unknown): boolean {
  if (!isRecord(body)) return false;
  if (booleanAt(body, 'success') === false) return true;
  const { error } = body;
  if (typeof error === 'string') return error !== '';
  return Array.isArray(error) ? error.length > 0 : isRecord(error);
}
