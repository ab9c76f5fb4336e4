import { expect, test } from 'vitest';
import { demoModels } from './demo-models.ts';
import { readCatalog } from './model-list.ts';

test('the demo list: aliases first, then full ids by alphabet, each with a window', () => {
  const catalog = readCatalog(demoModels);
  const ids = [...catalog.keys()];
  expect(ids.slice(0, 3)).toEqual(['lite', 'plus', 'ultra']);
  expect(ids.slice(3)).toEqual(ids.slice(3).toSorted());
  expect([...catalog.values()].every(({ window }) => window !== undefined)).toBe(true);
  expect(catalog.get('demo/chat')?.window).toBe(32_768);
  expect(catalog.get('demo/small')?.window).toBe(4096);
});

test('every alias of the demo list resolves to a model of it', () => {
  const catalog = readCatalog(demoModels);
  const aliases = [...catalog.values()].filter(({ isAlias }) => isAlias);
  expect(aliases.map(({ served }) => catalog.has(served))).toEqual([true, true, true]);
});

test('fills in what a row does not state, and never a window', () => {
  const [row] = [...readCatalog([{ id: 'a/b/c' }]).values()].map((model) => model.row);
  expect(row).toEqual({
    id: 'a/b/c',
    object: 'model',
    created: 1_735_689_600,
    owned_by: 'a',
    type: 'model',
    display_name: 'a/b/c',
  });
});

test('keeps what a row states, known or not', () => {
  const stated = { id: 'a/b', owned_by: 'me', type: 'image', max_output_tokens: 5, context_length: 9, extra: [1] };
  const model = readCatalog([stated]).get('a/b');
  expect(model?.row).toMatchObject({ ...stated, context_window: 9 });
});

test('the window of an alias is the smallest of those it may resolve to, unless stated', () => {
  const catalog = readCatalog([
    { id: 'one', resolves_to: ['x/a', 'x/b', 'x/gone'] },
    { id: 'two', resolves_to: ['x/a'], context_window: 7 },
    { id: 'three', resolves_to: ['x/gone'] },
    { id: 'x/a', context_window: 30 },
    { id: 'x/b', context_window: 20 },
  ]);
  expect([...catalog.values()].map(({ window }) => window)).toEqual([20, 7, undefined, 30, 20]);
  expect(catalog.get('one')?.served).toBe('x/a');
});
