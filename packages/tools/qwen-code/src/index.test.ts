import { fakeFile, fakeInput, fakeModel, type FakeInput } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import qwenCode from './index.ts';

const valuesOf = (input: FakeInput) =>
  qwenCode
    .plan(fakeInput(input))
    .flatMap((change) =>
      change.kind === 'set' ? [`${change.path.join('.')} = ${JSON.stringify(change.value)} (${change.rule})`] : [],
    );

describe('a row', () => {
  const row = { envKey: 'MODELRACK_API_KEY', baseUrl: 'https://gw.example.test/v1' };
  test.each([
    ['nothing stated', {}, {}],
    ['a window', { contextWindow: 128_000 }, { generationConfig: { contextWindowSize: 128_000 } }],
    ['images', { vision: true }, { generationConfig: { modalities: { image: true } } }],
    [
      'both',
      { vision: true, contextWindow: 4096 },
      { generationConfig: { contextWindowSize: 4096, modalities: { image: true } } },
    ],
  ])('%s', (_, facts, rest) => {
    const changes = qwenCode.plan(fakeInput({ models: [fakeModel('lite', { label: 'Lite', ...facts })] }));
    expect(changes).toContainEqual({
      kind: 'own',
      file: 'main',
      path: ['modelProviders', 'openai'],
      entries: [{ id: 'lite', fields: { id: 'lite', name: 'Lite', ...row, ...rest } }],
      shape: { as: 'list', key: 'id', match: row },
    });
  });
});

describe('values beside the rows', () => {
  test.each<[string, FakeInput, string[]]>([
    ['a key in a variable', {}, ['security.auth.selectedType = "openai" (missing)']],
    [
      'a key of ours',
      { gateway: { key: { form: 'literal', value: 'sk-placeholder' } } },
      ['security.auth.selectedType = "openai" (missing)', 'env.MODELRACK_API_KEY = "sk-placeholder" (field)'],
    ],
    [
      'a default',
      { defaultModel: 'plus' },
      ['security.auth.selectedType = "openai" (switch)', 'model.name = "plus" (choice)'],
    ],
    [
      'a default where the tool keeps a pick of another gateway',
      { defaultModel: 'plus', files: [fakeFile('main', { model: { name: 'x', baseUrl: 'https://o.test/v1' } })] },
      [
        'security.auth.selectedType = "openai" (switch)',
        'model.name = "plus" (choice)',
        'model.baseUrl = "https://gw.example.test/v1" (choice)',
      ],
    ],
  ])('%s', (_, input, values) => expect(valuesOf(input)).toEqual(values));
});

test.each([
  ['openai', undefined, false],
  ['qwen-oauth', undefined, true],
  ['qwen-oauth', 'lite', false],
])('with %s selected and the default %s it says so: %s', (selectedType, defaultModel, isSaid) => {
  const files = [fakeFile('main', { security: { auth: { selectedType } } })];
  const notes = qwenCode.plan(fakeInput({ files, defaultModel })).filter((change) => change.kind === 'note');
  expect(notes.length > 0).toBe(isSaid);
});

test.each([
  ['gone', 'https://gw.example.test/v1', 1],
  ['lite', 'https://gw.example.test/v1', 0],
  ['gone', 'https://other.example.test/v1', 0],
])('with the pick %s at %s there are %i notes', (name, baseUrl, count) => {
  const files = [fakeFile('main', { model: { name, baseUrl } })];
  expect(qwenCode.plan(fakeInput({ files })).filter((change) => change.kind === 'note')).toHaveLength(count);
});
