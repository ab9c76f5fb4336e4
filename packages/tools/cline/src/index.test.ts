import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import cline from './index.ts';

const used = (lastUsedProvider: string, baseUrl?: string) => ({
  lastUsedProvider,
  providers: { 'openai-compatible': { settings: baseUrl === undefined ? {} : { baseUrl } } },
});

test.each([
  ['nothing of the user', undefined, 0],
  ['our own', used('openai-compatible', 'https://gw.example.test/v1'), 0],
  ['another gateway', used('openai-compatible', 'https://other.example.test/v1'), 1],
  ['another provider', used('gemini'), 1],
  ['both', used('gemini', 'https://other.example.test/v1'), 2],
])('asks before it diverts: %s', (_, content, count) => {
  expect(cline.diverts?.(fakeInput({ files: [fakeFile('main', content)] }))).toHaveLength(count);
});

const ours = 'https://gw.example.test/v1';
const theirs = 'https://other.example.test/v1';

test.each([
  ['none yet', undefined, undefined, undefined, 'lite', 'missing'],
  ['a default of the run', ours, 'plus', 'lite', 'lite', 'choice'],
  ['a pick of ours', ours, 'plus', undefined, undefined, undefined],
  ['a pick that the list lost', ours, 'gone', undefined, undefined, undefined],
  ["another gateway's model", theirs, 'mini', undefined, 'lite', 'outdated'],
  ["another gateway's model that is ours as well", theirs, 'plus', undefined, 'lite', 'missing'],
])('the model to start with: %s', (_, baseUrl, model, defaultModel, value, rule) => {
  const content = { providers: { 'openai-compatible': { settings: { baseUrl, model } } } };
  const files = [fakeFile('main', JSON.parse(JSON.stringify(content)))];
  const changes = cline.plan(fakeInput({ files, defaultModel }));
  expect(changes.filter((change) => 'path' in change && change.path.at(-1) === 'model')).toMatchObject([
    rule === undefined ? { kind: 'claim' } : { kind: 'set', value, rule },
  ]);
  expect(changes.filter(({ kind }) => kind === 'note')).toHaveLength(model === 'gone' ? 1 : 0);
});
