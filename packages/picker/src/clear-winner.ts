import { readId } from './known-id.ts';
import type { Match } from './picker.ts';
import type { PickerRow } from './row.ts';

/**
 * How far the first must be ahead of the second. An alias typed out is .5 ahead of models that only hold the
 * word, a model typed out .2 ahead of longer names; between providers of the same model there is nothing.
 */
export const clearMargin = 0.12;

/** A score from which every word of the query stands in the id as it was typed. */
const allTyped = 1;

/** Below it the query was misspelled so much, or so short, that even the only match may not be meant. */
const leastScore = 0.45;

/**
 * What can be taken without asking. It answers every word, and the next one is `clearMargin` behind, or there is
 * none. Where all was typed as it stands, the same provider's variants of the model, with more words in their
 * names (`-fast`, a date), do not count as next ones.
 */
export function clearWinner<Row extends PickerRow>(matches: readonly Match<Row>[]): Row | undefined {
  const [first, ...others] = matches;
  if (first === undefined || first.isPartial || first.score < leastScore) return undefined;
  const isTyped = first.score >= allTyped;
  const next = others.find(({ row }) => !isTyped || !isVariant(row.id, first.row.id));
  // Scores are multiples of 1/25, but not exactly so in binary.
  const isAhead = next === undefined || first.score - next.score > clearMargin - 0.01;
  return isAhead ? first.row : undefined;
}

function isVariant(id: string, of: string): boolean {
  const variant = readId(id);
  const plain = readId(of);
  const { pieces } = plain.model;
  return (
    variant.providerName === plain.providerName && pieces.every((piece, index) => variant.model.pieces[index] === piece)
  );
}
