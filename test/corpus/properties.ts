import assert from 'node:assert/strict';
import { commentsOf, movedComments } from './comments.ts';
import { leavesOf } from './leaves.ts';

export interface Edited {
  /** Name of the file, for its format. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Start of the paths (keys joined by a dot) that are ours to write. */
  readonly ours: readonly string[];
}

/** What must hold of every edit; see the README of the corpus. */
export function checkEdit(edited: Edited): void {
  checkValues(edited);
  checkBytes(edited);
  checkComments(edited);
  checkLayout(edited);
}

/** Both parse; what is not ours has the same value in the same spelling, and nothing else came. */
export function checkValues({ path, before, after, ours }: Edited): void {
  const old = leavesOf(path, before);
  const now = leavesOf(path, after);
  const isOurs = (key: string) => ours.some((start) => isBelow(key.replaceAll('\u0000', '.'), start));
  const foreign = (leaves: ReadonlyMap<string, string>) => [...leaves].filter(([key]) => !isOurs(key));
  assert.deepEqual(foreign(now), foreign(old), 'values of the user');
}

function isBelow(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}.`);
}

/** With our text taken out, what is left is the original: nothing of it was touched or moved. */
function checkBytes({ before, after, ours, path }: Edited): void {
  const now = leavesOf(path, after);
  const replaced = [...leavesOf(path, before)].filter(
    ([key, value]) => now.get(key) !== value && ours.some((start) => isBelow(key.replaceAll('\u0000', '.'), start)),
  );
  // A value that we replaced is the one thing of the original that is not there any more.
  if (replaced.length > 0) return;
  // A list of YAML's that is empty becomes one without brackets.
  const rest = path.endsWith('.yaml') ? before.replaceAll(/ \[\](?=\s*$)/gm, '') : before;
  let at = 0;
  for (let index = 0; index < after.length; index++) if (after[index] === rest[at]) at += 1;
  assert.equal(rest.slice(at), '', 'the rest of the original is not in the result');
}

function checkComments({ path, before, after }: Edited): void {
  assert.deepEqual(movedComments(commentsOf(path, before), commentsOf(path, after)), [], 'comments that moved');
}

function checkLayout({ path, before, after }: Edited): void {
  assert.equal(after.startsWith('\uFEFF'), before.startsWith('\uFEFF'), 'byte-order mark');
  assert.equal(after.lastIndexOf('\uFEFF') > 0, false, 'a second byte-order mark');
  if (before.trim() === '') return;
  assert.equal(after.endsWith('\n'), before.endsWith('\n'), 'final newline');
  if (isOneLine(before) && /\.jsonc?$/.test(path)) assert(isOneLine(after), 'a file of one line stays one line');
  const count = (text: string, end: RegExp) => text.match(end)?.length ?? 0;
  if (count(before, /\r\n/g) > 0 && count(before, /(?<!\r)\n/g) === 0) {
    assert.equal(count(after, /(?<!\r)\n/g), 0, 'line ends of Windows');
  }
  if (count(before, /\r\n/g) === 0) assert.equal(count(after, /\r\n/g), 0, 'line ends of Unix');
  if (isIndentedBy(before, '\t') && !isIndentedBy(before, ' ')) assert(!isIndentedBy(after, ' '), 'tabs');
}

function isOneLine(text: string): boolean {
  return text.trim() !== '' && !/\n/.test(text.trim()) && text.trim() !== '{}' && !/^\{\s*\}$/.test(text.trim());
}

function isIndentedBy(text: string, sign: string): boolean {
  return text.split('\n').some((line) => line.startsWith(sign));
}
