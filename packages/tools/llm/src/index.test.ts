import { fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import llm from './index.ts';

const key = { form: 'literal', value: 'sk-placeholder' } as const;

test('the key is written before the models, and under the name that they give', () => {
  expect(llm.files.map(({ id }) => id)).toEqual(['keys', 'main']);
  const [first, second] = llm.plan(fakeInput({ gateway: { key }, models: [fakeModel('qwen/qwen3-coder:free')] }));
  expect(first).toMatchObject({ kind: 'set', file: 'keys', path: ['modelrack'], value: 'sk-placeholder' });
  expect(second).toMatchObject({
    entries: [{ fields: { model_id: 'modelrack/qwen/qwen3-coder:free', api_key_name: 'modelrack' } }],
  });
});

test.each([
  [{}, { supports_tools: true }],
  [{ tools: false, vision: false, reasoning: false }, {}],
  [
    { vision: true, reasoning: true },
    { vision: true, reasoning: true, supports_tools: true },
  ],
])('what a model can: %j', (rest, flags) => {
  const [, change] = llm.plan(fakeInput({ gateway: { key }, models: [fakeModel('lite', rest)] }));
  const named = { model_id: 'modelrack/lite', model_name: 'lite', api_key_name: 'modelrack' };
  expect(change).toMatchObject({
    entries: [{ fields: { ...named, api_base: 'https://gw.example.test/v1', ...flags } }],
  });
  const [entry] = change?.kind === 'own' ? change.entries : [];
  expect(Object.keys(entry?.fields ?? {})).toHaveLength(4 + Object.keys(flags).length);
});

test.each([
  ['plus', 'llm -m modelrack/plus'],
  ['qwen/qwen3-coder:free', 'llm -m modelrack/qwen/qwen3-coder:free'],
  ['x/$(id)', "llm -m 'modelrack/x/$(id)'"],
  ["it's", String.raw`llm -m 'modelrack/it'\''s'`],
])('the line for %s can be pasted into a shell', (id, line) => {
  expect(llm.switchLine?.(id, 'modelrack')).toBe(line);
});
