import { removeItems } from '../brackets/remove-items.ts';
import type { Parsed } from '../document/parsed.ts';
import { breakBefore, breakLength, isBlankText, lineEndOf, lineStartOf, skipBlanks } from '../document/trivia.ts';
import type { Picks } from '../edit/grammar.ts';
import { valueAt } from '../edit/picks.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Range, Splice } from '../types.ts';
import { refuseAnchors, refuseBond } from './bonds.ts';
import { yamlBrackets } from './yaml-brackets.ts';
import type { YamlList, YamlMap, YamlNode } from './yaml-nodes.ts';
import { isYamlNode } from './yaml-nodes.ts';

export function planYamlRemovals(parsed: Parsed, picks: Picks): Splice[] {
  const splices: Splice[] = [];
  for (const [node, indices] of picks) {
    if (!isYamlNode(node)) continue;
    refuseBond(parsed.document, node);
    for (const index of indices) refuseAnchors(parsed, node.parts[index]);
    if (node.form === 'pair') throw shapeError(parsed.document, node.start, 'this map has no braces to be left empty');
    if (node.form === 'flow') splices.push(...removeItems(yamlBrackets(parsed, node), indices));
    else splices.push(...removeParts(parsed, node, indices));
  }
  return splices;
}

function removeParts(parsed: Parsed, node: YamlMap | YamlList, indices: ReadonlySet<number>): Splice[] {
  const splices: Splice[] = [];
  for (let first = 0; first < node.parts.length; first += 1) {
    if (!indices.has(first)) continue;
    let last = first;
    while (indices.has(last + 1)) last += 1;
    splices.push(removeRun(parsed, node, { first, last }));
    first = last;
  }
  return splices;
}

/** Neighbours, with their lines and the comments on those; comments on lines of their own around them stay. */
function removeRun(parsed: Parsed, node: YamlMap | YamlList, { first, last }: { first: number; last: number }): Splice {
  const { text } = parsed.document;
  const start = node.parts[first]?.start ?? 0;
  const end = lineEndOf(text, node.parts[last]?.end ?? 0);
  if (!isBlankText(text.slice(lineStartOf(text, start), start))) {
    if (last === node.parts.length - 1) return cut(node.slot.head, end);
    // The dash in front stays: what is next moves up to it.
    return cut(start, nextText(text, end));
  }
  const before = breakBefore(text, start);
  if (before === undefined) return cut(0, end + breakLength(text, end));
  const sibling = valueAt(node, first - 1);
  refuseSpill(parsed, isYamlNode(sibling) ? sibling : undefined, { start, end });
  return cut(before, end);
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}

/** First offset from a line end on that is no blank. */
function nextText(text: string, offset: number): number {
  let at = skipBlanks(text, offset);
  for (let length = breakLength(text, at); length > 0; length = breakLength(text, at)) {
    at = skipBlanks(text, at + length);
  }
  return at;
}

/**
 * A block of text that stands in front would take in what comes behind.
 * @throws RackError `file-shape`
 */
function refuseSpill({ document }: Parsed, before: YamlNode | undefined, range: Range): void {
  const { text } = document;
  const leaf = before === undefined ? undefined : lastLeaf(before);
  // A comment in between ends it.
  if (leaf?.form !== 'literal' || !isBlankText(text.slice(leaf.end, range.start))) return;
  const [header = '', ...lines] = text.slice(leaf.start, leaf.end).split('\n');
  const content = lines.find((line) => !isBlankText(line));
  // With a digit behind its mark, a text may be indented less than its first line.
  const isAuto = content !== undefined && !/^[^#]*\d/.test(header);
  const indent = isAuto ? skipBlanks(content, 0) : leaf.slot.column + 1;
  const isKept = /^[^#]*\+/.test(header);
  const isCutShort = isKept && range.end === text.length && lines.at(-1) === '';
  if (!isCutShort && !isTakenIn(text, range.end, { indent, isKept, isEmpty: content === undefined })) return;
  throw shapeError(document, range.start, 'without this, the text above it would go on in the lines below it');
}

interface Literal {
  readonly indent: number;
  /** Blank lines behind it are its own. */
  readonly isKept: boolean;
  readonly isEmpty: boolean;
}

/** Would the lines behind this line end become part of a block of text in front of them? */
function isTakenIn(text: string, lineEnd: number, { indent, isKept, isEmpty }: Literal): boolean {
  let next = lineEnd + breakLength(text, lineEnd);
  while (next < text.length) {
    const end = lineEndOf(text, next);
    const first = skipBlanks(text, next);
    if (first < end) return text.charAt(first) === '#' && first - next >= indent;
    if (isKept || (!isEmpty && end - next > indent)) return true;
    if (end === text.length) return false;
    next = end + breakLength(text, end);
  }
  return false;
}

function lastLeaf(node: YamlNode): YamlNode {
  const last = node.kind === 'list' ? node.items.at(-1) : undefined;
  const inner = node.kind === 'map' ? node.entries.at(-1)?.value : last;
  return inner === undefined ? node : lastLeaf(inner);
}
