import { breakLength, isBlankText, lineEndOf, skipBlanks } from '../document/trivia.ts';
import { shapeError } from '../edit/shape-error.ts';
import { sortSplices } from '../edit/sort-splices.ts';
import { applyPasses } from '../splices.ts';
import type { Document, Splice } from '../types.ts';
import type { Literal } from './literals.ts';
import { literalOf, literalsIn } from './literals.ts';
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

/** Do the lines behind its end belong to a block of text, or does it miss its last line end? */
function isLonger(text: string, end: number, { indent, chomping, isEmpty }: Literal): boolean {
  const isKept = chomping === 'keep';
  if (end === text.length) return isKept || (chomping === 'clip' && !isEmpty);
  let next = end + breakLength(text, end);
  while (next < text.length) {
    const lineEnd = lineEndOf(text, next);
    const first = skipBlanks(text, next);
    if (first < lineEnd) return text.charAt(first) === '#' && first - next >= indent;
    if (lineEnd === text.length) return (isKept || !isEmpty) && lineEnd - next >= indent;
    if (isKept || (!isEmpty && lineEnd - next > indent)) return true;
    next = lineEnd + breakLength(text, lineEnd);
  }
  return false;
}
