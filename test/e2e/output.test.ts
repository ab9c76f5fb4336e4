import { rmSync } from 'node:fs';
import type { ModelRow } from '@modelrack/gateway';
import { describe, expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway, picture, setUpRack } from './rack.ts';

/** The lines of a table, without the spaces that fill it. */
function linesOf(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, '  '));
}

describe.skipIf(process.platform === 'win32')('what a run says', () => {
  it('a refresh names once what came and what went, and nothing where nothing did', async () => {
    let rows: readonly ModelRow[] = [{ id: 'lite' }, { id: 'a/one' }];
    const { rack } = await setUpRack({ models: () => rows }, ['opencode', 'pi']);
    rows = [{ id: 'lite' }, { id: 'b/two' }];
    const { stdout } = await rack.run(['refresh']);
    expect(stdout.match(/b\/two/g)).toHaveLength(1);
    expect(stdout).toContain('\nNew: b/two. Gone: a/one.\n');
    const again = await rack.run(['refresh']);
    expect(again.stdout).not.toMatch(/new:|gone:/);
    expect(again.stderr).toBe('');
  });

  it('a note is shown once, and again with --verbose', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'lite' }, { id: 'a/known', context_window: 128_000 }] }, ['zed']);
    expect((await rack.run(['refresh'])).stderr).toBe('');
    expect((await rack.run(['refresh', '--verbose'])).stderr).toContain('zed: lite is left out: Zed needs its context');
  });

  it('a dry run lists the models once for all tools with the same change', async () => {
    const gateway = await openGateway({ models: [{ id: 'a/one' }, { id: 'a/two' }] });
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--dry-run'];
    const { stdout } = await makeRack().run(['setup', 'opencode', 'pi', ...flags]);
    expect(linesOf(stdout)).toContain('opencode, pi: added: a/one, a/two');
  });

  it('undo and remove say what became of a tool, and leave out those without anything of ours', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
    await rack.run(['refresh', '--exclude', 'x/*', '--default', 'a/one']);
    const undone = await rack.run(['undo']);
    expect(linesOf(undone.stdout)[1]).toMatch(/^opencode {2}restored {2}1 {2}~\/\.config\/opencode\/opencode\.json/);
    const removed = await rack.run(['remove']);
    expect(linesOf(removed.stdout)).toEqual([
      'TOOL  STATUS  MODELS  FILE',
      'opencode  removed  0 (-1)  ~/.config/opencode/opencode.json  deleted',
    ]);
    const again = await rack.run(['remove']);
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toMatch(/^Nothing of modelrack is left in any tool \(looked at \d+ tools\)\.\n$/);
  });

  it('status shows what is set up and one line for the rest; without anything, the next step', async () => {
    expect(await makeRack().run(['status'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing is set up yet: modelrack setup --base-url URL --api-key-env NAME\n',
    });
    const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
    const { stdout, stderr } = await rack.run(['status']);
    expect(linesOf(stdout)).toHaveLength(2);
    expect(stdout).toContain('  ~/.config/opencode/opencode.json\n');
    expect(stderr).toMatch(/^\d+ other tools can be set up: see modelrack tools\n$/);
  });

  it('forgetting a connection mentions a stored key only where one was', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
    await rack.run(['remove']);
    const { stdout } = await rack.run(['connections', 'forget', 'modelrack']);
    expect(stdout).toBe('modelrack is forgotten\n');
  });

  it.each([true, false])(
    'forgetting a connection whose variable is not set names backups if some are kept: %s',
    async (isKept) => {
      const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
      await rack.run(['remove']);
      const backups = '.local/state/modelrack/backups';
      if (!isKept) rmSync(rack.path(backups), { recursive: true });
      const { code, stderr } = await rack.run(['connections', 'forget', 'modelrack'], { env: { [keyVariable]: '' } });
      expect(code).toBe(0);
      expect(Object.keys(picture(rack.path(backups))).length > 0).toBe(isKept);
      expect(stderr.includes('backups that may contain its value were kept')).toBe(isKept);
    },
  );
});

describe('what a run refuses', () => {
  it.each([
    ['--models', 'zzz*'],
    ['--default', 'zzzzzz'],
  ])('by %s, of a gateway that is not saved: names how to list it', async (...wish) => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable];
    const { stderr } = await rack.run(['setup', 'opencode', ...flags, '--yes', ...wish]);
    const line = /see the ids with: modelrack (.+)/.exec(stderr)?.[1] ?? '';
    const { code, stdout } = await rack.run(line.replaceAll("'", '').split(' '));
    expect(code, line).toBe(0);
    expect(stdout).toContain('lite');
  });

  it('globs that match nothing, with their names', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one' }, { id: 'a/two' }] });
    const before = rack.read('.config/opencode/opencode.json');
    const all = await rack.run(['setup', 'opencode', '--yes', '--models', 'gpt5*']);
    expect(all.code).toBe(6);
    expect(all.stderr).toContain("--models 'gpt5*' matches no model of the gateway");
    expect(rack.read('.config/opencode/opencode.json')).toBe(before);
    const some = await rack.run(['setup', 'opencode', '--yes', '--models', 'gpt5*', '--models', '*/one']);
    expect(some.code).toBe(0);
    expect(some.stderr).toContain("--models 'gpt5*' matches no model of the gateway");
    const left = await rack.run(['setup', 'opencode', '--yes', '--exclude', 'gpt5*']);
    expect(left.code).toBe(0);
    expect(left.stderr).toContain("--exclude 'gpt5*' matches no model of the gateway");
  });

  it('a name of a connection that nobody knows, and says how to set it up', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
    const { code, stderr } = await rack.run(['setup', 'opencode', '--gateway', 'modelrak', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean modelrack, or set it up: modelrack setup --gateway modelrak --base-url URL');
  });
});
