/** From the first byte to the one behind the last, counted over all pieces. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a reader is in bytes that are there in pieces. To make them one would cost more than to read them. */
export interface Cursor {
  readonly pieces: readonly Buffer[];
  /** The piece that is read, and where in it. */
  piece: Buffer;
  at: number;
  /** Which piece comes next. */
  next: number;
  /** Bytes in those that came before. */
  before: number;
}

export function openCursor(pieces: readonly Buffer[]): Cursor {
  return { pieces, piece: pieces[0] ?? Buffer.alloc(0), at: 0, next: 1, before: 0 };
}

/** Into the next piece. False: there is none. */
function turnOver(cursor: Cursor): boolean {
  const piece = cursor.pieces[cursor.next];
  if (piece === undefined) return false;
  cursor.before += cursor.piece.length;
  cursor.at -= cursor.piece.length;
  cursor.next += 1;
  cursor.piece = piece;
  return true;
}

/** The byte here; undefined behind the last. */
export function peek(cursor: Cursor): number | undefined {
  while (cursor.at >= cursor.piece.length) if (!turnOver(cursor)) return undefined;
  return cursor.piece[cursor.at];
}

/** The byte so far from here. */
export function peekAhead({ at: from, next, piece: here, pieces }: Cursor, distance: number): number | undefined {
  let at = from + distance;
  if (at < here.length) return here[at];
  let piece: Buffer | undefined = here;
  for (let following = next; piece !== undefined && at >= piece.length; following += 1) {
    at -= piece.length;
    piece = pieces[following];
  }
  return piece?.[at];
}

export function placeOf({ at, before }: Cursor): number {
  return before + at;
}

/** What of the pieces is from one place to another. */
export function cut(pieces: readonly Buffer[], { start, end }: Span): readonly Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (at < end && at + piece.length > start) found.push(piece.subarray(Math.max(0, start - at), end - at));
    at += piece.length;
  }
  return found;
}

export function textOf(pieces: readonly Buffer[], { start, end }: Span): string {
  let at = 0;
  for (const piece of pieces) {
    if (start >= at && end <= at + piece.length) return piece.toString('utf8', start - at, end - at);
    at += piece.length;
  }
  return Buffer.concat(cut(pieces, { start, end })).toString('utf8');
}
