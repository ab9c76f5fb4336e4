import { expect, test } from 'vitest';
import { blockComment, trailingComma } from './unread-syntax.ts';

test.each([
  ['{ "a": 1, }', 8],
  ['{ "a": [1, 2,\n // end\n ] }', 12],
  ['{ "a": 1, /* , } */ "b": 2 }', undefined],
  ['{ "a": ",}", "b": "x\\",]" }', undefined],
  ['', undefined],
])('%s', (text, place) => {
  expect(trailingComma(text)).toBe(place);
});

test.each([
  ['{ "a": 1 /* x */ }', 9],
  ['{ "a": "/* x */" } // /* y */', undefined],
])('%s', (text, place) => {
  expect(blockComment(text)).toBe(place);
});
