import { expect, test } from 'vitest';
import { readCatalog } from './model-list.ts';

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
