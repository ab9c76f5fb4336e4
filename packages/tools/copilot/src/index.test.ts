import { fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import copilot from './index.ts';

const row = { provider: 'modelrack', id: 'lite', name: 'lite' };

test.each([
  ['nothing stated', {}, {}],
  [
    'a window and an output limit',
    { contextWindow: 1000, outputLimit: 250 },
    { maxContextWindowTokens: 1000, maxPromptTokens: 750, maxOutputTokens: 250 },
  ],
  ['an output limit that leaves no room', { contextWindow: 1000, outputLimit: 1000 }, { maxContextWindowTokens: 1000 }],
])('prompt and output make up the window: %s', (_, facts, limits) => {
  const changes = copilot.plan(fakeInput({ models: [fakeModel('lite', facts)] }));
  expect(changes.flatMap((change) => (change.kind === 'own' ? change.entries : []))).toEqual([
    { id: 'lite', fields: { ...row, ...limits } },
  ]);
});

test('the default stands in the settings, with the name of the provider', () => {
  const inSettings = (defaultModel: string | undefined) =>
    copilot.plan(fakeInput({ defaultModel })).filter((change) => change.kind !== 'note' && change.file === 'settings');
  expect(inSettings(undefined)).toEqual([]);
  expect(inSettings('qwen/qwen3-coder:free')).toMatchObject([
    { path: ['model'], value: 'modelrack/qwen/qwen3-coder:free', rule: 'outdated' },
  ]);
});
