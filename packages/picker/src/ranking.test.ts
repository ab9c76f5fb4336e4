import { describe, expect, it } from 'vitest';
import { createPicker } from './picker.ts';
import { manyRows, listedRows, measure, pairsOf } from './testing/measure.ts';

// `queries.json` was there while the ranking was made; `held-out.json` was written before it.
describe.each([
  { file: 'queries.json', top1: 95, top3: 97, mrr: 0.96, best: 85 },
  { file: 'held-out.json', top1: 92, top3: 94, mrr: 0.94, best: 80 },
] as const)('$file', ({ file, ...least }) => {
  const measured = measure(createPicker(listedRows()), file);

  it.each(Object.entries(least))('%s is at least %d', (name, limit) => {
    // The keys are those of `Measured`.
    expect(measured[name as keyof typeof least], measured.missed.join('\n')).toBeGreaterThanOrEqual(limit);
  });
});

it('answers alike, in whatever order the list came', () => {
  const rows = listedRows();
  const shuffled = rows.toSorted((one, other) => (reversed(one.id) < reversed(other.id) ? -1 : 1));
  const [picker, other] = [createPicker(rows), createPicker(shuffled)];
  for (const query of ['', ...pairsOf('queries.json').map(({ q }) => q)]) {
    expect(other.search(query), query).toEqual(picker.search(query));
  }
});

describe.each([
  { count: 1218, limit: 16 },
  { count: 10_000, limit: 50 },
])('a list of $count', ({ count, limit }) => {
  // A time says something only where nothing else runs, so the everyday tests leave it out.
  it.skipIf(process.env['MODELRACK_RUNS'] === undefined)(`answers a key within ${limit} ms, 19 times of 20`, () => {
    const picker = createPicker(manyRows(count));
    const typed = pairsOf('queries.json').flatMap(({ q }) => Array.from(q, (_, index) => q.slice(0, index + 1)));
    const times = typed.map((text) => {
      const start = performance.now();
      picker.search(text, 200);
      return performance.now() - start;
    });
    const sorted = times.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(limit);
  });
});

function reversed(text: string): string {
  return [...text].toReversed().join('');
}
