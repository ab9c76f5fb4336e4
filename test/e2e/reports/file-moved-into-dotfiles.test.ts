import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Rack, RunDocument } from '../rack.ts';
import { fixture, fixtureList, openListing, rackWith, succeed } from './listing.ts';

const folder = '.config/opencode';
const file = `${folder}/opencode.json`;

function moveAndLink(rack: Rack, name: string): string {
  mkdirSync(rack.path('dotfiles'));
  const moved = rack.path(`dotfiles/${name.split('/').at(-1)}`);
  renameSync(rack.path(name), moved);
  symlinkSync(moved, rack.path(name));
  return file;
}

const ways: Record<string, (rack: Rack) => string> = {
  'the file': (rack) => moveAndLink(rack, file),
  'the whole folder': (rack) => moveAndLink(rack, folder),
  'the file, which gets another name': (rack) => {
    renameSync(rack.path(file), rack.path(`${file}c`));
    return `${file}c`;
  },
};

describe.skipIf(process.platform === 'win32')('a file that is moved keeps its record', () => {
  it.each(Object.entries(ways))('%s', async (_, move) => {
    const listing = await openListing(fixtureList('file-moved-into-dotfiles/first.json'));
    const own = fixture('file-moved-into-dotfiles/opencode.json');
    const rack = rackWith({ [file]: own });
    await succeed(rack, ['setup', 'opencode', ...listing.flags]);
    const moved = move(rack);
    listing.list = fixtureList('file-moved-into-dotfiles/second.json');
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(0);
    expect(document.tools[0]?.models).toMatchObject({
      added: ['acme/two'],
      updated: ['lite'],
      removed: ['night-shift'],
      protected: [],
    });
    expect(JSON.parse(rack.read(moved)).provider.modelrack.models.lite.limit.context).toBe(262_144);
    await succeed(rack, ['remove']);
    expect(rack.read(moved)).toBe(own);
  });
});
