/** Kinds that the layout of a file depends on; all else is `other`. */
export const TokenKind = { other: 0, comma: 1, lineComment: 2, blockComment: 3 } as const;

/** All tokens of a file with its comments, in order: three columns, as there may be a hundred thousand. */
export interface Tokens {
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface TokenColumns {
  readonly kinds: number[];
  readonly starts: number[];
  readonly ends: number[];
}

export function tokenColumns(): TokenColumns {
  return { kinds: [], starts: [], ends: [] };
}

/** Index of the first token that starts at `offset` or behind it. */
export function tokenFrom(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(tokens, middle) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isComment(tokens: Tokens, index: number): boolean {
  const kind = tokens.kinds[index];
  return kind === TokenKind.lineComment || kind === TokenKind.blockComment;
}

export function startOf(tokens: Tokens, index: number): number {
  return tokens.starts[index] ?? Number.POSITIVE_INFINITY;
}

export function endOf(tokens: Tokens, index: number): number {
  return tokens.ends[index] ?? Number.POSITIVE_INFINITY;
}

/** The texts of the comments between two offsets. */
export function commentsIn(text: string, tokens: Tokens, range: { start: number; end: number }): string[] {
  const found: string[] = [];
  for (let index = tokenFrom(tokens, range.start); startOf(tokens, index) < range.end; index += 1) {
    if (isComment(tokens, index)) found.push(text.slice(startOf(tokens, index), endOf(tokens, index)));
  }
  return found;
}
