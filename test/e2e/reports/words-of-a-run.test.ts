import { expect, it } from 'vitest';
import { entries, putOlderClaude } from '../claude-plugin.ts';
import { makeRack, type RunDocument } from '../rack.ts';
import { filesOf, fixtureList, listOf, openListing, rackWith, succeed } from './listing.ts';

it('not-found-without-a-note: a tool that is named but not found here is written with a note', async () => {
  const { flags } = await openListing();
  const { code, document } = await makeRack().json<RunDocument>(['setup', 'zed', ...flags]);
  expect(code).toBe(0);
  expect(document.tools[0]).toMatchObject({
    status: 'written',
    notes: expect.arrayContaining([expect.stringContaining('not found')]),
  });
  expect((await makeRack().run(['setup', 'zed', ...flags])).stderr).toMatch(/zed.*not found/i);
});

it('nothing-written-called-written: a list that states no windows', async () => {
  const { flags } = await openListing(fixtureList('nothing-written-called-written/list.json'));
  const own = { '.config/zed/settings.json': '{\n  "x": 1\n}\n', '.config/Code/User/settings.json': '{}\n' };
  const rack = rackWith(own);
  const args = ['setup', 'zed', 'vscode', '--yes', ...flags];
  const { document } = await rack.json<RunDocument>(args);
  const rows = document.tools.map(({ tool, status, models }) => [tool, status, models.total]);
  expect(rows).toEqual([
    ['zed', 'skipped', 0],
    ['vscode', 'skipped', 0],
  ]);
  const { stdout, stderr } = await rack.run(args);
  const said = stdout + stderr;
  for (const tool of ['zed', 'vscode']) {
    const lines = said.split('\n').filter((line) => line.includes(`${tool}:`));
    expect(lines, said).toEqual([expect.stringMatching(/acme\/model-00, .* and 67 more are left out/)]);
  }
  expect(said).not.toMatch(/choose a model|All 70/);
  expect(filesOf(rack)).toEqual(own);
});

it('no-entry-for-some-models: what has no entry is found by its letters', async () => {
  const { flags } = await openListing(fixtureList('no-entry-for-some-models/list.json'));
  const rack = rackWith({});
  // A release that completes entries alone.
  putOlderClaude(rack);
  await succeed(rack, ['setup', 'claude-code', ...flags]);
  expect(entries(rack)).toEqual(['m-.md']);
  for (const [typed, id] of [
    ['Coder', 'acme/Coder'],
    ['ACME/coder', 'ACME/coder'],
    ['acme/模', 'acme/模型'],
    ['大', '大模型'],
  ]) {
    const { stdout, stderr } = await rack.run(['pick', typed ?? '']);
    expect(stdout, stderr).toBe(`/model ${id}\n`);
  }
});

it('a glob that matches nothing takes no model out beside a default that is kept, and is named', async () => {
  const { flags } = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', ...flags, '--default', 'lite']);
  const before = filesOf(rack);
  const { code, stderr } = await rack.run(['setup', 'opencode', '--models', 'gpt5*', '--yes']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('gpt5*');
  expect(filesOf(rack)).toEqual(before);
});

it('models that are kept since the list is suspiciously short: the run names the way to remove them', async () => {
  const listing = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', 'opencode', ...listing.flags]);
  listing.list = listOf(['lite']);
  const { code, stderr } = await rack.run(['refresh', '--yes']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/4 models are kept.* modelrack refresh/);
});

it('tools without a file for a project are told in one line', async () => {
  const { flags } = await openListing();
  const { code, stderr } = await rackWith({}).run([
    'setup',
    'opencode',
    'zed',
    'claude-code',
    'kimi',
    '--project',
    ...flags,
  ]);
  expect(code).toBe(8);
  expect(stderr.split('\n').filter((line) => /project/.test(line))).toHaveLength(1);
});

it('a preview says once which models come, whatever the number of tools', async () => {
  const { flags } = await openListing(listOf(['house/one', 'house/two']));
  const { stdout, stderr } = await rackWith({}).run(['setup', 'opencode', 'pi', 'crush', ...flags, '--dry-run']);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('house/one, house/two'));
  expect(lines).toHaveLength(1);
});

it('a key that may not be written into a work tree: the hint names nothing that was done already', async () => {
  const { flags } = await openListing();
  const rack = rackWith({ 'work/.git/HEAD': 'ref: refs/heads/main\n' });
  const { code, stderr } = await rack.run(['setup', 'aider', '--project', ...flags]);
  expect(code).toBe(3);
  expect(stderr).not.toContain('--api-key-env');
});

it('a script learns from the exit code of fits that a conversation does not fit', async () => {
  const { flags } = await openListing();
  const fits = async (tokens: string) => (await rackWith({}).run(['fits', 'lite', '--tokens', tokens, ...flags])).code;
  expect([await fits('20k'), await fits('250k')]).toEqual([0, 9]);
});
