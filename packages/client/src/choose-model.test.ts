import { readModelList } from '@modelrack/catalog';
import { chooseModel } from '@modelrack/client';
import { expect, it } from 'vitest';
import { stubModels } from './testing/serve-gateway.ts';

const { models } = readModelList({ data: stubModels });

it.each([
  ['chat', 'lite'],
  ['image', 'bfl/flux-3'],
  ['video', 'openai/sora-3'],
  ['embedding', 'openai/embed-4'],
] as const)('%s: %s', (kind, id) => {
  expect(chooseModel(models.values(), kind).id).toBe(id);
});

it('names what the list has instead', () => {
  expect(() => chooseModel(models.values(), 'rerank')).toThrow(
    expect.objectContaining({
      code: 'no-models',
      message: 'the gateway lists no rerank model',
      hint: expect.stringContaining(
        '3 chat models (lite, plus, anthropic/claude-sonnet-5), 1 image model (bfl/flux-3)',
      ),
    }),
  );
});

it('takes one on its way out only if there is no other', () => {
  const list = readModelList({
    data: [
      { id: 'a/old', type: 'image', deprecated: true },
      { id: 'b/new', type: 'image' },
    ],
  });
  expect(chooseModel(list.models.values(), 'image').id).toBe('b/new');
});
