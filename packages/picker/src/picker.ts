import { byCodeUnits, createIndex, type IdIndex } from './id-index.ts';
import { isOffered } from './is-offered.ts';
import type { PickerRow } from './row.ts';
import { scoreIds } from './score-ids.ts';

export interface Match<Row extends PickerRow = PickerRow> {
  readonly row: Row;
  /** Higher is better; in steps of 1/25. 0 on an empty query, which everything answers equally well. */
  readonly score: number;
  /** A word of the query was left out, since nothing answers it. */
  readonly isPartial: boolean;
}

export interface PickerOptions {
  /** Ids that were chosen before, the latest first: they follow the aliases on an empty query. */
  readonly recent?: readonly string[];
}

export interface Picker<Row extends PickerRow = PickerRow> {
  /** Best first. Never throws, whatever is typed. An empty query answers with all rows, in their order. */
  search(query: string, limit?: number): readonly Match<Row>[];
}

const longestQuery = 300;
const rememberedQueries = 100;

/** Reads the list once; the order of `rows` does not matter. */
export function createPicker<Row extends PickerRow>(
  rows: readonly Row[],
  { recent = [] }: PickerOptions = {},
): Picker<Row> {
  const index = createIndex(rows.filter(({ id }) => isOffered(id)));
  const answers = new Map<string, readonly Match<Row>[]>();
  return {
    search(query, limit = Number.POSITIVE_INFINITY) {
      const typed = query.trim().slice(0, longestQuery);
      const known = answers.get(typed);
      const matches = known ?? search(index, typed, recent);
      if (answers.size >= rememberedQueries) answers.clear();
      answers.set(typed, matches);
      return matches.slice(0, limit);
    },
  };
}

function search<Row extends PickerRow>(
  index: IdIndex<Row>,
  typed: string,
  recent: readonly string[],
): readonly Match<Row>[] {
  if (typed === '') return untyped(index.rows, recent).map((row) => ({ row, score: 0, isPartial: false }));
  const { scores, isPartial } = scoreIds(index, typed);
  // The rows stand in the order that decides between equal scores, and sorting keeps it.
  const hits = [...scores.entries()].toSorted(([one, score], [other, otherScore]) => otherScore - score || one - other);
  return hits.flatMap(([position, score]) => {
    const row = index.rows[position];
    return row === undefined ? [] : [{ row, score, isPartial }];
  });
}

/** Aliases, then what was used lately, then the newest; what does not chat comes last. */
function untyped<Row extends PickerRow>(rows: readonly Row[], recent: readonly string[]): readonly Row[] {
  const lately = new Map(recent.toReversed().map((id, index) => [id, -1 - index]));
  const ranked = rows.map((row, position) => {
    const isAlias = row.form === 'alias';
    const group = (row.kind === 'chat' ? 0 : 2) + (isAlias ? 0 : 1);
    return { row, group, tier: isAlias ? tierOf(row) : 0, last: isAlias ? 0 : (lately.get(row.id) ?? 0), position };
  });
  return ranked
    .toSorted(
      (one, other) =>
        one.group - other.group ||
        one.tier - other.tier ||
        one.last - other.last ||
        (one.row.form === 'alias' ? byCodeUnits(one.row.id, other.row.id) : one.position - other.position),
    )
    .map(({ row }) => row);
}

const tiers = ['lite', 'plus', 'ultra'];

function tierOf({ id }: PickerRow): number {
  const tier = tiers.indexOf(id);
  return tier === -1 ? tiers.length : tier;
}
