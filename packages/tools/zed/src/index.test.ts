import { fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import zed from './index.ts';

function rowsOf(models: Parameters<typeof fakeModel>[1][]): unknown[] {
  const changes = zed.plan(fakeInput({ models: models.map((rest, index) => fakeModel(`m${index}`, rest)) }));
  return changes.flatMap((change) => (change.kind === 'own' ? change.entries.map(({ fields }) => fields) : []));
}

test('capabilities are all there or not at all: a part of them makes Zed drop the section', () => {
  const window = { contextWindow: 1000 };
  const all = { parallel_tool_calls: false, prompt_cache_key: false };
  expect(
    rowsOf([window, { ...window, vision: true }, { ...window, tools: false }, { ...window, vision: false }]),
  ).toEqual([
    { name: 'm0', display_name: 'm0', max_tokens: 1000 },
    { name: 'm1', display_name: 'm1', max_tokens: 1000, capabilities: { tools: true, images: true, ...all } },
    { name: 'm2', display_name: 'm2', max_tokens: 1000, capabilities: { tools: false, images: false, ...all } },
    { name: 'm3', display_name: 'm3', max_tokens: 1000 },
  ]);
});

test('the variable is derived from the name, and without it a note says where the key goes', () => {
  expect(zed.keyVariable?.('modelrack')).toBe('MODELRACK_API_KEY');
  const changes = zed.plan(fakeInput({ gateway: { key: { form: 'manual' } } }));
  expect(
    changes
      .filter(({ kind }) => kind === 'note')
      .map((note) => 'text' in note && note.text)
      .join(),
  ).toContain('MODELRACK_API_KEY');
});

test.each([
  [1000, ['modelrack', 'lite']],
  [undefined, []],
])('a default with the window %s is written as %j: what is left out cannot be one', (contextWindow, values) => {
  const models = [fakeModel('lite', { contextWindow }), fakeModel('plus', { contextWindow: 1 })];
  const changes = zed.plan(fakeInput({ models, defaultModel: 'lite' }));
  expect(
    changes.flatMap((change) => (change.kind === 'set' && change.path[0] === 'agent' ? [change.value] : [])),
  ).toEqual(values);
});
