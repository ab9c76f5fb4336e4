import type { Parsed } from '../document/parsed.ts';
import type { Node, Splice } from '../types.ts';
import type { Places } from './places.ts';
import { rootPlace } from './places.ts';

/** A node with what leads to it. */
export interface Placed<N extends Node> {
  readonly node: N;
  /** The keys on the way; items of lists are not in it. */
  readonly path: readonly string[];
  /** Some map on the way is an item of a list: no header can name what is below. */
  readonly isInItem: boolean;
}

export interface Planning {
  readonly parsed: Parsed;
  readonly places: Places;
  readonly lines: NewLines;
  /** Changes inside lines. */
  readonly splices: Splice[];
}

/** Lines to be put in; `splicesOf` sees to line ends and blank lines. */
export interface NewLines {
  /** Keys of the document, in front of all tables. */
  readonly root: string[];
  /** Keys behind the end of a line, with their indentation. */
  readonly keys: { readonly offset: number; readonly text: string }[];
  /** Tables with their headers, behind the end of a line. */
  readonly tables: { readonly offset: number; readonly text: string }[];
}

export function newLines(): NewLines {
  return { root: [], keys: [], tables: [] };
}

export function splicesOf({ parsed, places, lines, splices }: Planning): Splice[] {
  const { eol } = parsed.document;
  if (places.contentEnd === 0) return splicesOfEmpty(eol, lines);
  const all = [...splices];
  if (lines.root.length > 0) {
    const { offset, indent, lead, tail } = rootPlace(places);
    all.push(insertion(offset, lead + lines.root.map((line) => indent + line).join(eol) + tail));
  }
  for (const { offset, text: line } of lines.keys) all.push(insertion(offset, eol + line));
  for (const { offset, text: table } of lines.tables) all.push(insertion(offset, eol + eol + table));
  return all;
}

/** A file without a token or comment: the lines are all there is, with a line end; blanks stay behind them. */
function splicesOfEmpty(eol: string, lines: NewLines): Splice[] {
  const parts = lines.tables.map((table) => table.text);
  if (lines.root.length > 0) parts.unshift(lines.root.join(eol));
  if (parts.length === 0) return [];
  return [insertion(0, parts.join(eol + eol) + eol)];
}

function insertion(offset: number, text: string): Splice {
  return { start: offset, end: offset, text };
}
