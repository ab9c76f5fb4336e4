import type { Parsed } from '../document/parsed.ts';
import type { Document, ListNode, MapNode, Node, Splice } from '../types.ts';
import type { Target } from './targets.ts';

/** Entries or items of containers, by index. */
export type Picks = ReadonlyMap<MapNode | ListNode, ReadonlySet<number>>;

/** What differs between formats; the rest is `editDocument`. All offsets are of `parsed.document.text`. */
export interface Grammar {
  /** @throws RackError `file-invalid` */
  parse(source: Omit<Document, 'root'>): Parsed;
  /** The values alone, quicker, where the text allows it; `whole` is asked for the rest. */
  readValues?(source: Omit<Document, 'root'>, whole: () => Node): Document | undefined;
  planRemovals(parsed: Parsed, picks: Picks): Splice[];
  /** Takes the whole document out; what is left are blanks and comments. */
  planClear(parsed: Parsed): Splice[];
  /** @throws RackError `file-shape` */
  planSets(parsed: Parsed, target: Target): Splice[];
  /** No comment stands in this container. */
  isBare(parsed: Parsed, node: Node): boolean;
  /** The container has no text of its own: it is gone as soon as nothing is in it. */
  isImplied(node: Node): boolean;
  /** The container stands in brackets of its own, so that its whole text can be put back. */
  isBracketed(node: Node): boolean;
  /** No text at all, which stands for an empty map or list: what is left when the last item goes. */
  isVacant?(node: Node): boolean;
  /** Puts the text of an empty map or list in place of one without brackets and of what is in it. */
  restore?(parsed: Parsed, node: Node, source: string): Splice[];
  /** The text is a value; else it is a document without one. */
  isValue(source: string): boolean;
  /** The comments of a value's source text. */
  commentsOf(source: string): readonly string[];
  /** By a second parser, where there is one. @throws any error: it does not read the result, or reads something else */
  confirm?(parsed: Parsed): void;
}
