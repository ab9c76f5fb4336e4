import { expect, test } from 'vitest';
import { packageOf, specifiersOf } from './imports.ts';

// Whole words, so that these samples are not taken for imports of this file.
const cases: readonly (readonly [string, readonly string[]])[] = [
  ["import a from 'a';", ['a']],
  ['import type { B } from "@s/b/sub";', ['@s/b/sub']],
  ["import {\n  c,\n  d,\n} from './c.ts';", ['./c.ts']],
  ["import 'e';", ['e']],
  ["export { f } from 'f';", ['f']],
  ["export type * from 'g';", ['g']],
  [['const h = await import', "('h');"].join(''), ['h']],
  ["// import i from 'i';", []],
  ["const text = 'import k';", []],
];

test.each(cases)('%j', (source, expected) => {
  expect(specifiersOf(source)).toEqual(expected);
});

test.each([
  ['@modelrack/config-edit/json', '@modelrack/config-edit'],
  ['vitest/config', 'vitest'],
  ['diff', 'diff'],
])('%s belongs to %s', (specifier, name) => {
  expect(packageOf(specifier)).toBe(name);
});
