import { removeItems } from '../brackets/remove-items.ts';
import type { Parsed } from '../document/parsed.ts';
import { endOf, isComment, startOf, tokenFrom } from '../document/tokens.ts';
import { breakBefore, breakLength, isBlankText, lineEndOf, lineStartOf, skipBlanks } from '../document/trivia.ts';
import type { Picks } from '../edit/grammar.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Range, Splice } from '../types.ts';
import { refuseAnchors, refuseBond } from './bonds.ts';
import { yamlBrackets } from './yaml-brackets.ts';
import type { YamlList, YamlMap } from './yaml-nodes.ts';
import { isYamlNode } from './yaml-nodes.ts';
import { YamlKind } from './yaml-tokens.ts';

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
  refuseSpill(parsed, { start, end });
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
function refuseSpill(parsed: Parsed, range: Range): void {
  const { text } = parsed.document;
  const before = literalBefore(parsed, range.start);
  if (before === undefined) return;
  const next = range.end + breakLength(text, range.end);
  const isAtEnd = next === range.end;
  const isBlankBehind = next < text.length && isBlankText(text.slice(next, lineEndOf(text, next)));
  const isLengthened = before.isKept && (isAtEnd ? before.body.endsWith('\n') : isBlankBehind);
  const comment = nextText(text, range.end);
  const isTakenIn = text.charAt(comment) === '#' && comment - lineStartOf(text, comment) >= before.indent;
  if (!isLengthened && !isTakenIn) return;
  throw shapeError(parsed.document, range.start, 'without this, the text above it would go on in the lines below it');
}

interface Literal {
  readonly body: string;
  /** How deep its lines are indented; lines that are not are no part of it. */
  readonly indent: number;
  /** Blank lines behind it are its own. */
  readonly isKept: boolean;
}

/** The block of text that ends right in front of an offset. */
function literalBefore({ document: { text }, tokens }: Parsed, offset: number): Literal | undefined {
  let index = tokenFrom(tokens, offset) - 1;
  const source = (): string => text.slice(startOf(tokens, index), endOf(tokens, index));
  const isBody = tokens.kinds[index] === YamlKind.literal && !/^[|>]/.test(source());
  const body = isBody ? source() : '';
  if (isBody) index -= 1;
  if (isComment(tokens, index)) index -= 1;
  if (tokens.kinds[index] !== YamlKind.literal) return undefined;
  const indent = /^ *(?=[^ \r\n])/m.exec(body)?.[0].length ?? 1;
  return { body, indent: Math.max(indent, 1), isKept: source().includes('+') };
}
