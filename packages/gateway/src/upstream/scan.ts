import { openCursor, peek, peekAhead, placeOf, textOf } from './pieces.ts';
import type { Cursor, Span } from './pieces.ts';

export interface Scanned {
  /** Of each wanted name, every value that it has at the top; parsers differ in which of several they take. */
  readonly found: ReadonlyMap<string, readonly Span[]>;
  /** Some text may begin with `file:`: worth a closer look, and nothing more. */
  readonly mayNameFile: boolean;
}

export type ScanFault = 'not-an-object' | 'broken' | 'too-deep';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const wideBlanks: ReadonlySet<number> = new Set([0xc2a0, 0xe19a, 0xe280, 0xe281, 0xe380, 0xefbb]);
/** Deeper than any real request, shallower than what exhausts the stack of a recursive reader. */
const depthLimit = 256;

/** Blanks, up to the byte that is none: that one. */
function skipBlanks(cursor: Cursor): number | undefined {
  for (;;) {
    const byte = peek(cursor);
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    cursor.at += 1;
  }
}

/** So many backslashes before it, not counting those before `from`, that it is meant itself. */
function isEscaped(bytes: Uint8Array, at: number, from: number): boolean {
  let start = at;
  while (start > from && bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

/** Most texts are short: to look at their bytes costs less than a call out of JavaScript. */
const nearBytes = 8;

function findQuote(bytes: Buffer, from: number): number {
  const near = Math.min(from + nearBytes, bytes.length);
  for (let at = from; at < near; at += 1) if (bytes[at] === quote) return at;
  return bytes.indexOf(quote, near);
}

/** From an opening quote to behind the closing one. False: there is none. */
function skipText(cursor: Cursor): boolean {
  let from = cursor.at + 1;
  for (;;) {
    const { piece } = cursor;
    let at = findQuote(piece, from);
    while (at !== -1 && isEscaped(piece, at, from)) at = findQuote(piece, at + 1);
    if (at !== -1) {
      cursor.at = at + 1;
      return true;
    }
    // A backslash may be the last byte of a piece.
    const isNextEscaped = isEscaped(piece, piece.length, from);
    cursor.at = piece.length;
    if (peek(cursor) === undefined) return false;
    from = isNextEscaped ? 1 : 0;
  }
}

/** Blanks before it count, and letters may be escaped. */
function mayBeginWithFile(cursor: Cursor): boolean {
  const first = peekAhead(cursor, 1) ?? 0;
  if (first > 0x20 && first < 0x80 && first !== backslash && first !== 0x66 && first !== 0x46) return false;
  let ahead = skipWrittenBlanks(cursor, 1);
  for (const letter of 'file:') {
    const byte = peekAhead(cursor, ahead) ?? 0;
    // Any letter can be written as an escape: a parser has to say.
    if (byte === backslash || isWideBlank(byte, peekAhead(cursor, ahead + 1) ?? 0)) return true;
    if (String.fromCharCode(byte).toLowerCase() !== letter) return false;
    ahead += 1;
  }
  return true;
}

/** Begins a blank of more than one byte, such as the one that does not break; or else a letter near those. */
function isWideBlank(first: number, second: number): boolean {
  return wideBlanks.has(first * 256 + second);
}

/** How far it is to behind spaces and the blanks that JSON writes as an escape. */
function skipWrittenBlanks(cursor: Cursor, from: number): number {
  let ahead = from;
  for (;;) {
    const byte = peekAhead(cursor, ahead);
    const isWritten = byte === backslash && [0x6e, 0x72, 0x74].includes(peekAhead(cursor, ahead + 1) ?? 0);
    if (!isWritten && byte !== 0x20) return ahead;
    ahead += isWritten ? 2 : 1;
  }
}

/** To behind a list or an object. True: some text in it may begin with `file:`. */
function skipNested(cursor: Cursor): boolean | ScanFault {
  let depth = 0;
  let mayNameFile = false;
  do {
    const { piece } = cursor;
    let { at } = cursor;
    for (; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte === quote) break;
      if (byte === 0x7b || byte === 0x5b) depth += 1;
      if (depth >= depthLimit) return 'too-deep';
      if (byte === 0x7d || byte === 0x5d) depth -= 1;
      if (depth === 0) break;
    }
    cursor.at = at;
    if (depth === 0) {
      cursor.at += 1;
      return mayNameFile;
    }
    if (peek(cursor) !== quote) continue;
    mayNameFile ||= mayBeginWithFile(cursor);
    if (!skipText(cursor)) return 'broken';
  } while (peek(cursor) !== undefined);
  return 'broken';
}

function skipValue(cursor: Cursor): boolean | ScanFault {
  const byte = peek(cursor);
  if (byte === 0x7b || byte === 0x5b) return skipNested(cursor);
  if (byte === quote) return skipText(cursor) ? false : 'broken';
  const start = placeOf(cursor);
  while (/[\w.+-]/u.test(String.fromCharCode(peek(cursor) ?? 0))) cursor.at += 1;
  return placeOf(cursor) === start ? 'broken' : false;
}

/** The text that begins here, without its quotes; undefined: it is none. */
function readName(cursor: Cursor): string | undefined {
  const start = placeOf(cursor) + 1;
  if (peek(cursor) !== quote || !skipText(cursor)) return undefined;
  const text = textOf(cursor.pieces, { start, end: placeOf(cursor) - 1 });
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return undefined;
  }
}

/**
 * Finds values at the top of a JSON object without parsing the rest: a large body is passed on as it came, and
 * parsing it would cost more than everything else.
 */
export function scanObject(pieces: readonly Buffer[], wanted: ReadonlySet<string>): Scanned | ScanFault {
  const cursor = openCursor(pieces);
  const found = new Map<string, Span[]>();
  let mayNameFile = false;
  // A byte-order mark is no part of JSON, yet parsers of some upstreams take it.
  if (peek(cursor) === 0xef && peekAhead(cursor, 1) === 0xbb) cursor.at += 3;
  if (skipBlanks(cursor) !== 0x7b) return 'not-an-object';
  cursor.at += 1;
  if (skipBlanks(cursor) === 0x7d) return isOver(cursor) ? { found, mayNameFile } : 'broken';
  for (;;) {
    const name = readName(cursor);
    if (name === undefined || skipBlanks(cursor) !== colon) return 'broken';
    cursor.at += 1;
    skipBlanks(cursor);
    const start = placeOf(cursor);
    const value = skipValue(cursor);
    if (typeof value === 'string') return value;
    mayNameFile ||= value;
    if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), { start, end: placeOf(cursor) }]);
    const byte = skipBlanks(cursor);
    if (byte === 0x7d) break;
    if (byte !== comma) return 'broken';
    cursor.at += 1;
    skipBlanks(cursor);
  }
  return isOver(cursor) ? { found, mayNameFile } : 'broken';
}

/** Nothing comes behind the bracket here. */
function isOver(cursor: Cursor): boolean {
  cursor.at += 1;
  return skipBlanks(cursor) === undefined;
}
