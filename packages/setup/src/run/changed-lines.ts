import type { FileOutcome } from '../machine/types.ts';

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** How many lines a diff of the file has. What begins and ends alike is left aside first: mostly that is all there is. */
export async function changedLines({ before, after }: Pick<FileOutcome, 'before' | 'after'>): Promise<ChangedLines> {
  if (before === after) return { added: 0, removed: 0 };
  const [one, other] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length === 0 || right.length === 0) return { added: right.length, removed: left.length };
  const { diffArrays } = await import('diff');
  const parts = diffArrays(left, right);
  const count = (what: 'added' | 'removed') =>
    parts.reduce((sum, part) => sum + (part[what] === true ? part.value.length : 0), 0);
  return { added: count('added'), removed: count('removed') };
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
