import type { Model } from '@modelrack/catalog';
import { expect, it } from 'vitest';
import { rowsFor } from './model-rows.ts';

function model(id: string, more: Partial<Model> = {}): Model {
  const unknown = {
    maxOutput: undefined,
    tools: undefined,
    reasoning: undefined,
    vision: undefined,
    deprecated: false,
  };
  const provider = id.includes('/') ? id.split('/')[0] : undefined;
  const form = id.includes('/') ? 'full' : 'alias';
  return { id, form, kind: 'chat', name: id, contextWindow: undefined, provider, resolvesTo: [], ...unknown, ...more };
}

it('tells price and abilities where they are stated', () => {
  const rich = model('a/b', { price: { input: 3, output: 15 }, tools: true, inputs: ['image', 'pdf'] });
  expect(rowsFor([rich], 80).map(({ name }) => name)).toEqual(['a/b  -  a $3/$15 tools image pdf']);
});

const models = [
  model('lite', { contextWindow: 131_072, resolvesTo: ['moonshotai/kimi-k3'] }),
  model('anthropic/claude-sonnet-5', { contextWindow: 1_000_000 }),
  model('bfl/flux', { kind: 'image', deprecated: true }),
];

it.each([
  [
    80,
    [
      'lite                       131k  = moonshotai/kimi-k3',
      'anthropic/claude-sonnet-5    1M  anthropic',
      'bfl/flux                      -  bfl (image) (deprecated)',
    ],
  ],
  [
    45,
    [
      'lite                       131k  = moonsh…',
      'anthropic/claude-sonnet-5    1M  anthropic',
      'bfl/flux                      -  bfl (ima…',
    ],
  ],
  [30, ['lite                   131k', '…opic/claude-sonnet-5    1M', 'bfl/flux                  -']],
])('%d columns', (columns, rows) => {
  expect(rowsFor(models, columns).map(({ name }) => name)).toEqual(rows);
});

it.each([0, 10, 30, 44, 60, 200])('never fills the last of %d columns', (columns) => {
  const odd = [...models, model(`通义/${'千问'.repeat(40)}`, { contextWindow: 200_000 }), model('x/\u001b[31m\u202e')];
  for (const { name } of rowsFor(odd, columns)) {
    const width = [...name].reduce((sum, letter) => sum + (/[\u2e80-\u9fff]/.test(letter) ? 2 : 1), 0);
    expect(width).toBeLessThanOrEqual(Math.max(16, columns - 3));
    expect(name).not.toContain('\u001b');
    expect(name).not.toContain('\u202e');
  }
});
