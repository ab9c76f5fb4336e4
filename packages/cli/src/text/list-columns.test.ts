import type { Model } from '@modelrack/catalog';
import { expect, it } from 'vitest';
import { columns, marksOf, sortModels, usualColumns } from './list-columns.ts';

function model(id: string, more: Partial<Model> = {}): Model {
  const plain = { form: 'full', kind: 'chat', provider: undefined, resolvesTo: [], deprecated: false } as const;
  return { id, name: id, contextWindow: undefined, maxOutput: undefined, ...plain, ...more };
}

const models = [
  model('plain'),
  model('dear', { price: { input: 3, output: 15 }, contextWindow: 200_000 }),
  model('cheap', {
    price: { input: 0.1, output: 0.4 },
    contextWindow: 128_000,
    tools: true,
    vision: true,
    inputs: ['image', 'pdf'],
  }),
];
const ids = (list: readonly Model[]) => list.map(({ id }) => id);

it('sorts by price and by window, with what is not stated last', () => {
  expect(ids(sortModels(models, undefined))).toEqual(['plain', 'dear', 'cheap']);
  expect(ids(sortModels(models, 'price'))).toEqual(['cheap', 'dear', 'plain']);
  expect(ids(sortModels(models, 'window'))).toEqual(['dear', 'cheap', 'plain']);
});

it('shows price and marks only where some are stated', () => {
  expect(usualColumns([model('plain')])).toEqual(['id', 'window', 'output', 'kind', 'name']);
  expect(usualColumns(models)).toEqual(['id', 'window', 'output', 'kind', 'price', 'marks', 'name']);
  expect(models.map(columns.price.of)).toEqual(['-', '$3/$15', '$0.10/$0.40']);
  expect(models.map(marksOf)).toEqual([[], [], ['tools', 'image', 'pdf']]);
});
