import { expect, test } from 'vitest';
import { createKeyRing, isWithinScope, keepPlainKey } from './key-ring.ts';
import { createKey, readKey } from './keys.ts';

test('a new key is gk_ and 32 bytes, each time others', () => {
  expect(createKey()).toMatch(/^gk_[\w-]{43}$/u);
  expect(createKey()).not.toBe(createKey());
});

test.each([
  { accepted: ['gk_a'], key: 'gk_a', expected: true },
  { accepted: ['gk_a', 'gk_b'], key: 'gk_b', expected: true },
  { accepted: ['gk_a', 'gk_b'], key: 'gk_a', expected: true },
  { accepted: ['gk_a'], key: 'gk_A', expected: false },
  { accepted: ['gk_a'], key: 'gk_ab', expected: false },
  { accepted: ['gk_a'], key: '', expected: false },
])('$key against $accepted: $expected', ({ accepted, expected, key }) => {
  expect(createKeyRing(accepted.map(keepPlainKey)).find(key) !== undefined).toBe(expected);
});

test.each([
  { headers: { authorization: 'Bearer gk_a' }, expected: 'gk_a' },
  { headers: { authorization: 'bearer  gk_a ' }, expected: 'gk_a' },
  { headers: { 'x-api-key': 'gk_a' }, expected: 'gk_a' },
  { headers: { authorization: 'Bearer gk_a', 'x-api-key': 'gk_b' }, expected: 'gk_a' },
  { headers: { authorization: 'Basic Z2tfYQ==' }, expected: undefined },
  { headers: { authorization: 'Bearer ' }, expected: undefined },
  { headers: { 'x-api-key': '' }, expected: undefined },
  { headers: {}, expected: undefined },
])('the key of $headers is $expected', ({ expected, headers }) => {
  expect(readKey(headers)).toBe(expected);
});

test.each([
  { scopes: [], id: 'any/thing', expected: true },
  { scopes: ['lite', 'openai/*'], id: 'lite', expected: true },
  { scopes: ['lite', 'openai/*'], id: 'OpenAI/gpt-5', expected: true },
  { scopes: ['lite', 'openai/*'], id: 'plus', expected: false },
])('$scopes let $id through: $expected', ({ expected, id, scopes }) => {
  expect(isWithinScope({ keyId: 'k', scopes }, id)).toBe(expected);
});
