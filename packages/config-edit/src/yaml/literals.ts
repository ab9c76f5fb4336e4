import { isBlankText, skipBlanks } from '../document/trivia.ts';
import type { YamlNode, YamlScalar } from './yaml-nodes.ts';

/** A block of text, `|` or `>`, by what decides where it ends. */
export interface Literal {
  /** Of its lines; what is indented less is no part of it. */
  readonly indent: number;
  /** What becomes of line ends behind its last line that is not blank: none stays, one, or all of them. */
  readonly chomping: 'strip' | 'clip' | 'keep';
  readonly isEmpty: boolean;
}

export function literalsIn(node: YamlNode): YamlScalar[] {
  if (node.kind === 'scalar') return node.form === 'literal' ? [node] : [];
  return node.kind === 'map' ? node.entries.flatMap(({ value }) => literalsIn(value)) : node.items.flatMap(literalsIn);
}

export function literalOf(text: string, { start, end, slot }: YamlScalar): Literal {
  const [first = '', ...lines] = text.slice(start, end).split('\n');
  const header = /^[^#]*/.exec(first)?.[0] ?? '';
  const content = lines.find((line) => !isBlankText(line));
  // With a digit behind its mark, a text may be indented less than its first line.
  const isAuto = content !== undefined && !/\d/.test(header);
  return {
    indent: isAuto ? skipBlanks(content, 0) : slot.column + 1,
    chomping: chompingOf(header),
    isEmpty: content === undefined,
  };
}

function chompingOf(header: string): Literal['chomping'] {
  if (header.includes('+')) return 'keep';
  return header.includes('-') ? 'strip' : 'clip';
}

/** The last line of a file is one of a block of text and has no line end: with one, the text would be another. */
export function isOpenEnded(text: string, node: YamlNode): boolean {
  if (node.end !== text.length) return false;
  const leaf = lastLeaf(node);
  if (leaf.kind !== 'scalar' || leaf.form !== 'literal') return false;
  const { chomping, isEmpty } = literalOf(text, leaf);
  return chomping === 'keep' || (chomping === 'clip' && !isEmpty);
}

function lastLeaf(node: YamlNode): YamlNode {
  const last = node.kind === 'list' ? node.items.at(-1) : undefined;
  const inner = node.kind === 'map' ? node.entries.at(-1)?.value : last;
  return inner === undefined ? node : lastLeaf(inner);
}
