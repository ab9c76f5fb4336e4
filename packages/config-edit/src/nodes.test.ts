import { expect, test } from 'vitest';
import { jsonEditor } from './json.ts';
import { equalsJson, findNode, sourceOf, toJson } from './nodes.ts';
import { bytesOf } from './testing/check-edits.ts';
import type { Document, Json, Path } from './types.ts';

const read = (text: string): Document => jsonEditor.read(bytesOf(text), 'f', 'jsonc');

test.each<[string, Path, string | undefined]>([
  ['{ "a": { "b": 1.0 } }', ['a', 'b'], '1.0'],
  ['{ "a": 1, "a": 2 }', ['a'], '2'],
  ['{ "__proto__": { "x": 1 } }', ['__proto__', 'x'], '1'],
  ['{}', ['__proto__'], undefined],
  ['{}', ['constructor'], undefined],
  ['{ "l": [ { "id": "a" }, { "id": "b", "n": 7 } ] }', ['l', { item: { id: 'b' } }, 'n'], '7'],
  ['{ "l": [ "x", "y" ] }', ['l', { item: 'y' }], '"y"'],
  ['{ "l": { "0": 1 } }', ['l', { item: '0' }], undefined],
  ['// nothing', ['a'], undefined],
])('%s at %j', (text, path, source) => {
  const document = read(text);
  const node = findNode(document.root, path);
  expect(node && sourceOf(document, node)).toBe(source);
});

test.each<[string, Json, boolean]>([
  ['{ "a": 1.0, "b": [true, null] }', { b: [true, null], a: 1 }, true],
  ['{ "a": 1 }', { a: 1, b: 2 }, false],
  ['{ "a": 1, "b": 2 }', { a: 1 }, false],
  ['{ "a": [1] }', { a: { 0: 1 } }, false],
  ['{ "a": {} }', { a: [] }, false],
  ['{ "a": 12345678901234567890 }', { a: Number('12345678901234567890') }, true],
  ['{ "a": "1" }', { a: 1 }, false],
  ['{ "__proto__": 1 }', {}, false],
])('%s equals %j: %s', (text, json, isEqual) => {
  const { root } = read(text);
  expect(root && equalsJson(root, json)).toBe(isEqual);
});

test('a key named __proto__ is a key', () => {
  const { root } = read('{ "__proto__": { "x": 1 } }');
  const json = root && toJson(root);
  expect(Object.keys(json ?? {})).toEqual(['__proto__']);
  expect(json).not.toHaveProperty('x');
});
