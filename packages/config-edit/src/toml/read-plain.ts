import { tokenColumns } from '../document/tokens.ts';
import type { ScalarNode } from '../types.ts';
import type { PlainCursor } from './plain-cursor.ts';
import { matchEnd, passBlanks, passRestOfLine, passToToken, takeCode, takeTo } from './plain-cursor.ts';
import type {
  TomlInline,
  TomlKey,
  TomlKeyPart,
  TomlPair,
  TomlSyntax,
  TomlTable,
  TomlTop,
  TomlValue,
} from './syntax.ts';

const QUOTE = 34;
const APOSTROPHE = 39;
const COMMA = 44;
const DOT = 46;
const EQUALS = 61;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const LOWER_F = 102;
const LOWER_T = 116;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const LONE_RETURN = /\r(?!\n)/;
const BARE = /[A-Za-z0-9_-]+/y;
// On one line, without an escape. Of three quotes the third is more than may follow.
const BASIC = /"[\t !#-[\]-~\u0080-\uFFFF]*"/y;
const LITERAL = /'[\t -&(-~\u0080-\uFFFF]*'/y;
// Exact as a double. What follows it tells whether it is the whole number.
const NUMBER = /(?:0|-?[1-9](?:_?[0-9]){0,14})(?:\.[0-9]{1,15})?/y;

// What is deeper or longer is for the library, which has limits of its own.
const MAX_DEPTH = 16;
const MAX_TEXT = 10_000;

const NO_PATH: readonly TomlKeyPart[] = [];

interface Reader extends PlainCursor {
  hasDottedKey: boolean;
  hasDottedItem: boolean;
}

/**
 * Reads the TOML that nearly every file of settings keeps to, many times as quickly as the library and with
 * the same result. Undefined: there is more in the file than this knows, which includes all that is wrong.
 * Whether keys are defined twice is not seen here.
 */
export function readPlain(text: string): TomlSyntax | undefined {
  if (LONE_RETURN.test(text)) return undefined;
  const reader: Reader = { text, at: 0, tokens: tokenColumns(), hasDottedKey: false, hasDottedItem: false };
  const body: (TomlPair | TomlTable)[] = [];
  const top: TomlTop = { kind: 'top', body };
  let owner: TomlTop | TomlTable = top;
  let pairs: { push(pair: TomlPair): number } = body;
  for (;;) {
    if (!passToToken(reader)) return undefined;
    if (reader.at === text.length) break;
    if (text.charCodeAt(reader.at) === OPEN_BRACKET) {
      const below: TomlPair[] = [];
      const table = readHeader(reader, below);
      if (table === undefined) return undefined;
      body.push(table);
      owner = table;
      pairs = below;
    } else {
      const pair = readPair(reader, owner, 0);
      if (pair === undefined) return undefined;
      pairs.push(pair);
    }
    if (!passRestOfLine(reader)) return undefined;
  }
  // smol-toml lets dotted keys add to a table with a header of its own that a longer [[header]] has implied
  // before. The library does not.
  return reader.hasDottedKey && reader.hasDottedItem ? undefined : { top, tokens: reader.tokens };
}

function readHeader(reader: Reader, body: readonly TomlPair[]): TomlTable | undefined {
  const start = reader.at;
  takeCode(reader, OPEN_BRACKET);
  const isItem = takeCode(reader, OPEN_BRACKET);
  passBlanks(reader);
  const key = readKey(reader);
  if (key === undefined || !takeCode(reader, CLOSE_BRACKET)) return undefined;
  if (isItem && !takeCode(reader, CLOSE_BRACKET)) return undefined;
  const { path, last } = key;
  if (isItem && path.length > 0) reader.hasDottedItem = true;
  return { kind: 'table', isItem, start, headerEnd: reader.at, path, last, body };
}

function readPair(reader: Reader, parent: TomlPair['parent'], depth: number): TomlPair | undefined {
  const key = readKey(reader);
  if (key === undefined || !takeCode(reader, EQUALS)) return undefined;
  const { path, last } = key;
  if (path.length > 0) reader.hasDottedKey = true;
  passBlanks(reader);
  const value = readValue(reader, depth);
  return value && { kind: 'pair', path, last, value, parent };
}

/** With the blanks behind it. */
function readKey(reader: Reader): TomlKey | undefined {
  let last = readKeyPart(reader);
  let path: TomlKeyPart[] | undefined;
  for (passBlanks(reader); last !== undefined && takeCode(reader, DOT); passBlanks(reader)) {
    passBlanks(reader);
    path ??= [];
    path.push(last);
    last = readKeyPart(reader);
  }
  return last && { path: path ?? NO_PATH, last };
}

function readKeyPart(reader: Reader): TomlKeyPart | undefined {
  const start = reader.at;
  const code = reader.text.charCodeAt(reader.at);
  const isQuoted = code === QUOTE || code === APOSTROPHE;
  const end = isQuoted ? quotedEnd(reader, code) : matchEnd(reader, BARE);
  if (end === undefined) return undefined;
  takeTo(reader, end);
  return { name: isQuoted ? reader.text.slice(start + 1, end - 1) : reader.text.slice(start, end), start, end };
}

function quotedEnd(reader: Reader, quote: number): number | undefined {
  const end = matchEnd(reader, quote === QUOTE ? BASIC : LITERAL);
  return end === undefined || end - reader.at > MAX_TEXT ? undefined : end;
}

function readValue(reader: Reader, depth: number): TomlValue | undefined {
  const code = reader.text.charCodeAt(reader.at);
  switch (code) {
    case QUOTE:
    case APOSTROPHE:
      return readText(reader, code);
    case LOWER_T:
      return readBoolean(reader, true);
    case LOWER_F:
      return readBoolean(reader, false);
    case OPEN_BRACKET:
      return depth < MAX_DEPTH ? readArray(reader, depth + 1) : undefined;
    case OPEN_BRACE:
      return depth < MAX_DEPTH ? readInline(reader, depth + 1) : undefined;
    default:
      return readNumber(reader);
  }
}

function readText(reader: Reader, quote: number): ScalarNode | undefined {
  const end = quotedEnd(reader, quote);
  return end === undefined ? undefined : takeScalar(reader, end, reader.text.slice(reader.at + 1, end - 1));
}

function readBoolean(reader: Reader, value: boolean): ScalarNode | undefined {
  const word = String(value);
  return reader.text.startsWith(word, reader.at) ? takeScalar(reader, reader.at + word.length, value) : undefined;
}

function readNumber(reader: Reader): ScalarNode | undefined {
  const end = matchEnd(reader, NUMBER);
  if (end === undefined) return undefined;
  return takeScalar(reader, end, Number(reader.text.slice(reader.at, end).replaceAll('_', '')));
}

function takeScalar(reader: Reader, end: number, value: ScalarNode['value']): ScalarNode {
  const start = reader.at;
  takeTo(reader, end);
  return { kind: 'scalar', start, end, value };
}

/** On one line or many. */
function readArray(reader: Reader, depth: number): TomlValue | undefined {
  const start = reader.at;
  const elements: TomlValue[] = [];
  takeCode(reader, OPEN_BRACKET);
  for (let isOpen = true; isOpen; isOpen = takeCode(reader, COMMA)) {
    if (!passToToken(reader)) return undefined;
    if (reader.text.charCodeAt(reader.at) === CLOSE_BRACKET) break;
    const element = readValue(reader, depth);
    if (element === undefined || !passToToken(reader)) return undefined;
    elements.push(element);
  }
  if (!takeCode(reader, CLOSE_BRACKET)) return undefined;
  return { kind: 'array', start, end: reader.at, elements };
}

/** Its braces and commas stand on one line, and there is no comma behind the last value. */
function readInline(reader: Reader, depth: number): TomlValue | undefined {
  const body: TomlPair[] = [];
  const table: TomlInline & { end: number } = { kind: 'inline', start: reader.at, end: reader.at, body };
  takeCode(reader, OPEN_BRACE);
  passBlanks(reader);
  if (reader.text.charCodeAt(reader.at) !== CLOSE_BRACE) {
    for (let isOpen = true; isOpen; isOpen = takeCode(reader, COMMA)) {
      passBlanks(reader);
      const pair = readPair(reader, table, depth);
      if (pair === undefined) return undefined;
      body.push(pair);
      passBlanks(reader);
    }
  }
  if (!takeCode(reader, CLOSE_BRACE)) return undefined;
  table.end = reader.at;
  return table;
}
