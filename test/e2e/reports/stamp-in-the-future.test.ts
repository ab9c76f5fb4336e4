import { utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listOf, openListing, rackWith, succeed } from './listing.ts';

it('a stamp in the future, of a clock that was set back, keeps no refresh from its work', async () => {
  const listing = await openListing(listOf(['lite', 'a/b', 'a/c']));
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', ...listing.flags]);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  utimesSync(rack.path('.cache/modelrack/refreshed/modelrack'), inTwoDays, inTwoDays);
  listing.list = listOf(['lite', 'a/b', 'a/c', 'a/new']);
  await succeed(rack, ['refresh', '--if-older', '10m']);
  expect(rack.read('.config/opencode/opencode.json')).toContain('a/new');
});
