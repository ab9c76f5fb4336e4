import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from '../../repository/fixtures-of.ts';
import { supportedTools } from '../../repository/supported-tools.ts';
import { makeRack, type Rack, type RunDocument } from '../rack.ts';
import { filesOf, listOf, openListing, succeed } from './listing.ts';

const tools = (await supportedTools()).flatMap(({ id, onlyNamed }) => (onlyNamed === true ? [] : [id]));
const first = listOf(['lite', 'plus', 'anthropic/claude-sonnet-4.5', 'openai/gpt-5']);
const rows = listOf(['lite', 'ultra', 'anthropic/claude-sonnet-4.5', 'openai/gpt-6']).data;
// Some leave, some are new, and one is another.
const second = { data: [...rows, { id: 'plus', context_window: 99_990 }] };

/** Every tool as in its plain case, or none. */
async function setUp(isPlain: boolean, more: readonly string[] = ['--default', 'lite']) {
  const rack = makeRack();
  const plain = isPlain ? tools : [];
  for (const id of plain) cpSync(join(fixturesOf(id), 'plain/before'), rack.home, { recursive: true });
  const before = filesOf(rack);
  const listing = await openListing(first);
  await succeed(rack, ['setup', ...tools, ...listing.flags, '--take-over', ...more]);
  return { rack, listing, before };
}

function putBack(rack: Rack, files: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(filesOf(rack))) if (files[name] === undefined) rmSync(rack.path(name));
  for (const [name, text] of Object.entries(files)) rack.write(name, text);
}

describe.skipIf(process.platform === 'win32')('files that are brought back from elsewhere', () => {
  it.each([['remove'], ['refresh', 'remove']])('as an earlier run left them, then %s %s', async (...steps) => {
    const { rack, listing, before } = await setUp(true);
    const older = filesOf(rack);
    listing.list = second;
    await succeed(rack, ['refresh']);
    putBack(rack, older);
    for (const step of steps) {
      const { code, document } = await rack.json<RunDocument>([step]);
      expect(code, step).toBe(0);
      for (const { tool, models } of document.tools) expect(models.protected, tool).toEqual([]);
    }
    expect(filesOf(rack)).toEqual(before);
  });

  it('as they were before us: a refresh writes nothing into them', async () => {
    const { rack, before } = await setUp(true, ['--default', 'lite', '--mcp']);
    putBack(rack, before);
    await succeed(rack, ['refresh']);
    expect(filesOf(rack)).toEqual(before);
    await succeed(rack, ['remove']);
    expect(filesOf(rack)).toEqual(before);
  });

  it.each([['remove'], ['refresh', 'remove']])(
    'from a machine that is ahead of the record, then %s %s',
    async (...steps) => {
      const { rack, listing } = await setUp(false, []);
      cpSync(rack.path('.local'), rack.path('../kept'), { recursive: true });
      listing.list = second;
      await succeed(rack, ['refresh']);
      rmSync(rack.path('.local'), { recursive: true });
      renameSync(rack.path('../kept'), rack.path('.local'));
      for (const step of steps) await succeed(rack, [step]);
      expect(filesOf(rack)).toEqual({});
    },
  );
});

describe.skipIf(process.platform === 'win32')('folders that are moved behind a link', () => {
  it('of the tools: all of ours is found again, the MCP servers too', async () => {
    const { rack, listing } = await setUp(false, ['--mcp']);
    mkdirSync(rack.path('dotfiles'));
    for (const name of new Set(
      Object.keys(filesOf(rack)).flatMap((file) => (file.includes('/') ? (file.split('/')[0] ?? []) : [])),
    )) {
      if (['.config', '.local', '.cache'].includes(name)) continue;
      renameSync(rack.path(name), rack.path(`dotfiles/${name}`));
      symlinkSync(`dotfiles/${name}`, rack.path(name));
    }
    const servers = rack.read('.claude.json');
    listing.list = second;
    await succeed(rack, ['refresh']);
    expect(rack.read('.claude.json')).toBe(servers);
    await succeed(rack, ['remove']);
    expect(filesOf(rack)).toEqual({});
  });

  it('of the user: what was set up by its own name is removed by the link', async () => {
    const { rack } = await setUp(false, ['--mcp']);
    const link = join(rack.home, '../link');
    symlinkSync('home', link);
    const { code } = await rack.run(['remove'], { cwd: join(link, 'work'), env: { HOME: link, USERPROFILE: link } });
    expect(code).toBe(0);
    expect(filesOf(rack)).toEqual({});
  });
});
