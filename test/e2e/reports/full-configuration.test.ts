import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onOwnDisks, ownDisks } from '../own-disks.ts';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

/** Nothing more fits beside our configuration; what was there before is there again afterwards. */
const full = `
  at="$1"; kept="$2"; shift 2; cp -a "$at/." "$kept/"; mount -t tmpfs -o size=4k none "$at"; cp -a "$kept/." "$at/"
  dd if=/dev/zero of="$at/rest" bs=1024 count=64 2>/dev/null || :
  "$@"`;

it.skipIf(ownDisks === undefined)(
  'remove finds what a setup wrote whose disk was full before the connection was noted',
  async () => {
    const { flags } = await openListing();
    const own = { '.config/opencode/opencode.json': '{ "theme": "x" }\n', '.config/zed/settings.json': '{ "x": 1 }\n' };
    const rack = rackWith(own);
    // Another tool is known: not all are looked at.
    await succeed(rack, ['setup', 'zed', ...flags]);
    const kept = rack.path('../kept');
    mkdirSync(kept);
    const before = onOwnDisks(full, [rack.path('.config/modelrack'), kept]);
    expect((await rack.run(['setup', 'opencode', ...flags], { before })).code).toBe(1);
    await succeed(rack, ['remove']);
    expect(filesOf(rack)).toEqual(own);
  },
);
