import { expect, it } from 'vitest';
import { penaltyOf, readId } from './known-id.ts';

it.each([
  ['anthropic/claude-haiku-4.5', 4.5],
  ['anthropic/claude-sonnet-4-5', 4.5],
  ['fireworks/glm-5p2', 5.2],
  ['meta-llama/llama-3.3-70b-instruct', 3.3],
  ['qwen/qwen3-30b-a3b', 3],
  ['openai/gpt-oss-120b', 0],
  ['openai/gpt-3.5-turbo-16k', 3.5],
  ['moonshotai/kimi-k2-0905', 2],
  ['mistralai/mistral-large-2407', 0],
  ['openai/gpt-4o-2024-05-13', 4],
  ['openai/o3', 3],
  ['lite', 0],
])('%s is of version %d', (id, version) => {
  expect(readId(id).version).toBe(version);
});

it.each([
  ['x/nova', 0],
  ['x/nova:free', 2],
  ['x/nova-free', 2],
  ['x/nova-20250929', 2],
  ['x/nova-2024-05-13', 2],
  ['x/nova-2507', 2],
  ['x/nova-0905', 2],
  ['x/nova-08-2024', 2],
  ['x/nova-1.5-32k', 0],
  ['x/y/nova', 2],
  ['x/nova-preview', 1],
  ['x/nova-2-image', 1.5],
  ['x/imagenova', 0],
  ['~x/nova-latest', 0.5],
])('%s costs %d', (id, penalty) => {
  expect(penaltyOf({ id, form: 'full', kind: 'chat' }, readId(id))).toBe(penalty);
});

it('makes what does not chat, or is about to go, less likely', () => {
  const known = readId('x/nova');
  expect(penaltyOf({ id: 'x/nova', form: 'full', kind: 'image' }, known)).toBe(1.5);
  expect(penaltyOf({ id: 'x/nova', form: 'full', kind: 'chat', deprecated: true }, known)).toBe(2);
});
