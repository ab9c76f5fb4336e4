import { expect, it } from 'vitest';
import type { PickerRow } from './row.ts';
import { windowText } from '@modelrack/text';
import { fitOf, modelsThatHold, remedyText } from './window-fit.ts';

it.each([
  [undefined, undefined],
  [512, '512'],
  [4096, '4k'],
  [32_768, '32k'],
  [128_000, '128k'],
  [131_072, '131k'],
  [200_000, '200k'],
  [999_999, '999k'],
  [1_000_000, '1M'],
  [1_048_576, '1M'],
  [1_500_000, '1.5M'],
  [2_000_000, '2M'],
])('%s tokens: %s', (window, text) => {
  expect(windowText(window)).toBe(text);
});

it.each([
  [200_000, 199_999, 'fits'],
  [200_000, 200_000, 'too-small'],
  [4096, 200_000, 'too-small'],
  [undefined, 1, 'unknown'],
] as const)('window %s, thread %s: %s', (window, tokens, fit) => {
  expect(fitOf(window, tokens)).toBe(fit);
});

function row(id: string, contextWindow: number | undefined, more: Partial<PickerRow> = {}): PickerRow {
  return { id, form: id.includes('/') ? 'full' : 'alias', kind: 'chat', contextWindow, ...more };
}

const rows = [
  row('a/large', 1_000_000),
  row('b/medium', 262_144),
  row('a/medium', 262_144),
  row('plus', 262_144),
  row('a/small', 8192),
  row('a/unknown', undefined),
  row('a/picture', 500_000, { kind: 'image' }),
  row('a/gone', 300_000, { deprecated: true }),
];

it('names those that hold a thread, the smallest first, aliases before ids', () => {
  expect(modelsThatHold(rows, 200_000).map(({ id }) => id)).toEqual(['plus', 'a/medium', 'b/medium', 'a/large']);
  expect(modelsThatHold(rows, 2_000_000)).toEqual([]);
});

it('says what is wrong and what to do', () => {
  const problem = { id: 'a/small', window: 8192, tokens: 205_000 };
  expect(remedyText({ ...problem, holding: modelsThatHold(rows, 205_000) })).toBe(
    'This conversation has about 205k tokens; the context window of a/small is 8k. Choose a model with a larger context window: plus (262k), a/medium (262k), b/medium (262k); or start a new conversation.',
  );
  expect(remedyText({ ...problem, holding: [] })).toBe(
    'This conversation has about 205k tokens; the context window of a/small is 8k. No model of this gateway is known to be large enough: start a new conversation.',
  );
});
