import type { Json, Key } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import crush from './index.ts';

function valueOf(path: string, input: Parameters<typeof fakeInput>[0]): Json | undefined {
  const change = crush.plan(fakeInput(input)).find((each) => each.kind === 'set' && each.path.join('.') === path);
  return change?.kind === 'set' ? change.value : undefined;
}

// Crush expands the text as a shell does; seen with a build of it.
test.each<[Key, string]>([
  [{ form: 'env', name: 'MY_KEY' }, '$MY_KEY'],
  [
    { form: 'file', path: '/home/jo/.config/modelrack/keys/modelrack' },
    "$(cat '/home/jo/.config/modelrack/keys/modelrack')",
  ],
  [{ form: 'file', path: "/home/jo's $HOME/key" }, String.raw`$(cat '/home/jo'\''s $HOME/key')`],
  [{ form: 'file', path: String.raw`C:\Users\jo\key` }, String.raw`$(cat 'C:\Users\jo\key')`],
])('the key from %j', (key, expected) => {
  expect(valueOf('providers.modelrack.api_key', { gateway: { key } })).toBe(expected);
});

test('all ten fields that its schema demands, and 0 for what nobody states', () => {
  const known = fakeModel('plus', { contextWindow: 9000, outputLimit: 2250, reasoning: true, vision: true });
  const changes = crush.plan(fakeInput({ models: [fakeModel('lite'), known] }));
  const costs = { cost_per_1m_in: 0, cost_per_1m_out: 0, cost_per_1m_in_cached: 0, cost_per_1m_out_cached: 0 };
  expect(
    changes.flatMap((change) => (change.kind === 'own' ? change.entries.map(({ fields }) => fields) : [])),
  ).toEqual([
    {
      id: 'lite',
      name: 'lite',
      context_window: 0,
      default_max_tokens: 0,
      ...costs,
      can_reason: false,
      supports_attachments: false,
    },
    {
      id: 'plus',
      name: 'plus',
      context_window: 9000,
      default_max_tokens: 2250,
      ...costs,
      can_reason: true,
      supports_attachments: true,
    },
  ]);
});

test('a choice of ours that has left the list is said', () => {
  const files = [fakeFile('main', { models: { large: { provider: 'modelrack', model: 'gone' } } })];
  const notes = (defaultModel?: string) =>
    crush
      .plan(fakeInput({ files, ...(defaultModel === undefined ? {} : { defaultModel }) }))
      .flatMap((change) => (change.kind === 'note' ? [change.text] : []));
  expect(notes()).toEqual([expect.stringContaining('models.large "gone"')]);
  expect(notes('plus')).toEqual([]);
});
