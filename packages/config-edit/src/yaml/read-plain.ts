import type { TokenColumns, Tokens } from '../document/tokens.ts';
import { TokenKind, tokenColumns } from '../document/tokens.ts';
import { isBlankText, lineStartOf } from '../document/trivia.ts';
import type { MapEntry, Range } from '../types.ts';
import { readPlainScalar, type Scalar } from './plain-scalar.ts';
import type { Slot, YamlList, YamlMap, YamlNode, YamlScalar } from './yaml-nodes.ts';

/** Something that only the library reads, or that nobody does. */
const unknown = Symbol('not plain');

/** Deeper ones may be too deep for the library. */
const DEEPEST = 50;
const COMMENT = /#[^\0-\x08\n-\x1f\x7f\ufeff]*/y;
const KEY = /(?:[A-Za-z_][\w./@+-]*|"[^"\\\0-\x1f\x7f\ufeff]*"|'[^'\0-\x1f\x7f\ufeff]*')(?=:(?: |\r?\n|$))/y;
const NO_TEXT = /^(?:null|true|false)$/i;
/** The library takes no longer one. */
const LONGEST_KEY = 1000;

/**
 * What most settings are: keys and dashes by indentation, with values that fit their line. The nodes and tokens are
 * those that the library's would become, an order of magnitude sooner; undefined: this is for the library.
 */
export function readPlain(text: string): { root: YamlMap | YamlList; tokens: Tokens } | undefined {
  const reader = new PlainReader(text);
  try {
    return { root: reader.readRoot(), tokens: reader.tokens };
  } catch (error) {
    if (error === unknown) return undefined;
    throw error;
  }
}

class PlainReader {
  readonly tokens: TokenColumns = tokenColumns();
  readonly #text: string;
  /** Of the next key, dash or value. */
  #at = 0;
  /** The blanks in front of it in its line; -1: there is nothing more. */
  #column = -1;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readRoot(): YamlMap | YamlList {
    this.#nextLine();
    if (this.#column !== 0) throw unknown;
    const root = this.#readBlock({ kind: 'root', head: 0, column: -1, isFlow: false });
    if (this.#column !== -1) throw unknown;
    return root;
  }

  #readBlock(slot: Slot): YamlMap | YamlList {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw unknown;
    const block = this.#isDash() ? this.#readList(slot) : this.#readMap(slot);
    this.#depth -= 1;
    return block;
  }

  #readMap(slot: Slot): YamlMap {
    const column = this.#column;
    const entries: (MapEntry & { readonly value: YamlNode })[] = [];
    const parts: Range[] = [];
    const seen = new Set<string>();
    while (this.#column === column && !this.#isDash()) {
      const at = this.#at;
      const key = this.#readKey();
      if (seen.has(key)) throw unknown;
      seen.add(key);
      const head = this.#at;
      const value = this.#readValue({ kind: 'entry', head, column, isFlow: false });
      entries.push({ key, at, value });
      parts.push({ start: at, end: Math.max(head, value.end) });
    }
    if (this.#column > column) throw unknown;
    return { kind: 'map', ...this.#rangeOf(parts), entries, form: 'block', slot, bond: undefined, column, parts };
  }

  #readList(slot: Slot): YamlList {
    const column = this.#column;
    const items: YamlNode[] = [];
    const parts: Range[] = [];
    while (this.#column === column && this.#isDash()) {
      const at = this.#at;
      const head = at + 1;
      this.#push(at, head);
      this.#at = head;
      const value = this.#readItem({ kind: 'item', head, column, isFlow: false });
      items.push(value);
      parts.push({ start: at, end: Math.max(head, value.end) });
    }
    if (this.#column > column) throw unknown;
    return { kind: 'list', ...this.#rangeOf(parts), items, form: 'block', slot, bond: undefined, column, parts };
  }

  /** A map may begin behind the dash. */
  #readItem(slot: Slot): YamlNode {
    const dash = slot.head - 1;
    this.#skipBlanks();
    if (this.#isDash()) throw unknown;
    KEY.lastIndex = this.#at;
    if (!KEY.test(this.#text)) return this.#readValue(slot);
    this.#column = slot.column + this.#at - dash;
    return this.#readBlock(slot);
  }

  /** What stands behind a colon or dash, or in the lines below. */
  #readValue(slot: Slot): YamlNode {
    this.#skipBlanks();
    if (!this.#isLineEnd()) {
      const scalar = this.#readScalar(slot);
      this.#nextLine();
      if (this.#column > slot.column) throw unknown;
      return scalar;
    }
    this.#nextLine();
    const isInside = this.#column > slot.column;
    const isDashBelow = slot.kind === 'entry' && this.#column === slot.column && this.#isDash();
    if (isInside || isDashBelow) return this.#readBlock(slot);
    return { kind: 'scalar', start: slot.head, end: slot.head, value: null, form: 'empty', slot, bond: undefined };
  }

  #readScalar(slot: Slot): YamlScalar {
    const start = this.#at;
    const scalar: Scalar | undefined = readPlainScalar(this.#text, start);
    if (scalar === undefined) throw unknown;
    const { end, value, form } = scalar;
    this.#push(start, end);
    this.#at = end;
    return { kind: 'scalar', start, end, value, form, slot, bond: undefined };
  }

  /** Up to behind the colon. */
  #readKey(): string {
    KEY.lastIndex = this.#at;
    const [source] = KEY.exec(this.#text) ?? [''];
    if (source === '' || source.length > LONGEST_KEY || NO_TEXT.test(source)) throw unknown;
    const colon = this.#at + source.length;
    this.#push(this.#at, colon);
    this.#push(colon, colon + 1);
    this.#at = colon + 1;
    return source.startsWith('"') || source.startsWith("'") ? source.slice(1, -1) : source;
  }

  /** Ends this line and finds the next one with a key, dash or value. */
  #nextLine(): void {
    const text = this.#text;
    let isFirst = this.#at === 0;
    for (;;) {
      const from = this.#at;
      this.#skipBlanks();
      if (isFirst && this.#at < text.length && !this.#isLineEnd()) {
        this.#column = this.#at - from;
        return;
      }
      if (text.charCodeAt(this.#at) === HASH) this.#readComment(isFirst || this.#at > from);
      if (this.#at >= text.length) {
        this.#column = -1;
        return;
      }
      const isPair = text.charCodeAt(this.#at) === CR;
      if (text.charCodeAt(isPair ? this.#at + 1 : this.#at) !== LF) throw unknown;
      this.#at += isPair ? 2 : 1;
      isFirst = true;
    }
  }

  #readComment(isApart: boolean): void {
    COMMENT.lastIndex = this.#at;
    const end = this.#at + (COMMENT.exec(this.#text)?.[0].length ?? 0);
    if (!isApart) throw unknown;
    this.tokens.kinds.push(TokenKind.lineComment);
    this.tokens.starts.push(this.#at);
    this.tokens.ends.push(end);
    this.#at = end;
  }

  #skipBlanks(): void {
    while (this.#text.charCodeAt(this.#at) === SPACE) this.#at += 1;
  }

  /** Nothing more in this line but a comment. */
  #isLineEnd(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return code === LF || code === CR || code === HASH || this.#at >= this.#text.length;
  }

  #isDash(): boolean {
    if (this.#text.charCodeAt(this.#at) !== DASH) return false;
    const next = this.#text.charCodeAt(this.#at + 1);
    return next === SPACE || next === LF || next === CR || this.#at + 1 >= this.#text.length;
  }

  #push(start: number, end: number): void {
    this.tokens.kinds.push(TokenKind.other);
    this.tokens.starts.push(start);
    this.tokens.ends.push(end);
  }

  /** On lines of its own it begins before the blanks of the first. */
  #rangeOf(parts: readonly Range[]): Range {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) throw unknown;
    const line = lineStartOf(this.#text, first.start);
    const isOwnLine = isBlankText(this.#text.slice(line, first.start));
    return { start: isOwnLine ? line : first.start, end: last.end };
  }
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const DASH = 45;
