import { expect, test } from 'vitest';
import { readCatalog } from '../model-list.ts';
import type { Json } from '../json.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { findOverflow } from './window.ts';

const catalog = readCatalog([
  { id: 'lite', resolves_to: ['x/a'] },
  { id: 'x/a', context_window: 100 },
  { id: 'x/b', context_window: 400 },
  { id: 'x/c', context_window: 300 },
  { id: 'x/d', context_window: 500 },
  { id: 'x/e', context_window: 200 },
  { id: 'x/unknown' },
]);

function findFor(id: string, tokens: number, dialect: 'openai' | 'anthropic' = 'openai') {
  const model = catalog.get(id);
  if (model === undefined) throw new Error(`${id} is not in the list`);
  return findOverflow({ catalog, model, tokens, dialect });
}

test.each([
  { name: 'text', json: { a: 'x'.repeat(600) }, low: 102, high: 174 },
  { name: 'a data URL', json: { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9000)}` } } },
  { name: 'a base64 source', json: { type: 'image', source: { type: 'base64', data: 'A'.repeat(9000) } } },
])('estimate of $name', ({ json, low, high }) => {
  const value: Json = json;
  const estimate = estimateTokens(value, Buffer.byteLength(JSON.stringify(value)));
  if (low !== undefined) expect(estimate).toEqual({ low, high });
  else expect(estimate.low).toBeGreaterThan(300);
  expect(estimate.low).toBeLessThan(320);
});

test('an image counts 300, its bytes nothing', () => {
  const image = { type: 'image', source: { type: 'base64', data: 'A'.repeat(90_000) } };
  const json: Json = [image, image];
  const size = Buffer.byteLength(JSON.stringify(json));
  expect(estimateTokens(json, size).low).toBe(600 + Math.ceil((size - 180_000) / 6));
});

test.each([
  { id: 'x/a', tokens: 100 },
  { id: 'lite', tokens: 100 },
  { id: 'x/unknown', tokens: 1_000_000 },
])('$tokens tokens fit $id', ({ id, tokens }) => {
  expect(findFor(id, tokens)).toBeUndefined();
});

test('names up to three larger models that hold the thread, the smallest first', () => {
  const refusal = findFor('x/a', 101);
  expect(refusal).toMatchObject({ status: 400, code: 'context_length_exceeded' });
  expect(refusal?.message).toBe(
    'The maximum context length of x/a is 100 tokens, this thread has at least 101. ' +
      'Models that are large enough: x/e (200), x/c (300), x/b (400); or start a new conversation.',
  );
});

test('leaves out larger models that would not hold it either', () => {
  expect(findFor('lite', 450)?.message).toContain('Models that are large enough: x/d (500); or');
  expect(findFor('lite', 501)?.message).toContain('No model of this gateway is large enough');
});

test('begins on Messages as Claude Code wants it', () => {
  expect(findFor('x/a', 101, 'anthropic')?.message).toMatch(/^prompt is too long: 101 tokens > 100 maximum/u);
});
