import { describe, expect, test } from 'vitest';
import { jsonEditor } from './json.ts';
import { bytesOf, textOf } from './testing/check-edits.ts';
import type { Edit, Json, Path, Step } from './types.ts';

const set = (path: Path, value: Json, after?: Step): Edit => ({ op: 'set', path, value, after });
const remove = (...path: Path): Edit => ({ op: 'remove', path });
const prune = (path: Path, restore?: string): Edit => ({ op: 'prune', path, restore });

function edited(text: string, edits: readonly Edit[]): string {
  return textOf(jsonEditor.edit(jsonEditor.read(bytesOf(text), 'f.jsonc', 'jsonc'), edits).bytes);
}

const refusal = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('a new key', () => {
  test.each([
    ['on a line of its own', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "k": 1\n}\n'],
    ['with the comma in front of a comment', '{\n  "a": 1 // c\n}', '{\n  "a": 1, // c\n  "k": 1\n}'],
    ['in front of comments on lines of their own', '{\n  "a": 1\n  // end\n}', '{\n  "a": 1,\n  "k": 1\n  // end\n}'],
    ['with a comma where there was one', '{\n\t"a": 1,\n}', '{\n\t"a": 1,\n\t"k": 1,\n}'],
    ['with the comma first', '{ "a": 1\n, "b": 2\n}', '{ "a": 1\n, "b": 2\n, "k": 1\n}'],
    ['on the same line', '{ "a": 1 }', '{ "a": 1, "k": 1 }'],
    ['as dense as the line', '{"a":1}', '{"a":1,"k":1}'],
    ["in Python's spacing", '{"a": 1}', '{"a": 1, "k": 1}'],
    ['beside a closing brace', '{\n  "a": 1 }', '{\n  "a": 1,\n  "k": 1 }'],
    ['with line ends of Windows', '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "k": 1\r\n}'],
    ['in empty braces', '{}', '{\n  "k": 1\n}'],
    ['behind the only comment', '{ /* c */ }', '{ /* c */ "k": 1 }'],
    ['behind the only line comment', '{ // c\n}', '{ // c\n  "k": 1\n}'],
    ['in an empty file', '', '{\n  "k": 1\n}\n'],
    ['below comments', '// c', '// c\n{\n  "k": 1\n}'],
    ['with the mark in front', '\uFEFF{}\n', '\uFEFF{\n  "k": 1\n}\n'],
  ])('%s', (_, text, result) => {
    expect(edited(text, [set(['k'], 1)])).toBe(result);
  });

  test.each([
    ['an anchor', [set(['k'], 1, 'a')], '{\n  "a": 1, // c\n  "k": 1,\n  "b": 2\n}'],
    [
      'one anchor for two',
      [set(['k'], 1, 'a'), set(['l'], 2, 'a')],
      '{\n  "a": 1, // c\n  "k": 1,\n  "l": 2,\n  "b": 2\n}',
    ],
    [
      'an anchor that is new',
      [set(['k'], 1, 'a'), set(['l'], 2, 'k')],
      '{\n  "a": 1, // c\n  "k": 1,\n  "l": 2,\n  "b": 2\n}',
    ],
    ['an anchor that is not there', [set(['k'], 1, 'x')], '{\n  "a": 1, // c\n  "b": 2,\n  "k": 1\n}'],
  ])('behind %s', (_, edits, result) => {
    expect(edited('{\n  "a": 1, // c\n  "b": 2\n}', edits)).toBe(result);
  });
});

describe('a new value', () => {
  const model = { name: 'lite', limit: { context: 131072 } };

  test.each([
    ['on one line if it fits', '{\n}', model, '{\n  "k": { "name": "lite", "limit": { "context": 131072 } }\n}'],
    [
      'spread if it is long',
      '{\n}',
      { a: 'x'.repeat(60), b: 'y'.repeat(60) },
      `{\n  "k": {\n    "a": "${'x'.repeat(60)}",\n    "b": "${'y'.repeat(60)}"\n  }\n}`,
    ],
    [
      'like its sibling',
      '{\n  "a": {\n    "b": 1\n  }\n}',
      { c: 2 },
      '{\n  "a": {\n    "b": 1\n  },\n  "k": {\n    "c": 2\n  }\n}',
    ],
    [
      'in the words of its sibling',
      '{\n  "a": {"b":1,"c":2}\n}',
      { d: 1, e: 2 },
      '{\n  "a": {"b":1,"c":2},\n  "k": {"d":1,"e":2}\n}',
    ],
  ])('%s', (_, text, value, result) => {
    expect(edited(text, [set(['k'], value)])).toBe(result);
  });

  test('makes the containers on its way', () => {
    expect(edited('{}', [set(['a', 'b', { item: { id: 'x' } }, 'n'], 1)])).toBe(
      '{\n  "a": {\n    "b": [\n      {\n        "id": "x",\n        "n": 1\n      }\n    ]\n  }\n}',
    );
  });
});

describe('a changed value', () => {
  test.each([
    ['only its own text', '{ "k": 1 /* c */, "b": 1e3 }', 2, '{ "k": 2 /* c */, "b": 1e3 }'],
    ['not if it means the same', '{ "k": 1.0 }', 1, '{ "k": 1.0 }'],
    [
      'only the field that differs',
      '{ "k": { "a": 1.0, /* c */ "b": 2 } }',
      { a: 1, b: 3 },
      '{ "k": { "a": 1.0, /* c */ "b": 3 } }',
    ],
    ['a field that is not wanted any more', '{ "k": { "a": 1, "b": 2 } }', { a: 1 }, '{ "k": { "a": 1 } }'],
    ['only the item that differs', '{ "k": [1.0, 2] }', [1, 3], '{ "k": [1.0, 3] }'],
  ])('%s', (_, text, value, result) => {
    expect(edited(text, [set(['k'], value)])).toBe(result);
  });

  test('nothing to change: the same bytes', () => {
    const bytes = bytesOf('{ "k": 1 }');
    const result = jsonEditor.edit(jsonEditor.read(bytes, 'f', 'json'), [set(['k'], 1), remove('x'), prune(['y'])]);
    expect(result.bytes).toBe(bytes);
    expect(result.passes).toEqual([]);
  });
});

describe('a removal', () => {
  test.each([
    [
      'the middle one with its own comment',
      '{\n  "a": 1, // a\n  "k": 2, // k\n  "b": 3 // b\n}',
      '{\n  "a": 1, // a\n  "b": 3 // b\n}',
    ],
    [
      'the last one with the comma before',
      '{\n  "a": 1, // a\n  // above\n  "k": 2\n}',
      '{\n  "a": 1 // a\n  // above\n}',
    ],
    ['the first one', '{\n  // above\n  "k": 1,\n  "b": 2\n}', '{\n  // above\n  "b": 2\n}'],
    ['the only one with its comma', '{ "k": 3, }', '{}'],
    ['one of a line', '{"a":1,"k":2,"b":3}', '{"a":1,"b":3}'],
    ['the last of a line', '{ "a": 1, "k": 2 }', '{ "a": 1 }'],
    ['the first of a row with the comma first', '{ "k": 1\n, "b": 2\n}', '{\n"b": 2\n}'],
    ['the last of a row with the comma first', '{ "a": 1\n, "k": 2\n}', '{ "a": 1\n}'],
    ['not the line end behind a comment', '{ "a": 1, // c\n  "k": 2 }', '{ "a": 1 // c\n  }'],
  ])('takes %s', (_, text, result) => {
    expect(edited(text, [remove('k')])).toBe(result);
  });

  test('below null or a value takes nothing', () => {
    expect(edited('{ "a": null, "b": 1 }', [remove('a', 'k'), remove('b', 'k')])).toBe('{ "a": null, "b": 1 }');
  });
});

describe('pruning', () => {
  test.each([
    [
      'takes empty containers out, the outer ones too',
      '{ "x": 1, "a": { "b": [] } }',
      [prune(['a', 'b']), prune(['a'])],
      '{ "x": 1 }',
    ],
    ['keeps what holds a comment', '{ "a": { /* c */ } }', [prune(['a'])], '{ "a": { /* c */ } }'],
    [
      'keeps what holds a value',
      '{ "a": { "b": {}, "c": 1 } }',
      [prune(['a', 'b']), prune(['a'])],
      '{ "a": { "c": 1 } }',
    ],
    ['puts an old spelling back', '{ "a": {\n  "b": {}\n} }', [prune(['a', 'b']), prune(['a'], '{ }')], '{ "a": { } }'],
    [
      'does not put one back over a comment',
      '{ "a": { /* mine */ } }',
      [prune(['a'], '{ }')],
      '{ "a": { /* mine */ } }',
    ],
    ['takes the document out', '// c\n{}\n', [prune([])], '// c\n'],
    ['leaves a document of the user', '{\n}\n', [prune([], '{\n}')], '{\n}\n'],
  ])('%s', (_, text, edits, result) => {
    expect(edited(text, edits)).toBe(result);
  });
});

describe('items of lists', () => {
  const list = '{ "l": [ { "id": "a", "url": "u" }, { "id": "a", "url": "v" }, "t" ] }';

  test.each([
    [
      'are found by all their fields',
      set(['l', { item: { id: 'a', url: 'v' } }, 'n'], 1),
      '{ "l": [ { "id": "a", "url": "u" }, { "id": "a", "url": "v", "n": 1 }, "t" ] }',
    ],
    [
      'are added with them',
      set(['l', { item: { id: 'b' } }, 'n'], 1),
      '{ "l": [ { "id": "a", "url": "u" }, { "id": "a", "url": "v" }, "t", { "id": "b", "n": 1 } ] }',
    ],
    [
      'may be texts',
      set(['l', { item: 's' }], 's', { item: { id: 'a' } }),
      '{ "l": [ { "id": "a", "url": "u" }, "s", { "id": "a", "url": "v" }, "t" ] }',
    ],
    ['go alone', remove('l', { item: 't' }), '{ "l": [ { "id": "a", "url": "u" }, { "id": "a", "url": "v" } ] }'],
  ])('%s', (_, edit, result) => {
    expect(edited(list, [edit])).toBe(result);
  });
});

describe('refusals', () => {
  test.each([
    ['a list on the way', '{\n  "a": []\n}', { code: 'file-shape', line: 2, column: 8 }],
    ['null on the way', '{ "a": null }', { code: 'file-shape', line: 1, column: 8 }],
    [
      'a key that stands twice',
      '{\n  "a": {},\n  "a": {}\n}',
      { code: 'file-shape', line: 3, column: 3, message: '"a" is written twice, in lines 2 and 3' },
    ],
  ])('%s', (_, text, error) => {
    expect(refusal(() => edited(text, [set(['a', 'k'], 1)]))).toMatchObject({ ...error, path: 'f.jsonc' });
  });

  test.each([
    ['a comment', '{ // c\n}', 1, 3],
    ['a comma at the end', '{\n  "a": 1,\n}', 2, 9],
    ['two documents', '{}\n{}', 2, 1],
    ['an open string', '{ "a": "b\n}', 1, 8],
    ['a number that goes on', '{ "a": 01 }', 1, 9],
    ['conflict marks', '{\n<<<<<<< HEAD\n}', 2, 1],
    ['a file that ends too early', '{ "a": [', 1, 9],
    ['endless nesting', '['.repeat(5000), 1, 502],
  ])('of strict JSON: %s', (_, text, line, column) => {
    const error = refusal(() => jsonEditor.read(bytesOf(text), 'f.json', 'json'));
    expect(error).toMatchObject({ code: 'file-invalid', path: 'f.json', line, column });
  });
});
