import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupTokens, splitTokens } from './tokens.ts';

test('tokens are short pieces of words with the space before them', () => {
  expect(splitTokens('Hello, wonderful\nworld ')).toEqual(['Hello,', ' wonder', 'ful', '\nworld', ' ']);
});

test('joined they are the text again, and no character is cut in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const tokens = splitTokens(text);
      expect(groupTokens(tokens).join('')).toBe(text);
      expect(tokens.every((token) => token.isWellFormed())).toBe(true);
    }),
  );
});
