import type { Change, ToolModel } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import opencode from './index.ts';

describe('what opencode gets of a model', () => {
  test.each([
    [
      'both limits',
      { contextWindow: 128_000, outputLimit: 8192 },
      { name: 'm', limit: { context: 128_000, output: 8192 } },
    ],
    // One number alone makes opencode refuse its whole file.
    ['a window without output', { contextWindow: 128_000 }, { name: 'm' }],
    ['an output without window', { outputLimit: 8192 }, { name: 'm' }],
    ['nothing stated', {}, { name: 'm' }],
    [
      'images',
      { vision: true },
      { name: 'm', attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    ],
    ['no images', { vision: false }, { name: 'm' }],
    [
      'what else it reads',
      { vision: true, inputs: ['image', 'pdf'] },
      { name: 'm', attachment: true, modalities: { input: ['text', 'image', 'pdf'], output: ['text'] } },
    ],
    // It would make up levels, and ask for one of them with each title.
    ['reasoning, and no word of levels', { reasoning: true }, { name: 'm' }],
    ['levels that may be named, and are not stated', { takesEffort: true }, { name: 'm', reasoning: true }],
    [
      'two levels',
      { efforts: ['low', 'high'] },
      {
        name: 'm',
        reasoning: true,
        variants: {
          low: { reasoningEffort: 'low' },
          high: { reasoningEffort: 'high' },
          medium: { disabled: true },
        },
      },
    ],
    ['no tools', { tools: false }, { name: 'm', tool_call: false }],
    [
      'a price',
      { price: { input: 3, output: 15, cacheRead: 0.3 } },
      { name: 'm', cost: { input: 3, output: 15, cache_read: 0.3 } },
    ],
  ] satisfies [string, Partial<ToolModel>, object][])('%s', (_, facts, fields) => {
    const changes = opencode.plan(fakeInput({ models: [fakeModel('m', facts)] }));
    expect(changes).toContainEqual(
      expect.objectContaining({
        kind: 'own',
        path: ['provider', 'modelrack', 'models'],
        entries: [{ id: 'm', fields }],
      }),
    );
  });
});

test.each([
  [{ form: 'env', name: 'MY_KEY' }, '{env:MY_KEY}'],
  [
    { form: 'file', path: '/home/jo/.config/modelrack/keys/modelrack' },
    '{file:/home/jo/.config/modelrack/keys/modelrack}',
  ],
  [{ form: 'file', path: 'C:\\Users\\jo\\keys\\modelrack' }, '{file:C:/Users/jo/keys/modelrack}'],
  [{ form: 'literal', value: 'sk-placeholder' }, 'sk-placeholder'],
] as const)('a key as %o stands as %s', (key, text) => {
  expect(opencode.plan(fakeInput({ gateway: { key } }))).toContainEqual({
    kind: 'set',
    file: 'main',
    path: ['provider', 'modelrack', 'options', 'apiKey'],
    value: text,
    rule: 'field',
  });
});

test('the default is changed only when one is named', () => {
  const isModel = (change: Change) => change.kind === 'set' && change.path.join() === 'model';
  expect(opencode.plan(fakeInput()).filter(isModel)).toEqual([]);
  expect(opencode.plan(fakeInput({ defaultModel: 'a/b' })).filter(isModel)).toMatchObject([
    { value: 'modelrack/a/b', rule: 'choice' },
  ]);
});

test('says that a list of the user hides these models', () => {
  const files = [fakeFile('main', { disabled_providers: ['modelrack'] })];
  expect(opencode.plan(fakeInput({ files }))).toContainEqual({
    kind: 'note',
    text: expect.stringContaining('disabled_providers contains "modelrack"'),
  });
});

test('says that the model of the user has left the list', () => {
  const files = [fakeFile('main', { model: 'modelrack/gone', small_model: 'modelrack/lite' })];
  const notes = opencode.plan(fakeInput({ files })).filter((change) => change.kind === 'note');
  expect(notes).toEqual([{ kind: 'note', text: expect.stringContaining('model "modelrack/gone" is not in') }]);
});
