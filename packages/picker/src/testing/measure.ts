import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Picker } from '../picker.ts';
import type { PickerRow } from '../row.ts';

const folder = join(import.meta.dirname, '../../../../fixtures/picker');

export interface Pair {
  readonly q: string;
  readonly class: string;
  readonly accept: string;
  readonly flags?: string;
  readonly best?: string;
}

interface ListedModel {
  readonly id: string;
  readonly kind: string;
  readonly context_window?: number;
}

function read<Value>(name: string): Value {
  // Our own files; that they have this form is what the tests rest on.
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value;
}

export function listedRows(): readonly PickerRow[] {
  return read<readonly ListedModel[]>('models.json').map(({ id, kind, context_window }) => ({
    id,
    kind,
    form: id.includes('/') ? 'full' : 'alias',
    contextWindow: context_window,
  }));
}

export type PairFile = 'queries.json' | 'held-out.json';

export function pairsOf(file: PairFile): readonly Pair[] {
  return read<readonly Pair[]>(file);
}

const providers = ['acme', 'bolt', 'cloudy', 'delta', 'eagle', 'fjord', 'gamma', 'hotel', 'indigo'];

/** The listed ones, and then the same again from made-up providers, with other numbers in their names. */
export function manyRows(count: number): readonly PickerRow[] {
  const rows = listedRows();
  const lists = [...Array(Math.ceil(count / rows.length)).keys()].map((list) =>
    list === 0 ? rows : rows.map((row, index) => ({ ...row, id: otherId(row.id, list, index) })),
  );
  return lists.flat().slice(0, count);
}

function otherId(id: string, list: number, index: number): string {
  return `${providers[list % providers.length]}/${id.replace(/\d+/, (digits) => String((Number(digits) + index) % 97))}`;
}

export interface Measured {
  /** Percent of the pairs. */
  readonly top1: number;
  readonly top3: number;
  /** Mean of 1/place over the first ten. */
  readonly mrr: number;
  /** Percent of the pairs that name the one most likely meant. */
  readonly best: number;
  /** Query -> what came first. */
  readonly missed: readonly string[];
}

export function measure(picker: Picker, file: PairFile): Measured {
  const pairs = pairsOf(file);
  const answers = pairs.map(({ q, accept, flags, best }) => {
    const ids = picker.search(q, 10).map(({ row }) => row.id);
    const place = ids.findIndex((id) => new RegExp(accept, flags).test(id));
    const isBest = best === undefined ? undefined : ids[0] !== undefined && new RegExp(best, flags).test(ids[0]);
    return { q, place, isBest, first: ids[0] ?? '-' };
  });
  const percent = (count: number, of: number) => (100 * count) / of;
  const withBest = answers.filter(({ isBest }) => isBest !== undefined);
  return {
    top1: percent(answers.filter(({ place }) => place === 0).length, pairs.length),
    top3: percent(answers.filter(({ place }) => place >= 0 && place < 3).length, pairs.length),
    mrr: answers.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / pairs.length,
    best: percent(withBest.filter(({ isBest }) => isBest === true).length, withBest.length),
    missed: answers.flatMap(({ q, place, isBest, first }) => {
      if (place === 0 && isBest !== false) return [];
      return [`${q} -> ${first}${place === 0 ? ' (not the likeliest)' : ''}`];
    }),
  };
}
