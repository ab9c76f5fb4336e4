import { cpSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

it('a set-up of a second gateway that was killed between its two files takes no word of the user’s for ours', async () => {
  const [first, second] = [await openListing(), await openListing()];
  const files = {
    '.cline/data/settings/providers.json':
      '{"version":1,"lastUsedProvider":"openai-compatible","providers":{"gemini":{"settings":{"provider":"gemini"}}}}\n',
  };
  const rack = rackWith(files);
  const setup = (gateway: string, flags: readonly string[]) =>
    succeed(rack, ['setup', 'cline', '--gateway', gateway, ...flags, '--take-over', '--default', 'lite']);
  await setup('first', first.flags);
  for (const folder of ['.cline', '.local'])
    cpSync(rack.path(folder), rack.path(`saved${folder}`), { recursive: true });
  await setup('second', second.flags);
  // Its connection was saved, and neither the tool's file nor its record was written.
  for (const folder of ['.cline', '.local']) {
    rmSync(rack.path(folder), { recursive: true });
    cpSync(rack.path(`saved${folder}`), rack.path(folder), { recursive: true });
    rmSync(rack.path(`saved${folder}`), { recursive: true });
  }
  await setup('second', second.flags);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual(files);
});
