import type { Tokens } from '../document/tokens.ts';
import { endOf, isComment, startOf, TokenKind, tokenFrom } from '../document/tokens.ts';
import { hasBreak, lineEndAfter, skipBlanks, breakBefore } from '../document/trivia.ts';
import type { Range } from '../types.ts';

/** A map or list that is written in brackets, with commas between its items: JSON, and inside a line of TOML. */
export interface Brackets {
  readonly text: string;
  readonly tokens: Tokens;
  /** Behind the opening bracket. */
  readonly open: number;
  /** Where the closing bracket stands. */
  readonly close: number;
  /** Of a map: from the key to the end of the value. */
  readonly items: readonly Range[];
}

/** What stands between an item and the next one, or the closing bracket. */
export interface Gap {
  readonly comma: number | undefined;
  readonly beforeComma: readonly Range[];
  /** Comments; all of them if there is no comma. */
  readonly afterComma: readonly Range[];
  /** The comma stands in front of the next item, on a new line. */
  readonly isCommaFirst: boolean;
}

export function itemAt(brackets: Brackets, index: number): Range {
  const item = brackets.items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}

/** The gap behind an item; -1: the one in front of the first. */
export function gapAfter(brackets: Brackets, index: number): Gap {
  const { tokens, items } = brackets;
  const start = index === -1 ? brackets.open : itemAt(brackets, index).end;
  const next = items[index + 1]?.start;
  const end = next ?? brackets.close;
  let comma: number | undefined;
  const beforeComma: Range[] = [];
  const afterComma: Range[] = [];
  for (let at = tokenFrom(tokens, start); startOf(tokens, at) < end; at += 1) {
    if (tokens.kinds[at] === TokenKind.comma) comma = startOf(tokens, at);
    else if (isComment(tokens, at))
      (comma === undefined ? beforeComma : afterComma).push({ start: startOf(tokens, at), end: endOf(tokens, at) });
  }
  if (comma === undefined) return { comma, beforeComma: [], afterComma: beforeComma, isCommaFirst: false };
  const isCommaFirst =
    next !== undefined &&
    breakBefore(brackets.text, comma) !== undefined &&
    !breaksBetween(brackets, afterComma, { start: comma, end: next });
  return { comma, beforeComma, afterComma, isCommaFirst };
}

/** Is there a line end in the range, but not inside one of these comments? */
export function breaksBetween(brackets: Brackets, comments: readonly Range[], range: Range): boolean {
  let at = range.start;
  for (const comment of comments) {
    if (hasBreak(brackets.text, at, comment.start)) return true;
    at = comment.end;
  }
  return hasBreak(brackets.text, at, range.end);
}

/** Behind an item, its comma, and the comments that belong to it as they end its line. */
export function endOfUnit(brackets: Brackets, index: number): number {
  const { text } = brackets;
  const gap = gapAfter(brackets, index);
  const isBehindComma = gap.comma !== undefined && !gap.isCommaFirst;
  const end = isBehindComma ? (gap.comma ?? 0) + 1 : itemAt(brackets, index).end;
  const comments = gap.isCommaFirst ? gap.beforeComma : gap.afterComma;
  let at = end;
  for (const comment of comments) {
    if (hasBreak(text, at, comment.start)) break;
    at = comment.end;
  }
  if (index === brackets.items.length - 1 || lineEndAfter(text, at) !== undefined) return at;
  return end;
}

/** Where the line end in front of an item (or of the comma that leads it) begins, if the item begins its line. */
export function breakBeforeItem(brackets: Brackets, index: number): number | undefined {
  const before = breakBefore(brackets.text, itemAt(brackets, index).start);
  if (before !== undefined || index === 0) return before;
  const gap = gapAfter(brackets, index - 1);
  return gap.isCommaFirst && gap.comma !== undefined && isLead(brackets, gap.comma, index)
    ? breakBefore(brackets.text, gap.comma)
    : undefined;
}

function isLead(brackets: Brackets, comma: number, index: number): boolean {
  return skipBlanks(brackets.text, comma + 1) === itemAt(brackets, index).start;
}
