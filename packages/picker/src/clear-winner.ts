import type { Match } from './picker.ts';
import type { PickerRow } from './row.ts';

/**
 * How far the first must be ahead of the second. An alias typed out is .5 ahead of models that only hold the
 * word, a model typed out .2 ahead of longer names; between providers of the same model there is nothing.
 */
export const clearMargin = 0.12;

/** What can be taken without asking: the only match, or one that is `clearMargin` ahead, and answers every word. */
export function clearWinner<Row extends PickerRow>(matches: readonly Match<Row>[]): Row | undefined {
  const [first, second] = matches;
  if (first === undefined || first.isPartial) return undefined;
  // Scores are multiples of 1/25, but not exactly so in binary.
  const isAhead = second === undefined || first.score - second.score > clearMargin - 0.01;
  return isAhead ? first.row : undefined;
}
