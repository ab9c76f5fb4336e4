import type { Splice } from '../types.ts';

/** In the order of the text; insertions at one place keep their order and become one splice. */
export function sortSplices(splices: readonly Splice[]): Splice[] {
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const merged: Splice[] = [];
  for (const splice of sorted) {
    const last = merged.at(-1);
    const touches =
      last !== undefined &&
      (splice.start < last.end || (splice.start === last.end && splice.text === '' && last.text === ''));
    const isInsertionPair =
      last !== undefined && last.start === last.end && splice.start === splice.end && last.start === splice.start;
    if (last === undefined || (!touches && !isInsertionPair)) {
      merged.push(splice);
    } else if (isInsertionPair) {
      merged.splice(-1, 1, { ...last, text: last.text + splice.text });
    } else if (last.text === '' && splice.text === '') {
      merged.splice(-1, 1, { start: last.start, end: Math.max(last.end, splice.end), text: '' });
    } else {
      throw new Error('two changes of one place');
    }
  }
  return merged;
}
