import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands, content, everything, putOlderClaude } from './claude-plugin.ts';
import { commonUser, hasCommonUser } from './own-disks.ts';
import { keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

const { before } = commonUser;

function give(rack: Rack): void {
  const { uid } = commonUser;
  if (uid === undefined) return;
  const names = readdirSync(rack.home, { recursive: true }).map((name) => rack.path(String(name)));
  for (const path of [dirname(rack.home), rack.home, ...names]) chownSync(path, uid, uid);
}

async function start(tools: readonly string[], isOlder = true) {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  if (isOlder) putOlderClaude(rack);
  for (const name of ['.claude/settings.json', '.config/opencode/opencode.json']) rack.write(name, '{}\n');
  rack.write(`${commands}/mine.md`, 'Mine\n');
  give(rack);
  const setUp = ['setup', ...tools, '--yes', '--base-url', baseUrl, '--api-key-env', keyVariable];
  return { rack, setUp, untouched: content(everything(rack)) };
}

/** With that folder closed, as somebody for whom that counts. */
async function closed(rack: Rack, args: readonly string[], folder = commands) {
  chmodSync(rack.path(folder), 0o555);
  const result = await rack.json<RunDocument>(args, { before });
  chmodSync(rack.path(folder), 0o755);
  return result;
}

const refusal = { code: 'file-not-writable', hint: expect.stringContaining('permissions') };

describe.skipIf(!hasCommonUser)('where entries of /m- can be neither made nor taken out', () => {
  it.each(['remove', 'undo'])('%s refuses that tool as a whole, and does the others', async (command) => {
    const { rack, setUp, untouched } = await start(['claude-code', 'opencode', 'aichat']);
    expect((await rack.run(setUp, { before })).code).toBe(0);
    const isClaude = (name: string) => /\.claude|plugins/.test(name);
    const claudeOf = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([name]) => isClaude(name)));
    const standing = claudeOf(everything(rack));
    const { code, document } = await closed(rack, [command]);
    expect(code).toBe(8);
    const statuses = Object.fromEntries(document.tools.map(({ tool, status }) => [tool, status]));
    expect(statuses).toEqual({ 'claude-code': 'refused', opencode: 'written', aichat: 'written' });
    const error = document.tools.find(({ tool }) => tool === 'claude-code')?.error;
    expect(error).toMatchObject(refusal);
    expect(dirname(error?.path ?? '')).toBe(rack.path(commands));
    expect(claudeOf(everything(rack))).toEqual(standing);
    expect((await closed(rack, [command, 'claude-code'])).code).toBe(3);
    expect((await rack.run([command, 'claude-code'], { before })).code).toBe(0);
    expect(content(everything(rack))).toEqual(untouched);
    expect(rack.has('.local/share/modelrack')).toBe(false);
  });

  // Only root can make a folder in which nobody may take away the files of others.
  it.skipIf(commonUser.uid === undefined)(
    "remove names an entry that is somebody else's, and goes on later",
    async () => {
      const { rack, setUp, untouched } = await start(['claude-code', 'opencode']);
      expect((await rack.run(setUp, { before })).code).toBe(0);
      const entry = rack.path(`${commands}/m-lite.md`);
      for (const path of [rack.path(commands), entry]) chownSync(path, 0, 0);
      chmodSync(rack.path(commands), 0o1777);
      const { code, document } = await rack.json<RunDocument>(['remove'], { before });
      expect(code).toBe(8);
      const claude = document.tools.find(({ tool }) => tool === 'claude-code');
      expect(claude).toMatchObject({ status: 'refused', error: { ...refusal, path: entry } });
      chownSync(entry, commonUser.uid ?? 0, 0);
      expect((await rack.run(['remove'], { before })).code).toBe(0);
      expect(content(everything(rack))).toEqual(untouched);
    },
  );

  it.each([commands, '.local/state/modelrack/backups', '.local/share'])(
    'a refused setup leaves nothing: %s',
    async (name) => {
      const { rack, setUp, untouched } = await start(['claude-code'], name === commands);
      mkdirSync(rack.path(name), { recursive: true });
      give(rack);
      const { code, document } = await closed(rack, setUp, name);
      expect(code).toBe(3);
      expect(document.tools[0]).toMatchObject({ status: 'refused', error: refusal });
      expect(content(everything(rack))).toEqual(untouched);
      expect(rack.has('.local/share/modelrack')).toBe(false);
    },
  );
});
