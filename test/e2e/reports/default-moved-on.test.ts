import { expect, it } from 'vitest';
import type { RunDocument } from '../rack.ts';
import { filesOf, listOf, openListing, rackWith, succeed } from './listing.ts';

it.each(['claude-code', 'codex', 'aider', 'opencode'])(
  'a default of ours that left the list moves on, which is said once: %s',
  async (tool) => {
    const listing = await openListing(listOf(['prime', 'lite', 'a/b', 'a/c']));
    const rack = rackWith({});
    await succeed(rack, ['setup', tool, ...listing.flags, '--default', 'prime']);
    listing.list = listOf(['lite', 'a/b', 'a/c']);
    const told: number[] = [];
    for (const _ of [1, 2, 3]) {
      const { code, document } = await rack.json<RunDocument>(['refresh']);
      expect(code).toBe(0);
      told.push(document.tools.flatMap(({ notes }) => notes).filter((note) => note.includes('prime')).length);
      // No name of the model that left is among the values of the tool's files.
      for (const [name, text] of Object.entries(filesOf(rack))) {
        if (!name.startsWith('.local/')) expect(text, name).not.toMatch(/[:=] "?[\w/]*prime"?,?$/m);
      }
    }
    expect(told).toEqual([1, 0, 0]);
  },
);

it.each(['opencode', 'droid'])('a default moves on also where a second gateway was set up since: %s', async (tool) => {
  const [first, second] = [await openListing(listOf(['prime', 'lite'])), await openListing(listOf(['prime', 'lite']))];
  const rack = rackWith({});
  await succeed(rack, ['setup', tool, ...first.flags, '--default', 'prime']);
  await succeed(rack, ['setup', tool, '--gateway', 'second', ...second.flags]);
  first.list = listOf(['lite']);
  const { document } = await rack.json<RunDocument>(['refresh', '--gateway', 'modelrack', '--yes']);
  expect(document.tools.flatMap(({ notes }) => notes).join('\n')).toContain('is the default now');
});

it('a default that left the list leaves no settings of its own in Claude Code, and those of the user', async () => {
  const file = '.claude/settings.json';
  const listing = await openListing(listOf(['prime', 'lite', 'a/b', 'a/c']));
  const rack = rackWith({ [file]: '{\n  "modelSettings": { "mine": { "effortLevel": "low" } }\n}\n' });
  await succeed(rack, ['setup', 'claude-code', ...listing.flags, '--default', 'prime']);
  const settings = () => Object.keys(JSON.parse(rack.read(file)).modelSettings);
  expect(settings()).toEqual(['mine', 'lite', 'prime', 'a/b', 'a/c']);
  listing.list = listOf(['lite', 'a/b', 'a/c']);
  await succeed(rack, ['refresh']);
  expect(settings()).toEqual(['mine', 'lite', 'a/b', 'a/c']);
  // The chosen default is still not in the list.
  listing.list = listOf(['lite', 'a/b', 'a/d']);
  await succeed(rack, ['refresh']);
  expect(settings()).toEqual(['mine', 'lite', 'a/b', 'a/d']);
  await succeed(rack, ['remove']);
  expect(settings()).toEqual(['mine']);
});
