import { breakLength, lineEndOf, skipBlanks } from '../document/trivia.ts';
import type { YamlList, YamlMap } from './yaml-nodes.ts';

/** Which comment lines belong to what stands above them. */
export interface Reach {
  /** 0-based: comments that are indented deeper do. */
  readonly column: number;
  /** Those in the very column do as well. */
  readonly isEven: boolean;
}

/**
 * The end of the line that `end` is on, or of the last comment line that follows directly and belongs to what
 * ends there.
 */
export function unitEnd(text: string, end: number, { column, isEven }: Reach): number {
  let at = lineEndOf(text, end);
  for (;;) {
    const next = at + breakLength(text, at);
    const start = skipBlanks(text, next);
    const isComment = next > at && text.charAt(start) === '#';
    const isDeep = start - next > column || (isEven && start - next === column);
    if (!isComment || !isDeep) return at;
    at = lineEndOf(text, start);
  }
}

/** Behind one of the parts of a map or list by indentation. */
export function endOfPart(text: string, node: YamlMap | YamlList, index: number): number {
  const isLast = index === node.parts.length - 1;
  // In the column of its key, a comment speaks of what follows.
  const isDeeper = node.slot.kind !== 'root' && node.column > node.slot.column;
  return unitEnd(text, node.parts[index]?.end ?? 0, { column: node.column, isEven: isLast && isDeeper });
}
