import { removeItems } from '../brackets/remove-items.ts';
import type { Parsed } from '../document/parsed.ts';
import { endOf, tokenFrom } from '../document/tokens.ts';
import { breakBefore, breakLength, isBlankText, lineEndOf, lineStartOf, skipBlanks } from '../document/trivia.ts';
import type { Picks } from '../edit/grammar.ts';
import { shapeError } from '../edit/shape-error.ts';
import { sortSplices } from '../edit/sort-splices.ts';
import type { Splice } from '../types.ts';
import { refuseAnchors, refuseBond } from './bonds.ts';
import { refuseSpills } from './refuse-spills.ts';
import { yamlBrackets } from './yaml-brackets.ts';
import type { YamlList, YamlMap } from './yaml-nodes.ts';
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
  const sorted = endAsBefore(parsed, sortSplices(splices));
  refuseSpills(parsed.document, sorted);
  return sorted;
}

/** A file that does not end its last line goes on not to: blank lines in front of what goes there go as well. */
function endAsBefore(parsed: Parsed, splices: Splice[]): Splice[] {
  const { text } = parsed.document;
  const last = splices.at(-1);
  if (last === undefined || last.end < text.length || breakLength(text, last.start) === 0) return splices;
  const start = endBefore(parsed, last.start);
  // What stands there may go too.
  return start < last.start ? endAsBefore(parsed, sortSplices([...splices, cut(start, last.end)])) : splices;
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
  return cut(before, end);
}

/** The end of the last line that is not blank. */
function endBefore({ document, tokens }: Parsed, offset: number): number {
  const index = tokenFrom(tokens, offset) - 1;
  return index === -1 ? 0 : lineEndOf(document.text, endOf(tokens, index));
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
