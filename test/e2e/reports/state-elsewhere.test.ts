import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from '../../repository/fixtures-of.ts';
import { supportedTools } from '../../repository/supported-tools.ts';
import { makeRack, type Rack } from '../rack.ts';
import { filesOf, listOf, openListing, succeed } from './listing.ts';

const tools = (await supportedTools()).flatMap(({ id, onlyNamed }) => (onlyNamed === true ? [] : [id]));

type Variables = (rack: Rack) => Record<string, string>;
const unset: Variables = () => ({});
const set: Variables = (rack) => ({ XDG_STATE_HOME: rack.path('work/state') });
const another: Variables = (rack) => ({ XDG_STATE_HOME: rack.path('work/other') });

describe.skipIf(process.platform === 'win32')('our records stay where the first set-up put them', () => {
  it.each([
    ['a variable that is set no more', set, unset],
    ['a variable that is set since', unset, set],
    ['a variable that leads elsewhere since', set, another],
  ])('%s: what stood there before comes back', async (_, then, now) => {
    const rack = makeRack();
    for (const id of tools) cpSync(join(fixturesOf(id), 'plain/before'), rack.home, { recursive: true });
    const before = filesOf(rack);
    const { flags } = await openListing(listOf(['lite', 'plus']));
    const [first, later] = [{ env: then(rack) }, { env: now(rack) }];
    await succeed(rack, ['setup', ...tools, ...flags, '--take-over', '--default', 'plus', '--mcp'], first);
    await succeed(rack, ['refresh'], later);
    await succeed(rack, ['remove'], later);
    const left = Object.entries(filesOf(rack)).filter(([name]) => !/^work\/(state|other)\//.test(name));
    expect(Object.fromEntries(left)).toEqual(before);
  });
});
