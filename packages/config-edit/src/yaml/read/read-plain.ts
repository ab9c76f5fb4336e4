import type { Tokens } from '../../document/tokens.ts';
import { isBlankText, lineStartOf } from '../../document/trivia.ts';
import type { MapEntry, Range } from '../../types.ts';
import { beyond, type Mark, PlainLines, unknown } from './plain-lines.ts';
import { readPlainScalar } from './plain-scalar.ts';
import { shiftNode } from './shift-node.ts';
import type { Slot, YamlList, YamlMap, YamlNode, YamlScalar } from '../yaml-nodes.ts';

/** Deeper ones may be too deep for the library. */
const DEEPEST = 50;
const KEY =
  /(?:[\p{L}_](?:[\p{L}\d_./@+-]|:(?=[\p{L}\d_]))*|"[^"\\\p{Cc}\ufeff]*"|'[^'\p{Cc}\ufeff]*')(?=:(?: |\r?\n|$))/uy;
const NO_TEXT = /^(?:null|true|false)$/i;
/** The library takes no longer one. */
const LONGEST_KEY = 1000;

/** Reads a document of one entry or item by the library, below those anchors; undefined: it cannot. */
export type OddReader = (text: string, anchors: Set<string>) => { root: YamlNode; tokens: Tokens } | undefined;

/**
 * What most settings are: keys and dashes by indentation, with values that fit their line; `readOdd` gets what is
 * none of these. The nodes and tokens are those that the library's would become, an order of magnitude sooner;
 * undefined: the whole is for the library.
 */
export function readPlain(text: string, readOdd: OddReader): { root: YamlMap | YamlList; tokens: Tokens } | undefined {
  const reader = new PlainReader(text, readOdd);
  try {
    return reader.readRoot();
  } catch (error) {
    if (error === unknown || error === beyond) return undefined;
    throw error;
  }
}

type YamlEntry = MapEntry & { readonly value: YamlNode };

interface Part<T> {
  readonly child: T;
  readonly part: Range;
}

class PlainReader {
  readonly #lines: PlainLines;
  readonly #readOdd: OddReader;
  /** Those above. */
  #anchors = new Set<string>();
  #depth = 0;

  constructor(text: string, readOdd: OddReader) {
    this.#lines = new PlainLines(text);
    this.#readOdd = readOdd;
  }

  readRoot(): { root: YamlMap | YamlList; tokens: Tokens } {
    const lines = this.#lines;
    lines.find();
    if (lines.column !== 0) throw beyond;
    const root = this.#readBlock({ kind: 'root', head: 0, column: -1, isFlow: false });
    if (!lines.isAtEnd()) throw beyond;
    return { root, tokens: lines.tokens };
  }

  #readBlock(slot: Slot): YamlMap | YamlList {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw beyond;
    const block = this.#lines.isDash() ? this.#readList(slot) : this.#readMap(slot);
    this.#depth -= 1;
    return block;
  }

  #readMap(slot: Slot): YamlMap {
    const lines = this.#lines;
    const { column } = lines;
    const entries: YamlEntry[] = [];
    const parts: Range[] = [];
    const seen = new Set<string>();
    while (lines.column === column && !lines.isDash()) {
      const { child, part } = this.#orOdd(
        () => this.#readEntry(column),
        (mark) => this.#readOddEntry(mark),
      );
      if (seen.has(child.key)) throw beyond;
      seen.add(child.key);
      entries.push(child);
      parts.push(part);
    }
    if (lines.column > column) throw unknown;
    return { kind: 'map', ...this.#rangeOf(parts), entries, form: 'block', slot, bond: undefined, column, parts };
  }

  #readEntry(column: number): Part<YamlEntry> {
    const { at } = this.#lines;
    const key = this.#readKey();
    const head = this.#lines.at;
    const value = this.#readValue({ kind: 'entry', head, column, isFlow: false });
    return { child: { key, at, value }, part: { start: at, end: Math.max(head, value.end) } };
  }

  #readOddEntry(mark: Mark): Part<YamlEntry> {
    // An odd key may be the same as another, so that somebody has to see both.
    this.#readKey();
    const map = this.#readOddLines('map', mark);
    const child = map.kind === 'map' && map.entries.length === 1 ? map.entries[0] : undefined;
    return partOf(child, map);
  }

  #readList(slot: Slot): YamlList {
    const lines = this.#lines;
    const { column } = lines;
    const items: YamlNode[] = [];
    const parts: Range[] = [];
    while (lines.column === column && lines.isDash()) {
      const { child, part } = this.#orOdd(
        () => this.#readItem(column),
        (mark) => this.#readOddItem(mark),
      );
      items.push(child);
      parts.push(part);
    }
    if (lines.column > column) throw unknown;
    return { kind: 'list', ...this.#rangeOf(parts), items, form: 'block', slot, bond: undefined, column, parts };
  }

  #readItem(column: number): Part<YamlNode> {
    const lines = this.#lines;
    const { at } = lines;
    const head = at + 1;
    lines.push(head);
    const slot: Slot = { kind: 'item', head, column, isFlow: false };
    lines.skipBlanks();
    if (lines.isDash()) throw unknown;
    const child = this.#isKey() ? this.#readMapBehindDash(slot, at) : this.#readValue(slot);
    return { child, part: { start: at, end: Math.max(head, child.end) } };
  }

  #readMapBehindDash(slot: Slot, dash: number): YamlNode {
    this.#lines.column += this.#lines.at - dash;
    return this.#readBlock(slot);
  }

  #readOddItem(mark: Mark): Part<YamlNode> {
    const list = this.#readOddLines('list', mark);
    const child = list.kind === 'list' && list.items.length === 1 ? list.items[0] : undefined;
    return partOf(child, list);
  }

  #orOdd<T>(read: () => Part<T>, readOdd: (mark: Mark) => Part<T>): Part<T> {
    const depth = this.#depth;
    const anchors = this.#anchors.size;
    const mark = this.#lines.mark();
    try {
      return read();
    } catch (error) {
      if (error !== unknown) throw error;
      this.#depth = depth;
      this.#anchors = new Set([...this.#anchors].slice(0, anchors));
      this.#lines.backTo(mark);
      return readOdd(mark);
    }
  }

  /** Hands the lines of an entry or item to the library, as a document of their own at their own column. */
  #readOddLines(top: 'map' | 'list', mark: Mark): YamlNode {
    const end = this.#lines.endOfDeeper(mark.column, top === 'map');
    const odd = this.#readOdd(' '.repeat(mark.column) + this.#lines.text.slice(mark.at, end), this.#anchors);
    if (odd === undefined) throw beyond;
    const by = mark.at - mark.column;
    this.#lines.backTo(mark);
    this.#lines.passPart(odd.tokens, by, end);
    return shiftNode(odd.root, by);
  }

  /** What stands behind a colon or dash, or in the lines below. */
  #readValue(slot: Slot): YamlNode {
    const lines = this.#lines;
    lines.skipBlanks();
    if (!lines.isLineEnd()) {
      const scalar = this.#readScalar(slot);
      lines.next();
      if (lines.column > slot.column) throw unknown;
      return scalar;
    }
    lines.next();
    const isDashBelow = slot.kind === 'entry' && lines.column === slot.column && lines.isDash();
    if (lines.column > slot.column || isDashBelow) return this.#readBlock(slot);
    return { kind: 'scalar', start: slot.head, end: slot.head, value: null, form: 'empty', slot, bond: undefined };
  }

  #readScalar(slot: Slot): YamlScalar {
    const start = this.#lines.at;
    const scalar = readPlainScalar(this.#lines.text, start);
    if (scalar === undefined) throw unknown;
    this.#lines.push(scalar.end);
    return { kind: 'scalar', start, ...scalar, slot, bond: undefined };
  }

  #isKey(): boolean {
    KEY.lastIndex = this.#lines.at;
    return KEY.test(this.#lines.text);
  }

  /** Up to behind the colon. */
  #readKey(): string {
    const { text, at } = this.#lines;
    if (!this.#isKey()) throw unknown;
    const end = KEY.lastIndex;
    const source = text.slice(at, end);
    if (source.length > LONGEST_KEY || NO_TEXT.test(source)) throw unknown;
    this.#lines.push(end);
    this.#lines.push(end + 1);
    return source.startsWith('"') || source.startsWith("'") ? source.slice(1, -1) : source;
  }

  /** On lines of its own it begins before the blanks of the first. */
  #rangeOf(parts: readonly Range[]): Range {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) throw unknown;
    const line = lineStartOf(this.#lines.text, first.start);
    const isOwnLine = isBlankText(this.#lines.text.slice(line, first.start));
    return { start: isOwnLine ? line : first.start, end: last.end };
  }
}

function partOf<T>(child: T | undefined, root: YamlNode): Part<T> {
  const part = root.kind === 'scalar' ? undefined : root.parts[0];
  if (child === undefined || part === undefined) throw beyond;
  return { child, part };
}
