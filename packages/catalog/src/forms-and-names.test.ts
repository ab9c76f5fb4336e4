import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';
import { cleanText } from '@modelrack/text';

const aliasesOf = (rows: unknown, aliases: readonly string[] = []) =>
  [...readModelList(rows, { aliases }).models.values()].filter(({ form }) => form === 'alias').map(({ id }) => id);

describe('the form', () => {
  it.each<[string, unknown[], string[]]>([
    ['bare ids only: no aliases', ['gpt-5', 'o4'], []],
    ['known tiers', ['lite', 'ultra', 'gpt-5'], ['lite', 'ultra']],
    ['bare among full', ['night', 'a/b'], ['night']],
    [
      'an owner without full ids',
      [
        { id: 'night', owned_by: 'gateway' },
        { id: 'a/b', owned_by: 'a' },
      ],
      ['night'],
    ],
    [
      'an owner with full ids',
      [
        { id: 'night', owned_by: 'vllm' },
        { id: 'a/b', owned_by: 'vllm' },
      ],
      [],
    ],
    ['an owner that is a prefix', [{ id: 'gpt-5', owned_by: 'OpenAI' }, { id: 'openai/gpt-5' }], []],
    ['bare, but no chat', ['tts-1', 'a/b'], []],
    ['resolves_to', [{ id: 'x/fast', resolves_to: 'a/b' }, 'y/z'], ['x/fast']],
    ['alias_target', [{ id: '~a/latest', alias_target: { slug: 'a/b' } }], ['~a/latest']],
    ['owned by router', [{ id: 'auto', owned_by: 'router' }], ['auto']],
    ['owned by alias', [{ id: 'auto', owned_by: 'Alias' }], ['auto']],
    ['only a wildcard has a slash', ['team', 'bedrock/*'], []],
  ])('%s', (_, rows, expected) => expect(aliasesOf(rows)).toEqual(expected));

  it('of configured names', () => expect(aliasesOf(['zed', 'gpt-5'], ['zed'])).toEqual(['zed']));

  it.each<[unknown, string[]]>([
    ['a/b', ['a/b']],
    [
      ['a/b', 'c/d', 'a/b'],
      ['a/b', 'c/d'],
    ],
    [
      [{ id: 'a/b' }, { slug: 'c/d' }, { model: 'e' }, {}, 7, null],
      ['a/b', 'c/d', 'e'],
    ],
    ['', []],
    ['a\u001b', []],
    [true, []],
  ])('keeps what %j resolves to', (target, expected) => {
    expect(readModelList([{ id: 'x', resolves_to: target }]).models.get('x')?.resolvesTo).toEqual(expected);
  });
});

describe('the order', () => {
  it('is tiers, aliases, then full ids', () => {
    const rows = ['b/x', 'B/a', 'ultra', 'zoo', 'a/y', 'lite', 'Alfa', 'plus', 'a/x', 'a/X'];
    expect([...readModelList(rows).models.keys()]).toEqual([
      'lite',
      'plus',
      'ultra',
      'Alfa',
      'zoo',
      'a/X',
      'a/x',
      'a/y',
      'B/a',
      'b/x',
    ]);
  });
});

describe('the name', () => {
  it.each<[object, string]>([
    [{}, 'a/b'],
    [{ name: 'B' }, 'B'],
    [{ name: 'a/b' }, 'a/b'],
    [{ display_name: 'D', name: 'B' }, 'D'],
    [{ display_name: '', name: 'B' }, 'B'],
    [{ display_name: null, name: 7 }, 'a/b'],
    [{ displayName: 'D' }, 'D'],
    [{ name: '\u001b[2J\u0007' }, 'a/b'],
    [{ name: 'Pro  (new) ' }, 'Pro  (new)'],
  ])('of %j is %j', (fields, name) => {
    expect(readModelList([{ id: 'a/b', ...fields }]).models.get('a/b')?.name).toBe(name);
  });

  it.each([
    ['a\u001b[31mb\u001b[0m', 'ab'],
    ['a\u009b31mb', 'ab'],
    ['a\u001b]0;title\u0007b', 'ab'],
    ['a\u001b]8;;http://x\u001b\\b', 'ab'],
    ['a\u001bcb', 'ab'],
    ['a\u001b', 'a'],
    ['a\r\nb\tc\u2028d', 'a b c d'],
    ['a\u0000\u0008b', 'ab'],
    ['\u202eabc\u2069', 'abc'],
    ['a\ud800b', 'ab'],
    ['模型 😀 é', '模型 😀 é'],
  ])('%j is shown as %j', (text, shown) => expect(cleanText(text)).toBe(shown));
});

describe('the provider', () => {
  it.each<[object, string | undefined]>([
    [{ id: 'a/b', owned_by: 'c' }, 'a'],
    [{ id: 'b', owned_by: 'c' }, 'c'],
    [{ id: 'b', owned_by: '\u001b[1mc' }, 'c'],
    [{ id: 'b', owned_by: '' }, undefined],
    [{ id: '/srv/b', owned_by: 'c' }, 'c'],
  ])('of %j is %j', (row, provider) => {
    expect([...readModelList([row]).models.values()][0]?.provider).toBe(provider);
  });
});
