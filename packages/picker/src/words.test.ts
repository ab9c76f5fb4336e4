import { expect, it } from 'vitest';
import { wordsOf } from './words.ts';

it.each([
  ['claude-sonnet-4.5', ['claude', 'sonnet', '45'], ['claude', 'sonnet', '45']],
  ['claude-sonnet-4-5', ['claude', 'sonnet', '45'], ['claude', 'sonnet', '45']],
  ['kimi-k2p5', ['kimi', 'k25'], ['kimi', 'k', '25']],
  ['Qwen3.8-27B', ['qwen38', '27b'], ['qwen', '38', '27', 'b']],
  ['llama-3-8b', ['llama', '3', '8b'], ['llama', '3', '8', 'b']],
  ['gpt-4-32k', ['gpt', '4', '32k'], ['gpt', '4', '32', 'k']],
  ['gpt-4-0613', ['gpt', '4', '0613'], ['gpt', '4', '0613']],
  ['gpt-4o-mini', ['gpt', '4o', 'mini'], ['gpt', '4', 'o', 'mini']],
  ['通义千问-2', ['通义千问', '2'], ['通义千问', '2']],
  ['Ｆｕｌｌ４', ['full4'], ['full', '4']],
  ['"(\\', [], []],
  ['', [], []],
])('%s', (text, chunks, pieces) => {
  expect(wordsOf(text)).toEqual({ chunks, pieces });
});
