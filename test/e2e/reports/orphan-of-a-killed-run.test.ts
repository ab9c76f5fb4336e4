import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

const hook = join(import.meta.dirname, '../kill-at.cjs');
const hooked = (more: Record<string, string>) => ({ NODE_OPTIONS: `--require ${hook}`, ...more });
const own = { '.config/opencode/opencode.json': '{ "theme": "x" }\n', '.config/zed/settings.json': '{ "x": 1 }\n' };

it('remove finds what a setup wrote that was killed before it was known', async () => {
  const { flags } = await openListing();
  // Another tool is known: not all are looked at.
  const start = async () => {
    const rack = rackWith(own);
    await succeed(rack, ['setup', 'zed', ...flags]);
    return rack;
  };
  const whole = await start();
  const log = whole.path('calls.log');
  const args = ['setup', 'opencode', ...flags];
  expect((await whole.run(args, { env: hooked({ MODELRACK_KILL_LOG: log }) })).code).toBe(0);
  const count = readFileSync(log, 'utf8').trimEnd().split('\n').length;
  let left = 0;
  for (let at = 6; at < count; at += 3) {
    const rack = await start();
    await rack.run(args, { env: hooked({ MODELRACK_KILL_AT: String(at), MODELRACK_KILL_WHEN: 'after' }) });
    const file = '.config/opencode/opencode.json';
    if (rack.read(file) !== own[file]) left += 1;
    await succeed(rack, ['remove']);
    // A temporary file of ours is swept later, when no run can be at it any more.
    const files = Object.entries(filesOf(rack)).filter(([name]) => !name.endsWith('.tmp'));
    expect(Object.fromEntries(files), `killed after call ${at} of ${count}`).toEqual(own);
  }
  expect(left).toBeGreaterThan(0);
});
