import { expect, it } from 'vitest';
import { makeRack } from '../rack.ts';
import { filesOf, listOf, openListing, succeed } from './listing.ts';

it('a copy of one under a name of the user’s stays, also once the original has changed', async () => {
  const listing = await openListing(listOf(['lite', 'plus']));
  const rack = makeRack();
  await succeed(rack, ['setup', 'qwen-code', ...listing.flags]);
  const copied = rack.read('.qwen/commands/m-lite.md');
  rack.write('.qwen/commands/m-quick.md', copied);
  listing.list = { data: [{ id: 'lite', context_window: 64_000 }, ...listOf(['plus']).data] };
  await succeed(rack, ['refresh']);
  expect(rack.read('.qwen/commands/m-lite.md')).not.toBe(copied);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual({ '.qwen/commands/m-quick.md': copied });
});
