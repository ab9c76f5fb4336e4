import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
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

test.each([
  ['none', undefined, undefined, []],
  ['of the run', 'office/mini', 'qwen/qwen3-coder:free', ['modelrack/qwen/qwen3-coder:free choice']],
  ["the user's", 'office/mini', undefined, []],
  ['one of ours', 'modelrack/plus', undefined, ['claim']],
  ['one that the list lost', 'modelrack/gone', undefined, ['claim', 'note']],
])('the default in the settings: %s', (_, model, defaultModel, expected) => {
  const files = [fakeFile('settings', model === undefined ? undefined : { model })];
  const changes = copilot.plan(fakeInput({ files, defaultModel }));
  expect(
    changes.flatMap((change) => {
      if (change.kind === 'note' || change.kind === 'claim') return [change.kind];
      return change.kind === 'set' && change.file === 'settings' ? [`${String(change.value)} ${change.rule}`] : [];
    }),
  ).toEqual(expected);
});

test.each([
  ['1.0.82', 1],
  ['1.0.83', 0],
])('with the release %s, of which the file is or is not known, there are %i notes', (version, count) => {
  expect(copilot.plan(fakeInput({ version })).filter(({ kind }) => kind === 'note')).toHaveLength(count);
});
