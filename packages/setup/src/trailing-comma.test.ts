import { expect, test } from 'vitest';
import { trailingComma } from './trailing-comma.ts';

test.each([
  ['{ "a": 1, }', 8],
  ['{ "a": [1, 2,\n // end\n ] }', 12],
  ['{ "a": 1, /* , } */ "b": 2 }', undefined],
  ['{ "a": ",}", "b": "x\\",]" }', undefined],
  ['', undefined],
])('%s', (text, place) => {
  expect(trailingComma(text)).toBe(place);
});
