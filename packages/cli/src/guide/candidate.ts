import type { Connection } from '@modelrack/setup';
import { listed } from '@modelrack/text';
import { originOf } from '../connections/gateway-url.ts';

/** A gateway that was found, and can be chosen. */
export interface Candidate {
  readonly kind: 'saved' | 'tool' | 'variable' | 'server';
  readonly apiRoot: string;
  readonly key: CandidateKey;
  /** Who names it: tools by their names, or a variable. */
  readonly from: readonly string[];
  /** Ids of the tools that use it. */
  readonly tools: readonly string[];
  readonly saved?: Connection;
  /** How many models it lists, where it was asked. */
  readonly models?: number;
}

/** `literal`: it stands in the file of a tool. `unknown`: to be asked for. */
export type CandidateKey =
  | { readonly env: string }
  | { readonly literal: string }
  | { readonly none: true }
  | { readonly unknown: true };

/** One row for each place, with the best key that anybody knows for it. */
export function merged(candidates: readonly Candidate[]): readonly Candidate[] {
  const byPlace = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const place = candidate.apiRoot.replace(/\/v1$/, '').replace('//localhost', '//127.0.0.1');
    const known = byPlace.get(place);
    byPlace.set(place, known === undefined ? candidate : together(known, candidate));
  }
  return [...byPlace.values()];
}

function together(one: Candidate, other: Candidate): Candidate {
  const isBetter = one.kind !== 'saved' && rank(other.key) < rank(one.key);
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  const isSameKind = one.kind === other.kind;
  return {
    ...one,
    key: isBetter ? other.key : one.key,
    from: isSameKind ? unique([...one.from, ...other.from]) : one.from,
    tools: unique([...one.tools, ...other.tools]),
    ...(other.models === undefined ? {} : { models: other.models }),
  };
}

function rank(key: CandidateKey): number {
  if ('env' in key) return 0;
  if ('none' in key) return 1;
  return 'literal' in key ? 2 : 3;
}

/** Of those that stand for a saved connection already, nothing is offered twice. */
export function withoutSaved(found: readonly Candidate[], saved: readonly Connection[]): readonly Candidate[] {
  const placeOf = (apiRoot: string) => originOf(apiRoot).replace('//localhost', '//127.0.0.1');
  const known = new Set(saved.map(({ apiRoot }) => placeOf(apiRoot)));
  return found.filter(({ apiRoot }) => !known.has(placeOf(apiRoot)));
}

/** A row of the list of gateways. */
export function describe({ kind, apiRoot, key, from, saved, models }: Candidate): string {
  if (saved !== undefined) {
    const tools = Object.keys(saved.tools);
    return `${saved.name}  ${apiRoot}${tools.length === 0 ? '' : `  (${listed(tools, 4)})`}`;
  }
  if (kind === 'server') return `${apiRoot}  (on this machine, ${serverText(key, models)})`;
  const who =
    kind === 'tool' ? `${listed(from, 3)} ${from.length === 1 ? 'uses' : 'use'} it` : `from ${from.join(', ')}`;
  return `${apiRoot}  (${who}${keyText(key)})`;
}

function serverText(key: CandidateKey, models: number | undefined): string {
  if (models === undefined) return 'none' in key ? 'no key' : 'wants a key';
  return `${models} ${models === 1 ? 'model' : 'models'}, no key`;
}

/** Behind what it belongs to; never the key itself. */
export function keyText(key: CandidateKey): string {
  if ('env' in key) return ` with $${key.env}`;
  if ('literal' in key) return ' with a key in its file';
  return 'none' in key ? ' without a key' : '';
}
