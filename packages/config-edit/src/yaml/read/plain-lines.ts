import { endOf, startOf, TokenKind, tokenColumns, type Tokens } from '../../document/tokens.ts';
import { breakLength, skipBlanks } from '../../document/trivia.ts';

/** Something that only the library reads, or that nobody does: the entry or item that holds it is handed over. */
export const unknown = Symbol('not plain');
/** Not to be read in parts. */
export const beyond = Symbol('not plain as a whole');

const COMMENT = /#(?:\t|[^\p{Cc}\ufeff])*/uy;

/** Where a reader was, to go back to. */
export interface Mark {
  readonly at: number;
  readonly column: number;
  /** Of tokens. */
  readonly count: number;
}

/** The lines of a text, with the place that a reader has come to in them, and the tokens on its way. */
export class PlainLines {
  readonly tokens = tokenColumns();
  readonly text: string;
  /** Of the next key, dash or value. */
  at = 0;
  /** The blanks in front of it in its line; -1: there is nothing more. */
  column = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Ends this line, in which nothing but a comment may be left, and finds the next. */
  next(): void {
    this.skipBlanks();
    if (!this.isLineEnd()) throw unknown;
    this.#passLineEnd();
    this.find();
  }

  /** Finds the next line with a key, dash or value: this one if there is one in it. */
  find(): void {
    while (this.at < this.text.length) {
      const from = this.at;
      this.skipBlanks();
      if (!this.isLineEnd()) {
        this.column = this.at - from;
        return;
      }
      this.#passLineEnd();
    }
    this.column = -1;
  }

  #passLineEnd(): void {
    if (this.text.charCodeAt(this.at) === HASH) this.#passComment();
    const length = breakLength(this.text, this.at);
    if (length === 0 && this.at < this.text.length) throw unknown;
    this.at += length;
  }

  #passComment(): void {
    const isApart = this.at === 0 || /[ \n]/.test(this.text.charAt(this.at - 1));
    if (!isApart) throw unknown;
    COMMENT.lastIndex = this.at;
    this.push(this.at + (COMMENT.exec(this.text)?.[0].length ?? 0), TokenKind.lineComment);
  }

  skipBlanks(): void {
    while (this.text.charCodeAt(this.at) === SPACE) this.at += 1;
  }

  /** Nothing more in this line but a comment. */
  isLineEnd(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === LF || code === CR || code === HASH || this.at >= this.text.length;
  }

  isAtEnd(): boolean {
    return this.column === -1;
  }

  isDash(): boolean {
    return isDashAt(this.text, this.at);
  }

  /** A token from here to `end`, and on behind it. */
  push(end: number, kind: number = TokenKind.other): void {
    this.tokens.kinds.push(kind);
    this.tokens.starts.push(this.at);
    this.tokens.ends.push(end);
    this.at = end;
  }

  /** Takes over what a part of the text holds, which begins `by` units down, and goes on at `end`. */
  passPart(tokens: Tokens, by: number, end: number): void {
    for (const [index, kind] of tokens.kinds.entries()) {
      this.at = startOf(tokens, index) + by;
      this.push(endOf(tokens, index) + by, kind);
    }
    this.at = end;
    this.find();
  }

  mark(): Mark {
    return { at: this.at, column: this.column, count: this.tokens.kinds.length };
  }

  backTo({ at, column, count }: Mark): void {
    this.at = at;
    this.column = column;
    for (const all of [this.tokens.kinds, this.tokens.starts, this.tokens.ends]) all.length = count;
  }

  /** Of those that are indented deeper than here, with the dashes of a list that is not. */
  endOfDeeper(column: number, withDashes: boolean): number {
    const { text } = this;
    for (let at = this.at; ;) {
      const lineEnd = text.indexOf('\n', at);
      if (lineEnd === -1) return text.length;
      at = lineEnd + 1;
      const first = skipBlanks(text, at);
      if (text.slice(at, first).includes('\t')) throw beyond;
      if (first === text.length || breakLength(text, first) > 0) continue;
      const isDeeper = first - at > column || (withDashes && first - at === column && isDashAt(text, first));
      if (!isDeeper) return at;
    }
  }
}

function isDashAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== DASH) return false;
  const next = text.charCodeAt(at + 1);
  return next === SPACE || next === LF || next === CR || at + 1 >= text.length;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const DASH = 45;
