import type { Json, Key } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import tool from './index.ts';

function entriesOf(input: Parameters<typeof fakeInput>[0]): readonly Readonly<Record<string, Json>>[] {
  const changes = tool.plan(fakeInput(input));
  return changes.flatMap((change) => (change.kind === 'own' ? change.entries.map(({ fields }) => fields) : []));
}

test.each<[Key, string]>([
  [{ form: 'env', name: 'MY_KEY' }, '${{ secrets.MY_KEY }}'],
  [{ form: 'literal', value: 'sk-$HOME' }, 'sk-$HOME'],
])('every entry says where it leads, with the key from %j', (key, apiKey) => {
  const url = 'https://gw.example.test/v1';
  expect(entriesOf({ gateway: { key, url } })).toEqual([
    { name: 'Lite', provider: 'openai', model: 'lite', apiBase: url, apiKey },
    { name: 'plus', provider: 'openai', model: 'plus', apiBase: url, apiKey },
  ]);
});

test('an answer limit is sent with every request: only one that the gateway states is written', () => {
  const models = [
    fakeModel('a', { contextWindow: 1000, outputLimit: 250 }),
    fakeModel('b', { contextWindow: 1000, outputLimit: 100, statedOutput: 100 }),
    fakeModel('c'),
  ];
  expect(entriesOf({ models }).map(({ defaultCompletionOptions }) => defaultCompletionOptions)).toEqual([
    { contextLength: 1000 },
    { contextLength: 1000, maxTokens: 100 },
    undefined,
  ]);
});

test('a default is kept by its name, where the tool keeps what is picked', () => {
  const picked = (defaultModel?: string) =>
    tool
      .plan(fakeInput({ files: [fakeFile('picked', { indexingPaused: false })], defaultModel }))
      .flatMap((change) => (change.kind === 'set' && change.file === 'picked' ? [change.path, change.value] : []));
  expect(picked('lite')).toEqual([['cliSelectedModel'], 'Lite']);
  expect(picked()).toEqual([]);
});

test('ids that would be filled in from the environment are known by their mark', () => {
  expect(tool.interpolates).toEqual(['${{']);
  // No escape is known, so a key with the mark in it is refused.
  expect(tool.escape).toBeUndefined();
});
