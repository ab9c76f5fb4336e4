import type { TokenColumns } from '../document/tokens.ts';
import { tokenColumns, TokenKind } from '../document/tokens.ts';
import { breakLength, skipBlanks } from '../document/trivia.ts';
import type { SourceRange } from './syntax.ts';

/** A place in a text, with all tokens in front of it. */
export interface PlainCursor {
  readonly text: string;
  at: number;
  readonly tokens: TokenColumns;
}

const CR = 13;
const HASH = 35;
const COMMA = 44;

// No control characters, no half of a surrogate pair.
const COMMENT = /#(?:[\t -~\u0080-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*/y;

export function plainCursor(text: string): PlainCursor {
  return { text, at: 0, tokens: tokenColumns() };
}

/** The code unit here; NaN: the text ends. */
export function codeAt(cursor: PlainCursor): number {
  return cursor.text.charCodeAt(cursor.at);
}

/** Takes the text up to `end` as one token. */
export function takeTo(cursor: PlainCursor, end: number): SourceRange {
  const start = cursor.at;
  pushToken(cursor, TokenKind.other, end);
  return [start, end];
}

/** Takes what the pattern, which has to be sticky, matches here. */
export function takeMatch(cursor: PlainCursor, pattern: RegExp): SourceRange | undefined {
  pattern.lastIndex = cursor.at;
  return pattern.test(cursor.text) ? takeTo(cursor, pattern.lastIndex) : undefined;
}

/** Takes this punctuation, if it stands here. */
export function takeCode(cursor: PlainCursor, code: number): boolean {
  if (codeAt(cursor) !== code) return false;
  pushToken(cursor, code === COMMA ? TokenKind.comma : TokenKind.other, cursor.at + 1);
  return true;
}

export function passBlanks(cursor: PlainCursor): void {
  cursor.at = skipBlanks(cursor.text, cursor.at);
}

/** To the end of the line; false: something stands there that is no plain comment. */
export function passRestOfLine(cursor: PlainCursor): boolean {
  passBlanks(cursor);
  if (codeAt(cursor) === HASH) {
    COMMENT.lastIndex = cursor.at;
    COMMENT.test(cursor.text);
    pushToken(cursor, TokenKind.lineComment, COMMENT.lastIndex);
  }
  return cursor.at === cursor.text.length || lineEndLength(cursor) > 0;
}

/** To the next token, over blank lines and comments; false: something stands in between that is not plain. */
export function passToToken(cursor: PlainCursor): boolean {
  for (;;) {
    passBlanks(cursor);
    if (codeAt(cursor) === HASH && !passRestOfLine(cursor)) return false;
    const length = lineEndLength(cursor);
    if (length === 0) return codeAt(cursor) !== CR;
    cursor.at += length;
  }
}

/** A lone \r is not plain. */
function lineEndLength({ text, at }: PlainCursor): number {
  const length = breakLength(text, at);
  return length === 1 && text.charCodeAt(at) === CR ? 0 : length;
}

function pushToken(cursor: PlainCursor, kind: number, end: number): void {
  cursor.tokens.kinds.push(kind);
  cursor.tokens.starts.push(cursor.at);
  cursor.tokens.ends.push(end);
  cursor.at = end;
}
