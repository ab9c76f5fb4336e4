import { expect, it } from 'vitest';
import type { RunDocument } from '../rack.ts';
import { fixtureList, openListing, rackWith, succeed } from './listing.ts';

const opencode = '.config/opencode/opencode.json';
const pi = '.pi/agent/models.json';

it.each(['refresh', 'setup'])('not by %s, when it leaves the list once and returns', async (command) => {
  const full = fixtureList('deleted-model-comes-back/full.json');
  const listing = await openListing(full);
  const rack = rackWith({});
  const args = command === 'setup' ? ['setup', 'opencode', 'pi', ...listing.flags] : ['refresh'];
  await succeed(rack, ['setup', 'opencode', 'pi', ...listing.flags]);
  for (const file of [opencode, pi]) {
    const written = JSON.parse(rack.read(file));
    const { models } = (written.provider ?? written.providers).modelrack;
    if (Array.isArray(models))
      models.splice(
        models.findIndex(({ id }) => id === 'night-shift'),
        1,
      );
    else delete models['night-shift'];
    rack.write(file, JSON.stringify(written, null, 2));
    expect(rack.read(file)).not.toContain('night-shift');
  }
  await succeed(rack, ['refresh']);
  listing.list = fixtureList('deleted-model-comes-back/without.json');
  await succeed(rack, args);
  listing.list = full;
  const { code, document } = await rack.json<RunDocument>(args);
  expect(code).toBe(0);
  const left = expect.objectContaining({ id: 'night-shift', why: 'deleted-by-you' });
  for (const { tool, models } of document.tools) expect(models.protected, tool).toEqual([left]);
  for (const file of [opencode, pi]) expect(rack.read(file)).not.toContain('night-shift');
});
