import { penaltyOf, readId, type KnownId } from './known-id.ts';
import type { PickerRow } from './row.ts';
import { Vocabulary } from './vocabulary.ts';
import { runsOf, wordsOf, type Words } from './words.ts';

/** A list, read once. A position is a row's place in `rows`. */
export interface IdIndex<Row extends PickerRow = PickerRow> {
  /** In the order that decides where scores are equal. */
  readonly rows: readonly Row[];
  readonly ids: readonly KnownId[];
  readonly vocabulary: Vocabulary;
  /** By the number of a word: who has it, and how much it weighs there. */
  readonly places: readonly (readonly Place[])[];
  /** By what neighbouring words read without a sign. */
  readonly runs: ReadonlyMap<string, readonly number[]>;
  readonly sortedRuns: readonly string[];
}

export interface Place {
  readonly position: number;
  readonly weight: number;
}

const providerWeight = 0.97;
const nameWeight = 0.9;

export function createIndex<Row extends PickerRow>(unsorted: readonly Row[]): IdIndex<Row> {
  const entries = sortEntries(unsorted.map((row) => ({ row, known: readId(row.id) })));
  const vocabulary = new Vocabulary();
  const places: Place[][] = [];
  const runs = new Map<string, number[]>();
  for (const [position, { row, known }] of entries.entries()) {
    const weights = new Map<string, number>();
    addWords(weights, known.model, 1);
    addWords(weights, known.provider, providerWeight);
    if (row.name !== undefined && row.name !== row.id) addWords(weights, wordsOf(row.name), nameWeight);
    for (const [word, weight] of weights) (places[vocabulary.add(word)] ??= []).push({ position, weight });
    for (const run of new Set([...runsOf(known.model.pieces), ...runsOf(known.provider.pieces)])) {
      const positions = runs.get(run);
      if (positions === undefined) runs.set(run, [position]);
      else positions.push(position);
    }
  }
  return {
    rows: entries.map(({ row }) => row),
    ids: entries.map(({ known }) => known),
    vocabulary,
    places,
    runs,
    sortedRuns: [...runs.keys()].toSorted(),
  };
}

function addWords(weights: Map<string, number>, { chunks, pieces }: Words, weight: number): void {
  for (const word of [...chunks, ...pieces]) if (!weights.has(word)) weights.set(word, weight);
}

interface Entry<Row extends PickerRow> {
  readonly row: Row;
  readonly known: KnownId;
}

function sortEntries<Row extends PickerRow>(entries: readonly Entry<Row>[]): readonly Entry<Row>[] {
  const leading = leadingProviders(entries);
  const ranked = entries.map((entry) => {
    const { row, known } = entry;
    const family = familyOf(known);
    const isMaker = known.providerName === leading.get(family) || known.provider.pieces[0] === family;
    const foreign = isMaker || row.form === 'alias' ? 0 : 0.25;
    return { entry, penalty: penaltyOf(row, known) + foreign, words: known.model.pieces.length };
  });
  return ranked
    .toSorted(
      (one, other) =>
        one.penalty - other.penalty ||
        other.entry.known.version - one.entry.known.version ||
        one.words - other.words ||
        one.entry.row.id.length - other.entry.row.id.length ||
        byCodeUnits(one.entry.known.lower, other.entry.known.lower) ||
        byCodeUnits(other.entry.row.id, one.entry.row.id),
    )
    .map(({ entry }) => entry);
}

export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Who makes a family: the provider with most models of it. `kimi-k3` is found at its maker first. */
function leadingProviders(entries: readonly Entry<PickerRow>[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { row, known } of entries) {
    if (row.form === 'alias') continue;
    const ofFamily = counts.get(familyOf(known)) ?? new Map<string, number>();
    counts.set(familyOf(known), ofFamily.set(known.providerName, (ofFamily.get(known.providerName) ?? 0) + 1));
  }
  return new Map([...counts].map(([family, providers]) => [family, most(providers)]));
}

function most(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || one.length - other.length || byCodeUnits(one, other),
  );
  return first?.[0] ?? '';
}

function familyOf({ model }: KnownId): string {
  return model.pieces[0] ?? '';
}
