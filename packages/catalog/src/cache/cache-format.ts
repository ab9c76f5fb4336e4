import type { CachedCatalog, KnownWire } from './cached-catalog.ts';
import { decodeFacts, encodeFacts } from './facts-format.ts';
import { isRecord } from '@modelrack/json';
import { at, booleanAt, textAt, textsAt, tokensOf } from '../json-value.ts';
import { allKinds } from '../model-kinds.ts';
import { isSafe } from '@modelrack/text';
import type { Model, SkippedRow, Wire } from '../types.ts';

// Rows are arrays: half the bytes of objects, and loading a list is on the path of every command.
const schema = 2;
const allWires: readonly Wire[] = ['chat', 'messages', 'responses'];
const reasons: readonly SkippedRow['why'][] = ['no-id', 'wildcard', 'not-callable', 'unsafe-id', 'repeated'];

/** The JSON of a cache file. */
export function encodeCatalog({ catalog, etag, print, wires }: CachedCatalog): unknown {
  const { apiRoot, fetchedAt, partial, skipped, warnings } = catalog;
  const models = [...catalog.models.values()].map(encodeModel);
  return {
    schema,
    apiRoot,
    etag: etag ?? null,
    print: print ?? null,
    fetchedAt,
    partial,
    warnings,
    skipped,
    wires,
    models,
  };
}

/** Reads it back; undefined if it is not exactly that. */
export function decodeCatalog(json: unknown): CachedCatalog | undefined {
  const rows = at(json, 'models');
  const apiRoot = textAt(json, 'apiRoot');
  const fetchedAt = textAt(json, 'fetchedAt');
  if (at(json, 'schema') !== schema || !Array.isArray(rows) || apiRoot === undefined) return undefined;
  if (fetchedAt === undefined || Number.isNaN(Date.parse(fetchedAt))) return undefined;
  const models = new Map<string, Model>();
  for (const row of rows) {
    const model = decodeModel(row);
    if (model === undefined) return undefined;
    models.set(model.id, model);
  }
  const skipped = decodeSkipped(at(json, 'skipped'));
  const warnings = textsAt(json, 'warnings') ?? [];
  const partial = booleanAt(json, 'partial') ?? false;
  return {
    catalog: { apiRoot, models, skipped, warnings, partial, source: 'cache', fetchedAt },
    etag: textAt(json, 'etag'),
    print: textAt(json, 'print'),
    wires: decodeWires(at(json, 'wires')),
  };
}

function encodeModel(model: Model): unknown[] {
  const flags = [model.tools, model.reasoning, model.vision].map(digitOf).join('');
  return [
    model.id,
    model.form === 'alias' ? 1 : 0,
    allKinds.indexOf(model.kind),
    model.name === model.id ? 0 : model.name,
    model.contextWindow ?? 0,
    model.maxOutput ?? 0,
    model.provider ?? 0,
    flags,
    model.deprecated ? 1 : 0,
    model.resolvesTo,
    encodeFacts(model),
  ];
}

function decodeModel(row: unknown): Model | undefined {
  if (!Array.isArray(row)) return undefined;
  const [id, form, kindIndex, name, contextWindow, maxOutput, provider, flags, deprecated, targets, facts]: unknown[] =
    row;
  const kind = typeof kindIndex === 'number' ? allKinds[kindIndex] : undefined;
  if (typeof id !== 'string' || id === '' || !isSafe(id) || kind === undefined || typeof flags !== 'string')
    return undefined;
  return {
    id,
    form: form === 1 ? 'alias' : 'full',
    kind,
    name: typeof name === 'string' ? name : id,
    contextWindow: tokensOf(contextWindow),
    maxOutput: tokensOf(maxOutput),
    provider: typeof provider === 'string' ? provider : undefined,
    resolvesTo: Array.isArray(targets) ? targets.filter((item) => typeof item === 'string') : [],
    tools: flagAt(flags, 0),
    reasoning: flagAt(flags, 1),
    vision: flagAt(flags, 2),
    ...decodeFacts(facts),
    deprecated: deprecated === 1,
  };
}

function digitOf(flag: boolean | undefined): string {
  if (flag === undefined) return '-';
  return flag ? '1' : '0';
}

function flagAt(flags: string, index: number): boolean | undefined {
  const digit = flags[index];
  return digit === '1' || digit === '0' ? digit === '1' : undefined;
}

function decodeSkipped(value: unknown): SkippedRow[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row) => {
    const why = reasons.find((reason) => reason === at(row, 'why'));
    const id = at(row, 'id');
    return why === undefined || typeof id !== 'string' ? [] : [{ id, why }];
  });
}

function decodeWires(value: unknown): CachedCatalog['wires'] {
  const wires: Partial<Record<Wire, KnownWire>> = {};
  if (!isRecord(value)) return wires;
  for (const wire of allWires) {
    const state = at(value, wire, 'state');
    const when = textAt(value, wire, 'at');
    if ((state === 'present' || state === 'missing') && when !== undefined) wires[wire] = { state, at: when };
  }
  return wires;
}
