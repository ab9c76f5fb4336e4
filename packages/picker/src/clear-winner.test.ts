import { expect, it } from 'vitest';
import { clearMargin, clearWinner } from './clear-winner.ts';
import { createPicker, type Match } from './picker.ts';
import { listedRows } from './testing/measure.ts';

const picker = createPicker(listedRows());

it.each([
  // alias typed out, or begun
  ['lite', 'lite'],
  ['LITE', 'lite'],
  ['ult', 'ultra'],
  // id or name of a model typed out; its variants do not count
  ['openai/gpt-5', 'openai/gpt-5'],
  ['gpt-5-mini', 'openai/gpt-5-mini'],
  ['opus5', 'anthropic/claude-opus-5'],
  ['sonnet 4.5', 'anthropic/claude-sonnet-4.5'],
  ['gpt 6 astra', 'openai/gpt-6-astra'],
  // the only one
  ['sonar deep', 'perplexity/sonar-deep-research'],
  // several versions, providers or families
  ['haiku', undefined],
  ['kimi k3', undefined],
  ['gpt', undefined],
  ['gpt-oss-120b', undefined],
  // nothing typed, too little, or nothing like it
  ['', undefined],
  ['l', undefined],
  ['xyzzy', undefined],
  // a word that nothing answers
  ['lite nonsense', undefined],
])('%s -> %s', (query, id) => {
  expect(clearWinner(picker.search(query, 10))?.id).toBe(id);
});

function match(id: string, score: number, isPartial = false): Match {
  return { row: { id, form: 'full', kind: 'chat' }, score, isPartial };
}

it('wants the margin', () => {
  expect(clearWinner([match('a/x', 0.92), match('b/y', 0.92 - clearMargin)])?.id).toBe('a/x');
  expect(clearWinner([match('a/x', 0.92), match('b/y', 0.96 - clearMargin)])).toBeUndefined();
});

it('lets variants pass only where all was typed', () => {
  expect(clearWinner([match('a/x-1', 1), match('a/x-1-fast', 1)])?.id).toBe('a/x-1');
  expect(clearWinner([match('a/x-1', 0.96), match('a/x-1-fast', 0.96)])).toBeUndefined();
  expect(clearWinner([match('a/x-1', 1), match('b/x-1', 1)])).toBeUndefined();
});

it('does not take a single match that is hardly one', () => {
  expect(clearWinner([match('a/x', 0.4)])).toBeUndefined();
  expect(clearWinner([match('a/x', 0.8, true)])).toBeUndefined();
});
