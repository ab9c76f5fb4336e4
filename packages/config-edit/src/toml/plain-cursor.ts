import type { TokenColumns } from '../document/tokens.ts';
import { TokenKind } from '../document/tokens.ts';

/** A place in a text, of which every \r stands in front of a \n, with all tokens in front of it. */
export interface PlainCursor {
  readonly text: string;
  at: number;
  readonly tokens: TokenColumns;
}

const LF = 10;
const CR = 13;
const HASH = 35;
const COMMA = 44;

// A pattern does in one step what takes a call for every character, which is slow until it has run for a while.
const BLANKS = /[ \t]*/y;
const BLANK_LINES = /[ \t\r\n]*/y;
// No control characters.
const COMMENT = /#[\t -~\u0080-\uFFFF]*/y;

/** Where the pattern, which has to be sticky, stops to match; undefined: it does not match here. */
export function matchEnd({ text, at }: PlainCursor, pattern: RegExp): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Takes the text up to `end` as one token. */
export function takeTo(cursor: PlainCursor, end: number, kind: number = TokenKind.other): void {
  cursor.tokens.kinds.push(kind);
  cursor.tokens.starts.push(cursor.at);
  cursor.tokens.ends.push(end);
  cursor.at = end;
}

/** Takes this punctuation, if it stands here. */
export function takeCode(cursor: PlainCursor, code: number): boolean {
  if (cursor.text.charCodeAt(cursor.at) !== code) return false;
  takeTo(cursor, cursor.at + 1, code === COMMA ? TokenKind.comma : TokenKind.other);
  return true;
}

export function passBlanks(cursor: PlainCursor): void {
  cursor.at = matchEnd(cursor, BLANKS) ?? cursor.at;
}

/** To the end of the line; false: something stands there that is no plain comment. */
export function passRestOfLine(cursor: PlainCursor): boolean {
  passBlanks(cursor);
  const { text, at } = cursor;
  if (text.charCodeAt(at) === HASH) {
    takeTo(cursor, matchEnd(cursor, COMMENT) ?? at, TokenKind.lineComment);
    if (!text.slice(at, cursor.at).isWellFormed()) return false;
  }
  const code = text.charCodeAt(cursor.at);
  return code === LF || code === CR || cursor.at === text.length;
}

/** To the next token, over blank lines and comments; false: something stands in between that is not plain. */
export function passToToken(cursor: PlainCursor): boolean {
  for (;;) {
    cursor.at = matchEnd(cursor, BLANK_LINES) ?? cursor.at;
    if (cursor.text.charCodeAt(cursor.at) !== HASH) return true;
    if (!passRestOfLine(cursor)) return false;
  }
}
