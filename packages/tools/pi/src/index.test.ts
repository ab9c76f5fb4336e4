import type { Change } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import pi from './index.ts';

const env = { form: 'env', name: 'MY_KEY' } as const;

describe('the key', () => {
  const keyIn = (changes: readonly Change[]) =>
    changes.flatMap((change) => (change.kind === 'set' && change.path.at(-1) === 'apiKey' ? [change.value] : []));

  // Both releases ran: 1.6.0 sends a bare name as it stands, 0.74.2 sends the dollar sign.
  test.each([
    [undefined, env, ['$MY_KEY']],
    ['1.6.0', env, ['$MY_KEY']],
    ['2.0.0', env, ['$MY_KEY']],
    ['0.74.2', env, ['MY_KEY']],
    ['1.6.0', { form: 'literal', value: 'sk-placeholder' }, ['sk-placeholder']],
    ['0.74.2', { form: 'literal', value: 'sk-placeholder' }, ['sk-placeholder']],
    ['1.6.0', { form: 'literal', value: 'sk-$$placeholder' }, ['sk-$$placeholder']],
    ['0.74.2', { form: 'literal', value: 'sk-$$placeholder' }, []],
  ] as const)('for %s as %o stands as %o', (version, key, expected) => {
    expect(keyIn(pi.plan(fakeInput({ version, gateway: { key } })))).toEqual(expected);
  });

  test('that an older release would read as something else is told', () => {
    const key = { form: 'literal', value: '$!placeholder' } as const;
    expect(pi.plan(fakeInput({ version: '0.74.2', gateway: { key } }))).toContainEqual({
      kind: 'note',
      text: expect.stringContaining('--api-key-env'),
    });
  });

  // What 1.6.0 sent for each of these texts is what stands on the left.
  test.each([
    ['sk-placeholder', 'sk-placeholder'],
    ['sk-$HOME${x}$(id)', 'sk-$$HOME$${x}$$(id)'],
    ['$a', '$$a'],
    ['!sk-$HOME', '$!sk-$$HOME'],
    ['sk-a!b', 'sk-a!b'],
  ])('%s is written as %s', (literal, text) => {
    expect(pi.escape?.(literal)).toBe(text);
  });
});

test.each([
  ['nothing stated', {}, {}],
  ['a window', { contextWindow: 8000, outputLimit: 2000 }, { contextWindow: 8000, maxTokens: 2000 }],
  ['images', { vision: true }, { input: ['text', 'image'] }],
  // It would ask for the level "medium" with every turn.
  ['reasoning, and no word of levels', { reasoning: true }, {}],
  ['levels that may be named, and are not stated', { reasoning: true, takesEffort: true }, { reasoning: true }],
  ['no levels to choose', { reasoning: true, takesEffort: true, efforts: [] }, {}],
  [
    'two levels',
    { reasoning: true, efforts: ['low', 'high'] },
    { reasoning: true, thinkingLevelMap: { minimal: null, medium: null } },
  ],
  [
    'levels beyond the usual ones, and no way to do without',
    { efforts: ['medium', 'high', 'xhigh'], effortMandatory: true },
    { reasoning: true, thinkingLevelMap: { off: null, minimal: null, low: null, xhigh: 'xhigh' } },
  ],
  [
    'a word for no reasoning',
    { efforts: ['none', 'low', 'medium', 'high'] },
    { reasoning: true, thinkingLevelMap: { off: 'none', minimal: null } },
  ],
  ['a price', { price: { input: 3, output: 15 } }, { cost: { input: 3, output: 15, cacheRead: 3, cacheWrite: 3 } }],
  ['neither', { vision: false, reasoning: false }, {}],
])('what pi gets of a model with %s', (_, facts, fields) => {
  expect(pi.plan(fakeInput({ models: [fakeModel('a/m', facts)] }))).toContainEqual(
    expect.objectContaining({
      path: ['providers', 'modelrack', 'models'],
      entries: [{ id: 'a/m', fields: { id: 'a/m', name: 'a/m', ...fields } }],
      shape: { as: 'list', key: 'id' },
    }),
  );
});

test('the default stands in the settings, and only when one is named', () => {
  const inSettings = (change: Change) => change.kind === 'set' && change.file === 'settings';
  expect(pi.plan(fakeInput()).filter(inSettings)).toEqual([]);
  expect(pi.plan(fakeInput({ defaultModel: 'a/b' })).filter(inSettings)).toMatchObject([
    { path: ['defaultProvider'], value: 'modelrack' },
    { path: ['defaultModel'], value: 'a/b' },
  ]);
});

test('says that the default of the user has left the list', () => {
  const files = [fakeFile('settings', { defaultProvider: 'modelrack', defaultModel: 'gone' })];
  expect(pi.plan(fakeInput({ files }))).toContainEqual({
    kind: 'note',
    text: expect.stringContaining('defaultModel "gone" is not in'),
  });
});

test('names a model with its provider', () => {
  expect(pi.switchLine?.('a/b:free', 'modelrack')).toBe('/model modelrack/a/b:free');
});
