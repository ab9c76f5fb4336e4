import { breakLength, isBlankText, lineEndOf, skipBlanks } from '../document/trivia.ts';
import { shapeError } from '../edit/shape-error.ts';
import { sortSplices } from '../edit/sort-splices.ts';
import { applyPasses } from '../splices.ts';
import type { Document, Splice } from '../types.ts';
import type { YamlNode, YamlScalar } from './yaml-nodes.ts';
import { isYamlNode } from './yaml-nodes.ts';

/**
 * A block of text takes in blank lines and comments that come to stand right behind it.
 * @throws RackError `file-shape`: that would happen
 */
export function refuseSpills(document: Document, removals: readonly Splice[]): void {
  const literals = isYamlNode(document.root) ? literalsIn(document.root) : [];
  if (literals.length === 0 || removals.length === 0) return;
  const splices = sortSplices(removals);
  const after = applyPasses(document.text, [splices]);
  let at = 0;
  let shift = 0;
  for (const literal of literals) {
    for (let splice = splices[at]; splice !== undefined && splice.start < literal.end; splice = splices[at]) {
      shift += splice.end - splice.start - splice.text.length;
      at += 1;
    }
    const next = splices[at];
    const isGone = (splices[at - 1]?.end ?? 0) > literal.start;
    if (next === undefined || isGone || !isBlankText(after.slice(literal.end - shift, next.start - shift))) continue;
    if (!isLonger(after, literal.end - shift, literalOf(document.text, literal))) continue;
    const line = next.start + breakLength(document.text, next.start);
    throw shapeError(document, line, 'without this, the text above it would go on in the lines below it');
  }
}

function literalsIn(node: YamlNode): YamlScalar[] {
  if (node.kind === 'scalar') return node.form === 'literal' ? [node] : [];
  return node.kind === 'map' ? node.entries.flatMap(({ value }) => literalsIn(value)) : node.items.flatMap(literalsIn);
}

interface Literal {
  /** Of its lines; what is indented less is no part of it. */
  readonly indent: number;
  /** Blank lines behind it are its own. */
  readonly isKept: boolean;
  readonly isEmpty: boolean;
  readonly endsBlank: boolean;
}

function literalOf(text: string, { start, end, slot }: YamlScalar): Literal {
  const [header = '', ...lines] = text.slice(start, end).split('\n');
  const content = lines.find((line) => !isBlankText(line));
  // With a digit behind its mark, a text may be indented less than its first line.
  const isAuto = content !== undefined && !/^[^#]*\d/.test(header);
  return {
    indent: isAuto ? skipBlanks(content, 0) : slot.column + 1,
    isKept: /^[^#]*\+/.test(header),
    isEmpty: content === undefined,
    endsBlank: lines.at(-1) === '',
  };
}

/** Do the lines behind its end belong to a block of text, or does it miss its last line end? */
function isLonger(text: string, end: number, { indent, isKept, isEmpty, endsBlank }: Literal): boolean {
  if (end === text.length) return isKept && endsBlank;
  let next = end + breakLength(text, end);
  while (next < text.length) {
    const lineEnd = lineEndOf(text, next);
    const first = skipBlanks(text, next);
    if (first < lineEnd) return text.charAt(first) === '#' && first - next >= indent;
    if (lineEnd === text.length) return isEmpty ? isKept : lineEnd - next >= indent;
    if (isKept || (!isEmpty && lineEnd - next > indent)) return true;
    next = lineEnd + breakLength(text, lineEnd);
  }
  return false;
}
