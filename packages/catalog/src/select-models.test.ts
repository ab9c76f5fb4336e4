import { describe, expect, it } from 'vitest';
import { matchesGlob, readModelList, selectModels } from '@modelrack/catalog';
import type { Choice } from '@modelrack/catalog';

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

describe('selectModels', () => {
  const { models } = readModelList(['lite', 'a/one', 'a/two', 'b/three', 'b/embed']);
  it.each<[Choice, string[]]>([
    [{}, ['lite', 'a/one', 'a/two', 'b/three']],
    [{ models: [] }, ['lite', 'a/one', 'a/two', 'b/three']],
    [{ models: ['A/*'] }, ['a/one', 'a/two']],
    [{ models: ['*'] }, ['lite', 'a/one', 'a/two', 'b/three']],
    [{ models: ['b/embed', 'lite'] }, ['lite', 'b/embed']],
    [{ models: ['b/*'], exclude: ['*three'] }, []],
    [{ exclude: ['*e'] }, ['a/two']],
    [{ models: ['nothing'] }, []],
  ])('%j', (choice, expected) => {
    expect(selectModels(models.values(), choice).map(({ id }) => id)).toEqual(expected);
  });
});
