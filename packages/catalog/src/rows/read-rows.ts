import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import type { JsonRecord } from '@modelrack/json';
import { spellOut } from '@modelrack/text';

/** One row of a list as it was sent. `key` is its name where the list is an object. */
export interface RawRow {
  readonly key: string | undefined;
  /** Empty for a row that is a plain text, or nothing that we know. */
  readonly fields: JsonRecord;
  /** What its server tells of it elsewhere, once for each deployment. */
  readonly more?: readonly JsonRecord[];
}

/**
 * Finds the rows in an answer, whatever it is wrapped in. Throws RackError `not-a-gateway`, naming the keys
 * seen, if there is no list. Says nothing about failures: see `findFailure`.
 */
export function readRows(body: unknown): readonly RawRow[] {
  const rows = findRows(body);
  if (rows !== undefined) return rows;
  throw new RackError('not-a-gateway', `the response contains no model list (${describe(body)})`, {
    hint: 'check the base URL: it is the address of the API, usually ending in /v1',
  });
}

function findRows(body: unknown): readonly RawRow[] | undefined {
  if (Array.isArray(body)) return body.map(rowOf);
  if (!isRecord(body)) return undefined;
  if (Array.isArray(body['data'])) return body['data'].map(rowOf);
  if (body['data'] === null && body['object'] === 'list') return [];
  if (Array.isArray(body['models'])) return body['models'].map(rowOf);
  const keyed = keyedRows(body['models']) ?? keyedRows(body['data']);
  if (keyed !== undefined) return keyed;
  for (const key of ['result', 'results', 'items', 'model_list', 'modelList', 'available_models', 'list']) {
    if (Array.isArray(body[key])) return body[key].map(rowOf);
  }
  // Wrapped once more.
  for (const key of ['data', 'result', 'response']) {
    const inner = body[key];
    if (isRecord(inner) && isWrapper(inner)) return findRows(inner);
  }
  return undefined;
}

function isWrapper(inner: JsonRecord): boolean {
  return ['data', 'models', 'items', 'list', 'model_list', 'modelList'].some((key) => Array.isArray(inner[key]));
}

function rowOf(item: unknown): RawRow {
  if (typeof item === 'string') return { key: item, fields: {} };
  return { key: undefined, fields: isRecord(item) ? item : {} };
}

/** An object from ids to rows. One that holds no object at all is something else. */
function keyedRows(value: unknown): readonly RawRow[] | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  const rows = entries.flatMap(([key, fields]) => (isRecord(fields) ? [{ key, fields }] : []));
  return rows.length === 0 && entries.length > 0 ? undefined : rows;
}

function describe(body: unknown): string {
  if (!isRecord(body)) return `it is ${body === null ? 'null' : `a ${typeof body}`}`;
  const keys = Object.keys(body);
  if (keys.length === 0) return 'it is empty';
  const shown = keys.slice(0, 8).map((key) => spellOut(key.slice(0, 40)));
  return `keys seen: ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`;
}
