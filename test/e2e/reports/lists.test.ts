import { expect, it } from 'vitest';
import type { RunDocument } from '../rack.ts';
import { filesOf, fixture, fixtureList, openListing, rackWith } from './listing.ts';

interface Listed {
  readonly models: readonly { readonly id: string }[];
  readonly skipped: readonly unknown[];
}

async function listed(name: string) {
  const { flags } = await openListing(fixtureList(name));
  const { code, document } = await rackWith({}).json<Listed>(['list', ...flags]);
  expect(code).toBe(0);
  return { document, models: Object.fromEntries(document.models.map((model) => [model.id, model])) };
}

it('list-labels: the kind stands in labels or follows from the recipe', async () => {
  const { models } = await listed('list-labels/list.json');
  expect(models).toMatchObject({
    'draw-turbo': { kind: 'image' },
    'vectors-v1': { kind: 'embedding' },
    'reader-v1': { kind: 'speech' },
    'order-v2': { kind: 'rerank' },
    'talk-0.6b': { kind: 'chat', contextWindow: 8192, reasoning: true },
    'talk-4b': { kind: 'chat', contextWindow: 131_072 },
  });
});

it('list-output-length: a stated limit is read, and the stated one is written', async () => {
  const { models, document } = await listed('list-output-length/list.json');
  expect(models).toMatchObject({
    'acme/small': { maxOutput: 8192, tools: true },
    'acme/think': { maxOutput: 65_536, tools: true, reasoning: true },
  });
  expect(JSON.stringify(document.models)).not.toContain('acme/waiting');
  const { flags } = await openListing(fixtureList('list-output-length/list.json'));
  const rack = rackWith({});
  expect((await rack.run(['setup', 'opencode', 'droid', 'zed', ...flags])).code).toBe(0);
  const written = Object.values(filesOf(rack));
  expect(written).toHaveLength(3);
  for (const text of written) {
    expect(text).toContain('8192');
    expect(text).not.toContain('32000');
    expect(text).not.toContain('acme/waiting');
  }
});

const expected = JSON.parse(fixture('list-window-elsewhere/expected.json')) as Record<
  string,
  { count: number; models: Record<string, object>; skipped?: readonly string[] }
>;

it.each(Object.entries(expected))('list-window-elsewhere: %s', async (name, { count, models, skipped = [] }) => {
  const found = await listed(`list-window-elsewhere/${name}`);
  expect(found.models).toMatchObject(models);
  expect(found.document.models).toHaveLength(count);
  for (const id of skipped) expect(found.models).not.toHaveProperty(id);
  const { flags } = await openListing(fixtureList(`list-window-elsewhere/${name}`));
  const { document } = await rackWith({}).json<RunDocument>(['setup', 'zed', 'vscode', 'kimi', ...flags]);
  const known = Object.values(models).filter((model) => !('contextWindow' in model) || model.contextWindow !== null);
  for (const { tool, models: written } of document.tools) expect(written.total, tool).toBe(known.length);
});
