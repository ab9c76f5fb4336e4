import { expect, it } from 'vitest';
import { firstCommands } from './first-commands.ts';
import type { KnownModels } from './known-models.ts';

const known = (ids: readonly string[], recent: readonly string[] = []): KnownModels => ({
  gateway: 'work',
  rows: ids.map((id) => ({ id, form: id.includes('/') ? 'full' : 'alias', kind: 'chat', contextWindow: 200_000 })),
  names: {},
  recent,
});

it('are aliases, what was picked and the newest', () => {
  const ids = ['a/claude-sonnet-4.5', 'a/claude-sonnet-5', 'plus', 'lite', 'b/old-1'];
  expect(firstCommands(known(ids, ['b/old-1']))).toEqual([
    { name: 'm-lite', id: 'lite', description: 'lite · 200k' },
    { name: 'm-plus', id: 'plus', description: 'plus · 200k' },
    { name: 'm-old-1', id: 'b/old-1', description: 'b/old-1 · 200k' },
    { name: 'm-sonnet-5', id: 'a/claude-sonnet-5', description: 'a/claude-sonnet-5 · 200k' },
    { name: 'm-sonnet-4-5', id: 'a/claude-sonnet-4.5', description: 'a/claude-sonnet-4.5 · 200k' },
  ]);
});

it('are twelve at most, with one for each name', () => {
  const many = Array.from({ length: 400 }, (_, index) => `a/model-${index}`);
  expect(firstCommands(known(many))).toHaveLength(12);
  expect(firstCommands(known(['a/kimi', 'b/kimi', '日本'])).map(({ name }) => name)).toEqual(['m-kimi']);
});
