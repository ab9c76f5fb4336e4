import { fieldOf, isRecord, textOf } from '@modelrack/json';
import { expect, it } from 'vitest';

it.each([
  [{}, true],
  [JSON.parse('{"__proto__": 1}'), true],
  [[], false],
  [null, false],
  ['text', false],
  [undefined, false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});

it('finds what lies below keys, and nothing that every object inherits', () => {
  expect(fieldOf({ a: { b: 'c' } }, 'a', 'b')).toBe('c');
  expect(fieldOf({ a: ['c'] }, 'a', '0')).toBeUndefined();
  expect(fieldOf({}, 'constructor')).toBeUndefined();
  expect(fieldOf(JSON.parse('{"__proto__": 1}'), '__proto__')).toBe(1);
});

it('takes texts for texts', () => {
  expect([textOf('a'), textOf(''), textOf(1), textOf(undefined)]).toEqual(['a', '', undefined, undefined]);
});
