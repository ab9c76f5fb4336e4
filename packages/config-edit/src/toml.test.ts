import { describe, expect, test } from 'vitest';
import { findNode, toJson } from './nodes.ts';
import { bytesOf, textOf } from './testing/check-edits.ts';
import { tomlEditor } from './toml.ts';
import type { Edit, Json, Path, Step } from './types.ts';

const set = (path: Path, value: Json, after?: Step): Edit => ({ op: 'set', path, value, after });
const remove = (...path: Path): Edit => ({ op: 'remove', path });

function edited(text: string, edits: readonly Edit[]): string {
  return textOf(tomlEditor.edit(tomlEditor.read(bytesOf(text), 'f.toml', 'toml'), edits).bytes);
}

const refusal = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('a root key goes', () => {
  test.each([
    ['behind the last one', 'a = 1 # c\n\n[t]\n', 'a = 1 # c\nk = 1\n\n[t]\n'],
    [
      'in front of the first header and its comments',
      '# top\n\n# about t\n[t]\n',
      '# top\n\nk = 1\n\n# about t\n[t]\n',
    ],
    ['behind a directive', '#:schema x\n[t]\n', '#:schema x\nk = 1\n\n[t]\n'],
    ['behind comments', '# c\n', '# c\n\nk = 1\n'],
    ['into an empty file', '', 'k = 1\n'],
    ['without a line end where there was none', 'a = 1', 'a = 1\nk = 1'],
    ['with the equals sign of its neighbour', 'a=1\n', 'a=1\nk=1\n'],
    [
      'not between the comments of another program',
      'a = 1\n# BEGIN x\nb = 1\n# END x\n',
      'a = 1\n# BEGIN x\nb = 1\n# END x\nk = 1\n',
    ],
  ])('%s', (_, text, result) => {
    expect(edited(text, [set(['k'], 1)])).toBe(result);
  });
});

describe('a new table goes', () => {
  test.each([
    [
      'behind those with the same parent',
      '[p.a]\nx = 1\n# end of a\n\n[z]\n',
      '[p.a]\nx = 1\n\n[p.k]\nn = 1\n# end of a\n\n[z]\n',
    ],
    ['to the end', '[[l]]\nx = 1\n# tail\n', '[[l]]\nx = 1\n# tail\n\n[p.k]\nn = 1\n'],
    ['in front of blank lines at the end', 'a = 1\n\n\n', 'a = 1\n\n[p.k]\nn = 1\n\n\n'],
    ['into the braces of its parent', 'p = { a = { x = 1 } }\n', 'p = { a = { x = 1 }, k = { n = 1 } }\n'],
    ['beside dotted keys', 'p.a.x = 1\n', 'p.a.x = 1\n\n[p.k]\nn = 1\n'],
    ['behind one below it', '[p.k.sub]\nx = 1\n\n[z]\n', '[p.k.sub]\nx = 1\n\n[p.k]\nn = 1\n\n[z]\n'],
    ['nowhere if it is there in another spelling', '[ p . "k" ]\na = 1 # c\n', '[ p . "k" ]\na = 1 # c\nn = 1\n'],
    ['nowhere if it is there in dotted keys', 'p."k".a = 1\n', 'p."k".a = 1\np."k".n = 1\n'],
    [
      'not between the comments of another program',
      '# BEGIN x\n[p.a]\nx = 1\n# END x\n\n[z]\n',
      '# BEGIN x\n[p.a]\nx = 1\n# END x\n\n[p.k]\nn = 1\n\n[z]\n',
    ],
  ])('%s', (_, text, result) => {
    expect(edited(text, [set(['p', 'k', 'n'], 1)])).toBe(result);
  });

  test('with its inner maps in braces, and with tables for those that are set apart', () => {
    const edits = [
      set(['p', 'k'], { name: 'N', query: { v: '1' }, list: [1, 'two'] }),
      set(['p', 'k', 'headers'], { 'X y': 'z' }),
    ];
    expect(edited('', edits)).toBe(
      '[p.k]\nname = "N"\nlist = [1, "two"]\n\n[p.k.query]\nv = "1"\n\n[p.k.headers]\n"X y" = "z"\n',
    );
    expect(edited('', edits.slice(0, 1))).toBe('[p.k]\nname = "N"\nquery = { v = "1" }\nlist = [1, "two"]\n');
  });

  test('behind the sibling that is named', () => {
    expect(edited('[p.a]\n\n[p.b]\n', [set(['p', 'k'], { n: 1 }, 'a')])).toBe('[p.a]\n\n[p.k]\nn = 1\n\n[p.b]\n');
  });
});

describe('lists', () => {
  test.each([
    ['in brackets', 'l = [{ id = "a" }] # c\n', 'l = [{ id = "a" }, { id = "k", n = 1 }] # c\n'],
    [
      'over several lines',
      'l = [\n  { id = "a" }, # c\n]\n',
      'l = [\n  { id = "a" }, # c\n  { id = "k", n = 1 },\n]\n',
    ],
    [
      'of headers',
      '[[l]]\nid = "a"\n[l.sub]\nx = 1\n\n[z]\n',
      '[[l]]\nid = "a"\n[l.sub]\nx = 1\n\n[[l]]\nid = "k"\nn = 1\n\n[z]\n',
    ],
    ['that are not there', 'a = 1\n', 'a = 1\n\n[[l]]\nid = "k"\nn = 1\n'],
  ])('%s', (_, text, result) => {
    expect(edited(text, [set(['l', { item: { id: 'k' } }, 'n'], 1)])).toBe(result);
    expect(edited(result, [remove('l', { item: { id: 'k' } })])).toBe(text);
  });
});

describe('a removal', () => {
  test.each([
    [
      'takes a table with those below it, and one blank line',
      'a = 1\n\n\n[k]\nx = 1\n\n[k.sub]\ny = 1\n\n[z]\n',
      'a = 1\n\n\n[z]\n',
    ],
    [
      'leaves comments above and behind',
      '[a]\nx = 1\n\n# about k\n[k]\ny = 1 # gone\n# behind\n\n[z]\n',
      '[a]\nx = 1\n\n# about k\n# behind\n\n[z]\n',
    ],
    ['takes dotted keys', 'k.a = 1\nb = 2\nk.c = 3\n', 'b = 2\n'],
    ['takes a key out of braces', '[t]\nx = { k = 1 }\n', '[t]\nx = { k = 1 }\n'],
  ])('%s', (_, text, result) => {
    expect(edited(text, [remove('k')])).toBe(result);
  });

  test('of a key in braces takes its comma', () => {
    expect(edited('x = { a = 1, k = 2, b = 3 }', [remove('x', 'k')])).toBe('x = { a = 1, b = 3 }');
  });
});

describe('values', () => {
  test('every kind is read', () => {
    const text =
      "i = 0xFF\nb = 9223372036854775807\nf = 1e3\nd = 1979-05-27 07:32:00Z\ns = '''a\n'''\nt = { x.y = [1, [true]] }\n";
    const { root } = tomlEditor.read(bytesOf(text), 'f', 'toml');
    expect(root && toJson(root)).toEqual({
      i: 255,
      b: Number('9223372036854775807'),
      f: 1000,
      d: '1979-05-27 07:32:00Z',
      s: 'a\n',
      t: { x: { y: [1, [true]] } },
    });
    expect(findNode(root, ['b'])).toMatchObject({ value: 9223372036854775807n });
  });

  test.each<[string, Json, string]>([
    ['quotes and controls', 'a"b\\c\n\u007F\u0001é', 'k = "a\\"b\\\\c\\n\\u007F\\u0001é"\n'],
    ['whole numbers beyond 64 bits', 1e21, 'k = 1e+21\n'],
    ['an empty list', [], 'k = []\n'],
  ])('%s are written', (_, value, result) => {
    expect(edited('', [set(['k'], value)])).toBe(result);
  });

  test('a number that means the same is left', () => {
    expect(edited('k = 30.0\n', [set(['k'], 30)])).toBe('k = 30.0\n');
  });

  test('a last zero without a line end behind it is a value', () => {
    expect(edited('k = 0', [set(['k'], 1)])).toBe('k = 1');
  });
});

test.each([
  ['a value on the way', 'p = "none"\n', { code: 'file-shape', line: 1, column: 5 }],
  ['a list on the way', 'a = 1\n[[p]]\nx = 1\n', { code: 'file-shape', line: 2, column: 1 }],
])('%s is refused', (_, text, error) => {
  expect(refusal(() => edited(text, [set(['p', 'k'], 1)]))).toMatchObject(error);
});

test('a message of a parser does not quote the file', () => {
  const error = refusal(() => tomlEditor.read(bytesOf('key = "sk-secret\n'), 'f', 'toml'));
  expect(error).toMatchObject({ code: 'file-invalid', line: 1 });
  expect(String(error)).not.toContain('secret');
});

test.each([
  ['a = 1\n\nk = 1', 'a = 1'],
  ['[t]\n# c\n\n\nk = 1', '[t]\n# c'],
])('a last key without a line end behind it goes with the blank lines in front of it: %j', (text, result) => {
  expect(edited(text, [text.startsWith('[t]') ? remove('t', 'k') : remove('k')])).toBe(result);
});
