import { describe, expect, it } from 'vitest';
import { matchesGlob } from '@modelrack/catalog';

describe('matchesGlob', () => {
  it.each<[string, string, boolean]>([
    ['*', 'a/b/c', true],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a/*', 'A/b/c', true],
    ['*claude*', 'anthropic/Claude-5', true],
    ['*:free', 'qwen/qwen3:free', true],
    ['*:free', 'qwen/qwen3:freeze', false],
    ['gpt-?', 'gpt-5', true],
    ['gpt-?', 'gpt-55', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['[ab]', '[ab]', true],
    ['a+(b)', 'a+(b)', true],
    ['?', '😀', true],
    ['a', 'ab', false],
    ['ab', 'a', false],
  ])('%j on %j is %j', (pattern, id, expected) => expect(matchesGlob(pattern, id)).toBe(expected));

  it('takes no time over patterns that are meant to take long', () => {
    const started = performance.now();
    expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
