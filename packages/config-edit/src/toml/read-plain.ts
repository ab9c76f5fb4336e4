import type { PlainCursor } from './plain-cursor.ts';
import {
  codeAt,
  passBlanks,
  passRestOfLine,
  passToToken,
  plainCursor,
  takeCode,
  takeMatch,
  takeTo,
} from './plain-cursor.ts';
import type { TomlInline, TomlKey, TomlKeyPart, TomlPair, TomlSyntax, TomlTable, TomlTop, TomlValue } from './syntax.ts';

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

const BARE = /[A-Za-z0-9_-]+/y;
// On one line, without an escape. The library cannot read a text of a hundred thousand characters.
const BASIC = /"[^"\\\0-\u0008\n-\u001F\u007F]{0,9999}"(?!")/y;
const LITERAL = /'[^'\0-\u0008\n-\u001F\u007F]{0,9999}'(?!')/y;
// Exact as a double. What follows it tells whether it is the whole number.
const NUMBER = /(?:0|-?[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?/y;

/** Deeper brackets are for the library, which has its own limit. */
const MAX_DEPTH = 16;

interface Reader extends PlainCursor {
  hasDottedKey: boolean;
  hasDottedRow: boolean;
}

/**
 * Reads the TOML that nearly every file of settings keeps to, many times as quickly as the library and with
 * the same result. Undefined: there is more in the file than this knows, which includes all that is wrong.
 * Whether keys are defined twice is not seen here.
 */
export function readPlain(text: string): TomlSyntax | undefined {
  const reader: Reader = { ...plainCursor(text), hasDottedKey: false, hasDottedRow: false };
  const body: (TomlPair | TomlTable)[] = [];
  const top: TomlTop = { type: 'TOMLTopLevelTable', body };
  let owner: TomlTop | TomlTable = top;
  let pairs: { push(pair: TomlPair): number } = body;
  for (;;) {
    if (!passToToken(reader)) return undefined;
    if (reader.at === text.length) break;
    if (codeAt(reader) === OPEN_BRACKET) {
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
  return reader.hasDottedKey && reader.hasDottedRow ? undefined : { top, tokens: reader.tokens };
}

function readHeader(reader: Reader, body: readonly TomlPair[]): TomlTable | undefined {
  const start = reader.at;
  takeCode(reader, OPEN_BRACKET);
  const isRow = takeCode(reader, OPEN_BRACKET);
  passBlanks(reader);
  const key = readKey(reader);
  if (key === undefined || !takeCode(reader, CLOSE_BRACKET)) return undefined;
  if (isRow && !takeCode(reader, CLOSE_BRACKET)) return undefined;
  if (isRow && key.keys.length > 1) reader.hasDottedRow = true;
  return { type: 'TOMLTable', kind: isRow ? 'array' : 'standard', range: [start, reader.at], key, body };
}

function readPair(reader: Reader, parent: TomlPair['parent'], depth: number): TomlPair | undefined {
  const key = readKey(reader);
  if (key === undefined || !takeCode(reader, EQUALS)) return undefined;
  if (key.keys.length > 1) reader.hasDottedKey = true;
  passBlanks(reader);
  const value = readValue(reader, depth);
  if (value === undefined) return undefined;
  return { type: 'TOMLKeyValue', range: [key.range[0], value.range[1]], key, value, parent };
}

/** With the blanks behind it. */
function readKey(reader: Reader): TomlKey | undefined {
  const first = readKeyPart(reader);
  if (first === undefined) return undefined;
  const keys = [first];
  let last = first;
  for (passBlanks(reader); takeCode(reader, DOT); passBlanks(reader)) {
    passBlanks(reader);
    const part = readKeyPart(reader);
    if (part === undefined) return undefined;
    keys.push(part);
    last = part;
  }
  return { range: last === first ? first.range : [first.range[0], last.range[1]], keys };
}

function readKeyPart(reader: Reader): TomlKeyPart | undefined {
  const code = codeAt(reader);
  if (code === QUOTE || code === APOSTROPHE) {
    const range = takeMatch(reader, code === QUOTE ? BASIC : LITERAL);
    return range && { type: 'TOMLQuoted', range, value: reader.text.slice(range[0] + 1, range[1] - 1) };
  }
  const range = takeMatch(reader, BARE);
  return range && { type: 'TOMLBare', range, name: reader.text.slice(range[0], range[1]) };
}

function readValue(reader: Reader, depth: number): TomlValue | undefined {
  switch (codeAt(reader)) {
    case QUOTE:
      return readText(reader, BASIC);
    case APOSTROPHE:
      return readText(reader, LITERAL);
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

function readText(reader: Reader, pattern: RegExp): TomlValue | undefined {
  const range = takeMatch(reader, pattern);
  if (range === undefined) return undefined;
  return { type: 'TOMLValue', kind: 'string', range, value: reader.text.slice(range[0] + 1, range[1] - 1) };
}

function readBoolean(reader: Reader, value: boolean): TomlValue | undefined {
  const word = String(value);
  if (!reader.text.startsWith(word, reader.at)) return undefined;
  return { type: 'TOMLValue', kind: 'boolean', range: takeTo(reader, reader.at + word.length), value };
}

function readNumber(reader: Reader): TomlValue | undefined {
  const range = takeMatch(reader, NUMBER);
  if (range === undefined) return undefined;
  const text = reader.text.slice(range[0], range[1]);
  if (text.includes('.')) return { type: 'TOMLValue', kind: 'float', range, value: Number(text) };
  return { type: 'TOMLValue', kind: 'integer', range, value: Number(text), bigint: undefined };
}

/** On one line or many. */
function readArray(reader: Reader, depth: number): TomlValue | undefined {
  const start = reader.at;
  const elements: TomlValue[] = [];
  takeCode(reader, OPEN_BRACKET);
  for (let isOpen = true; isOpen; isOpen = takeCode(reader, COMMA)) {
    if (!passToToken(reader)) return undefined;
    if (codeAt(reader) === CLOSE_BRACKET) break;
    const element = readValue(reader, depth);
    if (element === undefined || !passToToken(reader)) return undefined;
    elements.push(element);
  }
  if (!takeCode(reader, CLOSE_BRACKET)) return undefined;
  return { type: 'TOMLArray', range: [start, reader.at], elements };
}

/** Its braces and commas stand on one line, and there is no comma behind the last value. */
function readInline(reader: Reader, depth: number): TomlValue | undefined {
  const body: TomlPair[] = [];
  const range: [number, number] = [reader.at, reader.at];
  const table: TomlInline = { type: 'TOMLInlineTable', range, body };
  takeCode(reader, OPEN_BRACE);
  passBlanks(reader);
  if (codeAt(reader) !== CLOSE_BRACE) {
    for (let isOpen = true; isOpen; isOpen = takeCode(reader, COMMA)) {
      passBlanks(reader);
      const pair = readPair(reader, table, depth);
      if (pair === undefined) return undefined;
      body.push(pair);
      passBlanks(reader);
    }
  }
  if (!takeCode(reader, CLOSE_BRACE)) return undefined;
  range[1] = reader.at;
  return table;
}
