import { expect, it } from 'vitest';
import { entries, putOlderClaude } from '../claude-plugin.ts';
import { filesOf, listOf, openListing, rackWith, succeed } from './listing.ts';

it.each(['claude-code', 'qwen-code'])('%s gets no file for each of 2,000 models', async (tool) => {
  const ids = Array.from({ length: 2000 }, (_, index) => [`house/model-${index}`, `tier${index}`]).flat();
  const { flags } = await openListing(listOf(ids));
  const rack = rackWith({});
  // A release that completes entries alone.
  putOlderClaude(rack);
  await succeed(rack, ['setup', tool, ...flags]);
  const made = Object.keys(filesOf(rack)).filter((name) => /\/m-[^/]*\.md$/.test(name));
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThanOrEqual(13);
  if (tool === 'claude-code') expect(entries(rack)).toHaveLength(made.length);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual({});
});
