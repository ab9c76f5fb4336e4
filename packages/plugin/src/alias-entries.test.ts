import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasEntries } from './alias-entries.ts';

const none = () => false;
const entriesOf = (ids: readonly string[], isTaken: (file: string) => boolean = none) =>
  aliasEntries(
    ids.map((id) => ({ id, label: id, contextWindow: undefined })),
    isTaken,
  );
const namesOf = (...asked: Parameters<typeof entriesOf>) => Object.fromEntries(entriesOf(...asked).names);

describe('names', () => {
  it.each<[string, string[], Record<string, string>]>([
    ['of aliases alone', ['lite', 'anthropic/claude-sonnet-4.5'], { 'm-lite': 'lite' }],
    ['signs that cannot be typed', ['Qwen3 Coder+:free'], { 'm-qwen3-coder-free': 'Qwen3 Coder+:free' }],
    ['two of one name', ['my best', 'my-best'], { 'm-my-best': 'my best' }],
    ['no letter that a name can have', ['日本', '..'], {}],
    ['a name that is too long', ['x'.repeat(80)], {}],
    ['no id that steers a terminal', ['a\u001b[31m'], {}],
  ])('%s', (_, ids, names) => expect(namesOf(ids)).toEqual(names));

  it('leaves names to files of the user', () => {
    expect(namesOf(['lite', 'plus'], (file) => file === 'm-lite.md')).toEqual({ 'm-plus': 'plus' });
  });
});

describe('files', () => {
  const many = Array.from({ length: 400 }, (_, index) => `tier-${index}`);
  it.each([
    ['no model', [], []],
    ['no alias', ['a/b'], ['m-.md']],
    ['an alias', ['lite', 'a/b'], ['m-.md', 'm-lite.md']],
    ['400 aliases: the first 12', many, ['m-.md', ...many.slice(0, 12).map((id) => `m-${id}.md`)]],
  ])('for %s', (_, ids, files) => expect(Object.keys(entriesOf(ids).files)).toEqual(files));
});

const hostile = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '\\\\host\\share',
    'C:\\con',
    'nul.txt',
    '$(touch x)',
    '`id`',
    "';rm -rf ~;'",
    'a\nb',
    '\u001b]0;x\u0007',
    '\u202egnp',
    '__proto__',
    'constructor',
    '.hidden',
    'x{env:HOME}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
);

it('no id makes anything but a plain name of it, and each name leads to one id of the list', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 30 }), (ids) => {
      for (const [name, id] of entriesOf(ids).names) {
        expect(name).toMatch(/^m-[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
        expect(name).not.toContain('..');
        expect(name.length).toBeLessThanOrEqual(64);
        expect(ids).toContain(id);
      }
    }),
    { numRuns: 500, seed: 5 },
  );
});
