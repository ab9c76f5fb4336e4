/** Where a value stands: from its first byte to the one behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** Behind the closing quote of the text whose opening quote is at `from`; -1 if it has none. */
function skipText(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(quote, from + 1);
  while (at !== -1) {
    let escapes = at - 1;
    while (bytes[escapes] === backslash) escapes -= 1;
    if ((at - escapes) % 2 === 1) return at + 1;
    at = bytes.indexOf(quote, at + 1);
  }
  return -1;
}

/** Blanks before it count, and letters may be escaped. */
function mayBeginWithFile(bytes: Uint8Array, quoteAt: number): boolean {
  let at = skipWrittenBlanks(bytes, quoteAt + 1);
  for (const letter of 'file:') {
    const byte = bytes[at] ?? 0;
    // Any letter can be written as an escape: a parser has to say.
    if (byte === backslash || isWideBlank(byte, bytes[at + 1] ?? 0)) return true;
    if (String.fromCharCode(byte).toLowerCase() !== letter) return false;
    at += 1;
  }
  return true;
}

/** Begins a blank of more than one byte, such as the one that does not break; or else a letter near those. */
function isWideBlank(first: number, second: number): boolean {
  return wideBlanks.has(first * 256 + second);
}

/** Behind spaces and the blanks that JSON writes as an escape. */
function skipWrittenBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const isEscaped = bytes[at] === backslash && [0x6e, 0x72, 0x74].includes(bytes[at + 1] ?? 0);
    if (!isEscaped && bytes[at] !== 0x20) return at;
    at += isEscaped ? 2 : 1;
  }
}

interface Skipped {
  readonly end: number;
  readonly mayNameFile: boolean;
}

/** Behind a list or an object. */
function skipNested(bytes: Buffer, from: number): Skipped | ScanFault {
  let depth = 0;
  let at = from;
  let mayNameFile = false;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      mayNameFile ||= mayBeginWithFile(bytes, at);
      at = skipText(bytes, at);
      if (at === -1) return 'broken';
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    if (depth >= depthLimit) return 'too-deep';
    if (byte === 0x7d || byte === 0x5d) depth -= 1;
    at += 1;
    if (depth === 0) return { end: at, mayNameFile };
  }
  return 'broken';
}

function skipValue(bytes: Buffer, from: number): Skipped | ScanFault {
  const byte = bytes[from];
  if (byte === 0x7b || byte === 0x5b) return skipNested(bytes, from);
  if (byte === quote) {
    const end = skipText(bytes, from);
    return end === -1 ? 'broken' : { end, mayNameFile: false };
  }
  let end = from;
  while (end < bytes.length && /[\w.+-]/u.test(String.fromCharCode(bytes[end] ?? 0))) end += 1;
  return end === from ? 'broken' : { end, mayNameFile: false };
}

function readName(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('utf8', start + 1, end - 1);
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
export function scanObject(bytes: Buffer, wanted: ReadonlySet<string>): Scanned | ScanFault {
  const found = new Map<string, Span[]>();
  let mayNameFile = false;
  // A byte-order mark is no part of JSON, yet parsers of some upstreams take it.
  let at = skipBlanks(bytes, bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
  if (bytes[at] !== 0x7b) return 'not-an-object';
  at = skipBlanks(bytes, at + 1);
  if (bytes[at] === 0x7d) return skipBlanks(bytes, at + 1) === bytes.length ? { found, mayNameFile } : 'broken';
  for (;;) {
    if (bytes[at] !== quote) return 'broken';
    const nameEnd = skipText(bytes, at);
    const name = nameEnd === -1 ? undefined : readName(bytes, at, nameEnd);
    if (name === undefined) return 'broken';
    at = skipBlanks(bytes, nameEnd);
    if (bytes[at] !== colon) return 'broken';
    const start = skipBlanks(bytes, at + 1);
    const value = skipValue(bytes, start);
    if (typeof value === 'string') return value;
    mayNameFile ||= value.mayNameFile;
    if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), { start, end: value.end }]);
    at = skipBlanks(bytes, value.end);
    if (bytes[at] === 0x7d) break;
    if (bytes[at] !== comma) return 'broken';
    at = skipBlanks(bytes, at + 1);
  }
  return skipBlanks(bytes, at + 1) === bytes.length ? { found, mayNameFile } : 'broken';
}
