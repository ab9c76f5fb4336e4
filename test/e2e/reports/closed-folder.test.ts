import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonUser, hasCommonUser } from '../own-disks.ts';
import type { Rack } from '../rack.ts';
import { filesOf, openListing, rackWith } from './listing.ts';

const own = {
  '.config/opencode/opencode.json': '{ "theme": "x" }\n',
  '.codex/config.toml': '# mine\n',
  '.config/zed/settings.json': '{ "x": 1 }\n',
};
const state = '.local/state/modelrack';
const { uid, before } = commonUser;

/** To whom permissions apply. */
function give(rack: Rack): void {
  if (uid === undefined) return;
  const names = readdirSync(rack.home, { recursive: true }).map((name) => rack.path(String(name)));
  for (const path of [dirname(rack.home), rack.home, ...names]) chownSync(path, uid, uid);
}

async function start(steps: readonly string[]) {
  const { flags } = await openListing();
  const rack = rackWith(own);
  mkdirSync(rack.path(`${state}/ledger`), { recursive: true });
  mkdirSync(rack.path(`${state}/backups`), { recursive: true });
  mkdirSync(rack.path('.config/modelrack'), { recursive: true });
  give(rack);
  const setUp = ['setup', 'opencode', 'codex', 'zed', '--take-over', ...flags];
  const run = async (args: readonly string[]) => (await rack.run(args, { before })).code;
  for (const step of steps) expect(await run(step === 'setup' ? setUp : [step])).toBe(0);
  return { rack, run, setUp };
}

const folders = [state, `${state}/ledger`, `${state}/backups`, '.config/modelrack'];
const commands = [[], ['setup'], ['setup', 'remove']];

describe.skipIf(!hasCommonUser)('a folder of ours that is closed: exit code 3 means untouched', () => {
  it.each(folders.flatMap((folder) => [...commands, ['setup', '']].map((steps) => ({ folder, steps }))))(
    '$folder, after $steps',
    async ({ folder, steps }) => {
      const isUndo = steps.at(-1) === '';
      const done = steps.filter((step) => step !== '');
      const { rack, run, setUp } = await start(done);
      const again = isUndo || done.at(-1) === 'remove' ? ['undo'] : ['remove'];
      const command = done.length === 0 ? setUp : again;
      const files = filesOf(rack);
      chmodSync(rack.path(folder), 0o500);
      const code = await run(command);
      chmodSync(rack.path(folder), 0o700);
      expect(code).toBe(3);
      expect(filesOf(rack)).toEqual(files);
      expect(await run(['remove'])).toBe(0);
      expect(filesOf(rack)).toEqual(own);
    },
  );
});
