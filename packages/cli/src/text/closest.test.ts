import { expect, it } from 'vitest';
import { closest } from './closest.ts';

it.each([
  ['opencod', 'opencode'],
  ['cluade', 'claude'],
  ['codexx', 'codex'],
  ['emacs', undefined],
  ['', undefined],
])('%j means %j', (word, expected) => {
  expect(closest(word, ['opencode', 'claude', 'codex', 'qwen'])).toBe(expected);
});
