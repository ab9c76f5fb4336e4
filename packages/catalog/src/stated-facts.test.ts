import { describe, expect, it } from 'vitest';
import { readModelList, readStatedFacts, withStatedFacts } from '@modelrack/catalog';
import type { Catalog } from '@modelrack/catalog';

function listOf(row: object): Catalog {
  const { models } = readModelList([{ id: 'a', ...row }, { id: 'b' }]);
  const fetchedAt = '2026-11-01T00:00:00Z';
  return { apiRoot: 'http://h/v1', models, skipped: [], warnings: [], partial: false, source: 'live', fetchedAt };
}

describe('what a user states', () => {
  it.each<[object, object, object]>([
    [{}, { contextWindow: 1000, maxOutput: 100 }, { contextWindow: 1000, maxOutput: 100 }],
    [{ context_window: 9, max_output_tokens: 7 }, { contextWindow: 5 }, { contextWindow: 5, maxOutput: 5 }],
    [{ supports_vision: false }, { vision: true }, { vision: true, inputs: ['image'] }],
    [{ input_modalities: ['text', 'image', 'pdf'] }, { vision: false }, { vision: false, inputs: ['pdf'] }],
    [
      {},
      { efforts: ['low', 'high'], defaultEffort: 'low' },
      { reasoning: true, takesEffort: true, defaultEffort: 'low' },
    ],
    [
      { efforts: ['low'], default_effort: 'low' },
      { efforts: ['high'] },
      { efforts: ['high'], defaultEffort: undefined },
    ],
    [
      { pricing: { prompt: '0.000003', completion: '0.000015' } },
      { price: { input: 1, output: 2 } },
      { price: { input: 1, output: 2 } },
    ],
  ])('beats %j by %j', (row, facts, expected) => {
    const { models } = withStatedFacts(listOf(row), { a: readStatedFacts(facts), gone: { contextWindow: 5 } });
    expect(models.get('a')).toMatchObject(expected);
    expect([...models.keys()]).toEqual(['a', 'b']);
    expect(models.get('b')?.contextWindow).toBeUndefined();
  });

  it('is read with what is not understood left out', () => {
    expect(readStatedFacts({ contextWindow: '128k', maxOutput: -1, vision: 'yes', price: { input: 1 }, x: 1 })).toEqual(
      {
        contextWindow: 128_000,
      },
    );
    expect(readStatedFacts(null)).toEqual({});
  });
});
