import { cleanText, isSafe, oneLine, plain, spellOut, tokens, windowText } from '@modelrack/text';
import { expect, it } from 'vitest';

// One of each kind that terminals, editors or readers act upon, or that nobody sees.
const unsafe = ['\0', '\b', '\r', '\u001b', '\u007f', '\u0085', '\u009b', '\u061c', '\u200e', '\u200f', '\u2028'];
const unseen = ['\u00ad', '\u200b', '\u2060', '\u2063', '\ufffa', '\u{e0041}'];
const more = ['\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff', '\ud800', '\udc00'];

it.each([...unsafe, ...more, ...unseen])('%j reaches nobody', (sign) => {
  expect(isSafe(`a${sign}b`)).toBe(false);
  expect(isSafe(cleanText(`a${sign}b`))).toBe(true);
  expect(plain(`a${sign}b`)).toBe('a\ufffdb');
  expect(spellOut(`a${sign}b`)).toMatch(/^a\\u[0-9a-f]{4,5}b$/);
});

it.each(['abc', 'é', '漢字', '😀', 'a\u0301', '\u200d'])('%j is left as it is', (text) => {
  expect(isSafe(text)).toBe(true);
  expect(plain(text)).toBe(text);
});

it('keeps tabs and line breaks in a text, and makes one line of them in a cell', () => {
  expect(plain('a\tb\nc')).toBe('a\tb\nc');
  expect(oneLine('a\tb \n c')).toBe('a b c');
});

it('takes the secrets out of URLs', () => {
  expect(oneLine('see https://jo:pass@gw.example.test/v1?key=abc')).toBe('see https://***@gw.example.test/v1?key=***');
});

it('writes windows and tokens for people', () => {
  expect([undefined, 999, 4096, 131_072, 1_048_576].map(windowText)).toEqual([undefined, '999', '4k', '131k', '1M']);
  expect([undefined, 999, 131_072, 1_048_576].map(tokens)).toEqual(['-', '999', '131,072', '1,048,576']);
});
