import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryNames } from './entry-names.ts';

const none = () => false;
const namesOf = (ids: readonly string[], isTaken: (name: string) => boolean = none) =>
  Object.fromEntries(entryNames(ids, isTaken));

describe('names', () => {
  it.each<[string, string[], Record<string, string>]>([
    ['a tier', ['lite'], { 'm-lite': 'lite' }],
    [
      'the family first, and once without a dash before its number',
      ['anthropic/claude-sonnet-4.5'],
      { 'm-sonnet-4.5': 'anthropic/claude-sonnet-4.5', 'm-sonnet4.5': 'anthropic/claude-sonnet-4.5' },
    ],
    [
      'a number before the family',
      ['a/claude-3.5-haiku'],
      { 'm-haiku-3.5': 'a/claude-3.5-haiku', 'm-haiku3.5': 'a/claude-3.5-haiku' },
    ],
    ['nothing to glue', ['deepseek/deepseek-chat'], { 'm-deepseek-chat': 'deepseek/deepseek-chat' }],
    ['signs that cannot be typed', ['qwen/Qwen3 Coder+:free'], { 'm-qwen3-coder-free': 'qwen/Qwen3 Coder+:free' }],
    ['two providers of one model', ['b/kimi', 'a/kimi'], { 'm-kimi-a': 'a/kimi', 'm-kimi-b': 'b/kimi' }],
    ['a tier and a model of its name', ['x/lite', 'lite'], { 'm-lite': 'lite', 'm-lite-x': 'x/lite' }],
    ['ids that differ by their capitals', ['X/Y', 'x/y'], { 'm-y-x': 'X/Y' }],
    ['no letter that a name can have', ['通义/千问', '日本'], {}],
    [
      'a glued name that is the first name of another',
      ['a/gpt-5', 'a/gpt5'],
      { 'm-gpt-5': 'a/gpt-5', 'm-gpt5': 'a/gpt5' },
    ],
    ['a name that is too long', [`a/${'x'.repeat(80)}`], {}],
  ])('%s', (_, ids, names) => expect(namesOf(ids)).toEqual(names));

  it('leaves names to files of the user', () => {
    expect(namesOf(['lite', 'plus'], (name) => name === 'm-lite')).toEqual({ 'm-plus': 'plus' });
  });

  it('does not depend on the order of the list', () => {
    const ids = ['b/kimi', 'a/kimi', 'lite', 'x/lite', 'a/gpt-5', 'a/gpt5'];
    expect(namesOf(ids.toReversed())).toEqual(namesOf(ids));
  });
});

const hostile = fc.oneof(
  fc.constantFrom(
    '../../etc/passwd',
    'a/../..',
    '..',
    '.',
    '/',
    '\\\\host\\share',
    'C:\\con',
    'a/con',
    'a/nul.txt',
    '$(touch x)',
    '`id`',
    "';rm -rf ~;'",
    'a\nb',
    '\u001b]0;x\u0007',
    'a/\u202egnp',
    '__proto__',
    'constructor',
    'a/.hidden',
    'x/{env:HOME}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => `a/${text}`),
);

it('no id makes anything but a plain name of it, and each name leads to one id of the list', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), (ids) => {
      const names = entryNames(ids, none);
      for (const [name, id] of names) {
        expect(name).toMatch(/^m-[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
        expect(name).not.toContain('..');
        expect(name.length).toBeLessThanOrEqual(64);
        expect(ids).toContain(id);
      }
    }),
    { numRuns: 500, seed: 5 },
  );
});
