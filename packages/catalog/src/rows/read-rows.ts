import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import type { JsonRecord } from '@modelrack/json';
import { fold, namesOf } from './row.ts';
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
  return wrappedRows(body) ?? keyedRows(body['models']) ?? keyedRows(body['data']) ?? bareRows(body);
}

/** Under another name, or wrapped once more. */
function wrappedRows(body: JsonRecord): readonly RawRow[] | undefined {
  for (const key of ['result', 'results', 'items', 'model_list', 'modelList', 'available_models', 'list']) {
    if (Array.isArray(body[key])) return body[key].map(rowOf);
  }
  const inner = ['data', 'result', 'response'].map((key) => body[key]).find((value) => isWrapper(value));
  return inner === undefined ? undefined : findRows(inner);
}

function isWrapper(value: unknown, depth = 0): boolean {
  if (!isRecord(value)) return false;
  if (['data', 'models', 'items', 'list', 'model_list', 'modelList'].some((key) => Array.isArray(value[key])))
    return true;
  return depth < deepestWrapper && Object.keys(value).length < 4 && isWrapper(value['data'], depth + 1);
}

const deepestWrapper = 3;

/** Nothing but an object from ids to rows: only if each of them tells of a model, since an error is an object too. */
function bareRows(body: JsonRecord): readonly RawRow[] | undefined {
  const values = Object.values(body);
  const isModel = (value: unknown) => isRecord(value) && Object.keys(value).some((key) => tells.has(fold(key)));
  return values.length > 0 && values.every(isModel) ? keyedRows(body) : undefined;
}

const tells = new Set(
  namesOf(
    'contextwindow contextlength contextsize maxtokens maxoutputtokens maxinputtokens maxmodellen ownedby pricing cost',
    'inputprice inputtokenprice inputcostpertoken modalities inputmodalities supportedparameters limit limits mode',
  ),
);

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
