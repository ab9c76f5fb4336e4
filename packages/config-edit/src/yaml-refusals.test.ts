import { isRackError } from '@modelrack/errors';
import { expect, test } from 'vitest';
import { loadEditor } from './load-editor.ts';
import { bytesOf } from './testing/check-edits.ts';
import type { Edit, Json, Path } from './types.ts';

const set = (path: Path, value: Json): Edit => ({ op: 'set', path, value });
const remove = (...path: Path): Edit => ({ op: 'remove', path });
const ours: Edit = set(['clients', { item: { name: 'us' } }, 'url'], 'https://gw.example.test/v1');

const refusals: readonly (readonly [string, string, readonly Edit[], object])[] = [
  ['an alias', 'a: &x\n- b\nclients: *x\n', [ours], { code: 'file-shape', line: 3, column: 10 }],
  ['an anchor', 'x: 1\nclients: &x\n- name: box\n', [ours], { code: 'file-shape', line: 2, column: 10 }],
  ['an anchor above', 'a: &x\n  b:\n    c: 1\n', [set(['a', 'b', 'd'], 1)], { code: 'file-shape', line: 1 }],
  ['an anchored text', 'a: &x b\nc: *x\n', [set(['a'], 'd')], { code: 'file-shape', line: 1, column: 4 }],
  ['an anchor that would go', 'a:\n  b: &x 1\nc: *x\n', [remove('a')], { code: 'file-shape', line: 2 }],
  ['a merge key', 'a: &x {b: 1}\nm:\n  <<: *x\n', [set(['m', 'c'], 1)], { code: 'file-shape', line: 3, column: 3 }],
  ['a tagged map', 'm: !!map\n  a: 1\n', [set(['m', 'c'], 1)], { code: 'file-shape', line: 1 }],
  ['null', 'a: null\n', [set(['a', 'b'], 1)], { code: 'file-shape', line: 1, column: 4 }],
  ['a text on the way', 'x: 1\na: b\n', [set(['a', 'b'], 1)], { code: 'file-shape', line: 2 }],
  ['a map for a list', 'clients:\n  a: 1\n', [ours], { code: 'file-shape', line: 2 }],
  ['a key twice', 'a: 1\nb: 2\n"a": 3\n', [], { code: 'file-invalid', line: 3, column: 1 }],
  ['a key twice in another spelling', '1: a\n"1": b\n', [set(['1'], 'c')], { code: 'file-shape', line: 2 }],
  ['two documents', 'a: 1\n---\nb: 2\n', [], { code: 'file-invalid', line: 2, column: 1 }],
  ['a tab', 'a:\n\tb: 1\n', [], { code: 'file-invalid', line: 2 }],
  ['bad indentation', 'a:\n  - b\n c: 1\n', [], { code: 'file-invalid' }],
  ['a list at the top', '# c\n- a\n', [], { code: 'file-invalid', line: 2, column: 1 }],
  ['an alias of nothing', 'a: *x\n', [], { code: 'file-invalid', line: 1, column: 4 }],
  ['an open quote', 'a: "secret\n', [], { code: 'file-invalid', line: 2 }],
  ['text that would grow', 'a: |\n  t\nb: 1\n  # c\n', [remove('b')], { code: 'file-shape', line: 3 }],
];

test.each(refusals)('%s is refused', async (_, text, edits, expected) => {
  const editor = await loadEditor('yaml');
  try {
    editor.edit(editor.read(bytesOf(text), 'f.yaml', 'yaml'), edits);
    expect.unreachable();
  } catch (error) {
    expect(isRackError(error)).toBe(true);
    // The message may go to a terminal; the file may hold a key.
    expect(String(error)).not.toContain('secret');
    expect(error).toMatchObject({ path: 'f.yaml', line: expect.any(Number), column: expect.any(Number), ...expected });
  }
});
