import { expect, test } from 'vitest';
import { readDirectives } from './directives.ts';

const none = {
  status: undefined,
  delayMs: undefined,
  tool: undefined,
  isCut: false,
  isFailure: false,
  isReasoned: false,
};

test.each([
  ['hello', none],
  ['demo: status 429', none],
  ['see demo:status', none],
  ['http://x/demo:cut', none],
  ['demo:status=429', { ...none, status: 429 }],
  ['demo:status=200', none],
  ['demo:status=abc', none],
  ['please demo:delay=20 and demo:cut', { ...none, delayMs: 20, isCut: true }],
  ['demo:delay=999999999', { ...none, delayMs: 60_000 }],
  ['demo:delay=-1', none],
  ['demo:fail demo:reasoning', { ...none, isFailure: true, isReasoned: true }],
  ['demo:tool', { ...none, tool: '' }],
  ['demo:tool=mcp__a-b', { ...none, tool: 'mcp__a-b' }],
])('%s', (text, expected) => {
  expect(readDirectives(text)).toEqual(expected);
});
