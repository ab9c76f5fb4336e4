import { penaltyOf, readId, type KnownId } from './known-id.ts';
import type { PickerRow } from './row.ts';
import { Vocabulary } from './vocabulary.ts';
import { wordsOf, type Words } from './words.ts';

/** A list, read once. A position is a row's place in `rows`. */
export interface IdIndex<Row extends PickerRow = PickerRow> {
  /** In the order that decides where scores are equal. */
  readonly rows: readonly Row[];
  readonly ids: readonly KnownId[];
  readonly vocabulary: Vocabulary;
  /** By the number of a word: who has it. */
  readonly places: readonly Places[];
}

/** Two lists of equal length: positions from the first to the last, and what the word weighs there. */
export interface Places {
  readonly positions: readonly number[];
  readonly weights: readonly number[];
}

const providerWeight = 0.97;
const nameWeight = 0.9;

export function createIndex<Row extends PickerRow>(unsorted: readonly Row[]): IdIndex<Row> {
  const makers = new Map<string, Words>();
  const entries = sortEntries(unsorted.map((row) => ({ row, known: readId(row.id, makers) })));
  const words = new WordPlaces();
  for (const [position, { row, known }] of entries.entries()) {
    words.add(known.model, position, 1);
    words.add(known.provider, position, providerWeight);
    if (row.name !== undefined && row.name !== row.id) words.add(wordsOf(row.name), position, nameWeight);
  }
  return {
    rows: entries.map(({ row }) => row),
    ids: entries.map(({ known }) => known),
    vocabulary: words.vocabulary,
    places: words.places,
  };
}

class WordPlaces {
  readonly vocabulary = new Vocabulary();
  readonly places: { readonly positions: number[]; readonly weights: number[] }[] = [];

  add({ chunks, pieces }: Words, position: number, weight: number): void {
    for (const word of chunks) this.#addWord(word, position, weight);
    for (const word of pieces) this.#addWord(word, position, weight);
  }

  /** The heaviest is added first, so a word that is there already stays. */
  #addWord(word: string, position: number, weight: number): void {
    const { positions, weights } = (this.places[this.vocabulary.add(word)] ??= { positions: [], weights: [] });
    if (positions.at(-1) === position) return;
    positions.push(position);
    weights.push(weight);
  }
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
        // One model under two spellings: people write `4.5`, not `4-5`.
        dotsIn(other.entry.row.id) - dotsIn(one.entry.row.id) ||
        byCodeUnits(one.entry.known.lower, other.entry.known.lower) ||
        byCodeUnits(other.entry.row.id, one.entry.row.id),
    )
    .map(({ entry }) => entry);
}

function dotsIn(id: string): number {
  return id.split('.').length;
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
