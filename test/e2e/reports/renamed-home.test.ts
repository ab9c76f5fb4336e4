import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { putOlderClaude } from '../claude-plugin.ts';
import { makeRack, type Rack } from '../rack.ts';
import { filesOf, listOf, openListing, succeed, type Listing } from './listing.ts';

// Those that have files of ours beside their own, or a folder that a variable can move.
const tools = ['claude-code', 'qwen-code', 'pi', 'llm', 'cline', 'codex'];

async function setUp(): Promise<{ rack: Rack; listing: Listing }> {
  const listing = await openListing();
  const rack = makeRack();
  putOlderClaude(rack);
  await succeed(rack, ['setup', ...tools, ...listing.flags, '--take-over']);
  return { rack, listing };
}

/** The same command in another home folder. */
function at(rack: Rack, home: string): Rack {
  const env = { HOME: home, USERPROFILE: home };
  return {
    ...rack,
    home,
    path: (name) => join(home, name),
    has: (name) => existsSync(join(home, name)),
    run: (args, more) => rack.run(args, { ...more, cwd: join(home, 'work'), env }),
  };
}

/** What calls our command names it with its path. */
const callers = ['claude-code', 'qwen-code', 'pi', 'droid', 'copilot'];

describe.skipIf(process.platform === 'win32')('a home folder under another path', () => {
  it.each(['remove', 'refresh, then remove'])('renamed: %s leaves nothing of ours', async (steps) => {
    const { rack, listing } = await setUp();
    const moved = at(rack, join(rack.home, '../moved'));
    renameSync(rack.home, moved.home);
    if (steps !== 'remove') {
      listing.list = listOf(['lite', 'new/one', 'openai/gpt-5', 'qwen/qwen3-coder:free', 'fast']);
      await succeed(moved, ['refresh']);
      const files = filesOf(moved);
      for (const name of ['.qwen/commands/m-fast.md', '.claude/commands/m-fast.md'])
        expect(files).toHaveProperty([name]);
      for (const name of ['.qwen/commands/m-plus.md', '.claude/commands/m-plus.md']) {
        expect(files).not.toHaveProperty([name]);
      }
    }
    await succeed(moved, ['remove']);
    expect(filesOf(moved)).toEqual({});
  });

  it('renamed: folders that were made for files of ours go with them', async () => {
    const { flags } = await openListing();
    const rack = makeRack();
    await succeed(rack, ['setup', 'copilot', 'continue', ...flags, '--default', 'lite']);
    const moved = at(rack, join(rack.home, '../moved'));
    renameSync(rack.home, moved.home);
    expect(['.copilot/hooks', '.continue/index'].filter((name) => !moved.has(name))).toEqual([]);
    await succeed(moved, ['remove']);
    expect(['.copilot', '.continue'].filter((name) => moved.has(name))).toEqual([]);
  });

  it.each(['refresh', 'remove'])(
    'with our configuration alone: %s there leaves a project of the first',
    async (command) => {
      const { flags } = await openListing();
      const rack = makeRack();
      await succeed(rack, ['setup', 'opencode', '--project', ...flags]);
      await succeed(rack, ['setup', 'crush', '--config-file', rack.path('else/crush.json'), ...flags]);
      const before = filesOf(rack);
      const other = at(rack, join(rack.home, '../other'));
      cpSync(rack.path('.config/modelrack'), other.path('.config/modelrack'), { recursive: true });
      mkdirSync(other.path('work'));
      await succeed(other, [command]);
      expect(filesOf(rack)).toEqual(before);
      expect(other.read('.config/modelrack/config.jsonc')).not.toContain(rack.home);
    },
  );

  it.each(['refresh', 'undo', 'remove'])('copied: %s there touches nothing of the first', async (command) => {
    const { rack } = await setUp();
    const before = filesOf(rack);
    const copy = at(rack, join(rack.home, '../copy'));
    cpSync(rack.home, copy.home, { recursive: true });
    await succeed(copy, [command]);
    expect(filesOf(rack)).toEqual(before);
    if (command === 'remove') expect(filesOf(copy)).toEqual({});
  });

  it.each(['home', 'a home'])('copied without its state, to %j: refresh corrects all that calls us', async (name) => {
    const { flags } = await openListing();
    const rack = makeRack();
    await succeed(rack, ['setup', ...callers, ...flags, '--take-over']);
    const copy = at(rack, join(rack.home, '..', 'other', name));
    cpSync(rack.home, copy.home, { recursive: true });
    for (const folder of ['.local', '.cache']) rmSync(copy.path(folder), { recursive: true });
    await succeed(copy, ['refresh']);
    for (const [file, text] of Object.entries(filesOf(copy))) expect(text.includes(rack.home), file).toBe(false);
    await succeed(copy, ['remove']);
    const left = Object.entries(filesOf(copy)).filter(([, text]) => text.includes('modelrack'));
    expect(left).toEqual([]);
  });
});
