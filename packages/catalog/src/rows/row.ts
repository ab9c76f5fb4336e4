import { isRecord } from '@modelrack/json';
import { lesserOf, tokensOf } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';

/**
 * All that a row states, by folded name: gateways spell one fact in many ways (`max_output_tokens`, `maxOutputTokens`),
 * at the top of the row or in one of a few containers. Within a container a name stands once more behind the
 * container's own: `limits>output`. What the row itself holds comes before what is nested in it.
 */
export type Row = ReadonlyMap<string, readonly unknown[]>;

const containers = new Set(
  (
    'modelspec spec specs specification specifications metadata meta info modelinfo model details limits limit ' +
    'tokenlimits contextlimits topprovider architecture capabilities config configuration properties attributes ' +
    'features supports abilities modalities constraints parameters context contextwindow tokens'
  ).split(' '),
);
const deepest = 3;

export function flatten(fields: JsonRecord): Row {
  const found = new Map<string, unknown[]>();
  collect(found, fields, { container: '', depth: 0 });
  return found;
}

function collect(found: Map<string, unknown[]>, record: JsonRecord, at: { container: string; depth: number }): void {
  const nested: [string, JsonRecord][] = [];
  for (const [key, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue;
    const name = fold(key);
    add(found, name, value);
    if (at.container !== '') add(found, `${at.container}>${name}`, value);
    if (at.depth < deepest && isRecord(value) && containers.has(name)) nested.push([name, value]);
  }
  for (const [container, value] of nested) collect(found, value, { container, depth: at.depth + 1 });
}

function add(found: Map<string, unknown[]>, name: string, value: unknown): void {
  const standing = found.get(name);
  if (standing === undefined) found.set(name, [value]);
  else standing.push(value);
}

/** Small letters and digits; dots stay, since they lead into something else (`qwen3.context_length`). */
export function fold(text: string): string {
  return /^[a-z0-9.]*$/.test(text) ? text : text.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
}

/** Names in lines of words. */
export function namesOf(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** What stands under any of some names, in the order of the names. */
export function valuesOf(row: Row, names: readonly string[]): readonly unknown[] {
  const values: unknown[] = [];
  for (const name of names) values.push(...(row.get(name) ?? []));
  return values;
}

export function leastTokens(row: Row, names: readonly string[]): number | undefined {
  return valuesOf(row, names).map(tokensOf).reduce(lesserOf, undefined);
}

/** Short names that mean a number of tokens only among limits. */
export function limitNames(...names: readonly string[]): readonly string[] {
  const inside = ['limits', 'limit', 'tokenlimits', 'contextlimits', 'contextwindow', 'constraints', 'tokens'];
  return inside.flatMap((container) => names.map((name) => `${container}>${name}`));
}

/** The first that is true or false, also as a text. */
export function flagOf(row: Row, names: readonly string[]): boolean | undefined {
  return valuesOf(row, names)
    .map(booleanOf)
    .find((value) => value !== undefined);
}

export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}

/** The texts under some names, alone or in lists. */
function textsOf(row: Row, names: readonly string[]): readonly string[] {
  return valuesOf(row, names).flatMap(textsIn);
}

export function textsIn(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string');
}

/**
 * The parameters of a request that a row lists: a list that is not empty is complete.
 * `supported_sampling_parameters` is none of them: it is wrong at some gateways.
 */
export function parametersOf(row: Row): readonly string[] {
  const lists = valuesOf(row, ['supportedparameters', 'supportedopenaiparams', 'supportedparams']);
  return lists.filter((list) => Array.isArray(list)).flatMap(textsIn);
}

/** Words that a row puts on its model, folded. What is not among them may still be so. */
export function wordsOf(row: Row, names: readonly string[]): readonly string[] {
  return textsOf(row, names).map(fold);
}
