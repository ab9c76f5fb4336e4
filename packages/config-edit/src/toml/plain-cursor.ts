import type { TokenColumns } from '../document/tokens.ts';
import { tokenColumns, TokenKind } from '../document/tokens.ts';
import { breakLength, skipBlanks } from '../document/trivia.ts';

/** A place in a text, with all tokens in front of it. */
export interface PlainCursor {
  readonly text: string;
  at: number;
  readonly tokens: TokenColumns;
}

const CR = 13;
const HASH = 35;
const COMMA = 44;

// No control characters.
const COMMENT = /#[\t -~\u0080-\uFFFF]*/y;

export function plainCursor(text: string): PlainCursor {
  return { text, at: 0, tokens: tokenColumns() };
}

/** The code unit here; NaN: the text ends. */
export function codeAt(cursor: PlainCursor): number {
  return cursor.text.charCodeAt(cursor.at);
}

/** Takes the text up to `end` as one token. */
export function takeTo(cursor: PlainCursor, end: number): void {
  pushToken(cursor, TokenKind.other, end);
}

/** Where the pattern, which has to be sticky, stops to match; undefined: it does not match here. */
export function matchEnd({ text, at }: PlainCursor, pattern: RegExp): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
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
    const start = cursor.at;
    pushToken(cursor, TokenKind.lineComment, matchEnd(cursor, COMMENT) ?? start);
    if (!cursor.text.slice(start, cursor.at).isWellFormed()) return false;
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
