import { endOf, startOf, TokenKind, tokenFrom } from '../document/tokens.ts';
import { breakBefore, lineEndAfter, skipBlanks } from '../document/trivia.ts';
import type { Splice } from '../types.ts';
import type { Brackets } from './brackets.ts';
import { breakBeforeItem, endOfUnit, gapAfter, itemAt } from './brackets.ts';

/**
 * Takes items out with their commas and with the comments that end their lines; other comments stay.
 * What `insertItems` put in is taken out to the byte.
 */
export function removeItems(brackets: Brackets, indices: ReadonlySet<number>): Splice[] {
  if (indices.size === brackets.items.length && !hasFreeComment(brackets)) {
    return [cut(brackets.open, brackets.close)];
  }
  const splices: Splice[] = [];
  for (let first = 0; first < brackets.items.length; first += 1) {
    if (!indices.has(first)) continue;
    let last = first;
    while (indices.has(last + 1)) last += 1;
    splices.push(...removeRun(brackets, first, last));
    first = last;
  }
  return splices;
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}

function hasFreeComment(brackets: Brackets): boolean {
  for (let index = -1; index < brackets.items.length; index += 1) {
    const gap = gapAfter(brackets, index);
    if (gap.beforeComma.length > 0 || gap.afterComma.length > 0) return true;
  }
  return false;
}

/** A run of neighbours. Afterwards one comma stands between what is left on both sides, and none too many at the end. */
function removeRun(brackets: Brackets, first: number, last: number): Splice[] {
  const leading = first === 0 ? undefined : gapAfter(brackets, first - 1);
  const trailing = gapAfter(brackets, last);
  const isTail = last === brackets.items.length - 1;
  const range = rangeOfRun(brackets, first, last);
  const takesLeading = leading?.comma !== undefined && leading.comma >= range.start;
  const takesTrailing = trailing.comma !== undefined && trailing.comma < range.end;
  const splices = [cut(range.start, range.end)];
  const isLeadingLeft = leading?.comma !== undefined && !takesLeading;
  const isTrailingLeft = trailing.comma !== undefined && !takesTrailing;
  if (isTail && isLeadingLeft && trailing.comma === undefined) splices.push(cut(leading.comma, leading.comma + 1));
  else if (isTrailingLeft && isLeadingLeft) splices.push(cut(leading.comma, leading.comma + 1));
  else if (isTrailingLeft && leading === undefined)
    splices.push(cut(trailing.comma, skipBlanks(brackets.text, trailing.comma + 1)));
  return splices;
}

function rangeOfRun(brackets: Brackets, first: number, last: number): { start: number; end: number } {
  const { text } = brackets;
  const end = endOfUnit(brackets, last);
  const lineStart = runBreak(brackets, first, last);
  if (lineStart === undefined) return { start: endOfTokenBefore(brackets, first), end };
  const lineEnd = lineEndAfter(text, end);
  if (lineEnd !== undefined && lineEnd < brackets.close) return { start: lineStart, end: lineEnd };
  const isTail = last === brackets.items.length - 1;
  if (isTail && !isBehindLineComment(brackets, lineStart)) return { start: lineStart, end };
  // Something else goes on in our last line: it moves up to where our first one began.
  return { start: itemAt(brackets, first).start, end: skipBlanks(text, end) };
}

/**
 * Where the line end in front of a run begins, if it may go with the run. A comma in front of the run's
 * first line must not go if the comma behind the run goes as well.
 */
function runBreak(brackets: Brackets, first: number, last: number): number | undefined {
  const before = breakBeforeItem(brackets, first);
  if (before === undefined || first === 0) return before;
  const leading = gapAfter(brackets, first - 1);
  if (!leading.isCommaFirst) return before;
  const trailing = gapAfter(brackets, last);
  return trailing.comma === undefined || trailing.isCommaFirst ? before : undefined;
}

function endOfTokenBefore(brackets: Brackets, index: number): number {
  return endOf(brackets.tokens, tokenFrom(brackets.tokens, itemAt(brackets, index).start) - 1);
}

function isBehindLineComment(brackets: Brackets, offset: number): boolean {
  const { tokens } = brackets;
  const before = tokenFrom(tokens, offset) - 1;
  return (
    tokens.kinds[before] === TokenKind.lineComment &&
    breakBefore(brackets.text, startOf(tokens, before + 1)) !== undefined
  );
}
