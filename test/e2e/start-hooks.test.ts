import { sendJson, serveGateway, stubKey } from '@modelrack/client/testing';
import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeRack, type Rack, type RunDocument } from './rack.ts';

async function scene() {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  const rack = makeRack();
  const setUp = async (tool: string, ...more: readonly string[]) => {
    const args = ['setup', tool, '--base-url', stub.apiRoot, '--api-key-stdin', ...more];
    const { code, stderr } = await rack.run(args, { input: stubKey });
    expect(code, stderr).toBe(0);
  };
  return { rack, stub, setUp };
}

const lineOf = (rack: Rack, name = 'modelrack') =>
  `${process.execPath} ${rack.path('.local/share/modelrack/bin/modelrack.js')} hook session-start ${name}`;

const group = (name: string, hook: object) => ({ description: name, hooks: [hook] });
const own = { hooks: [{ type: 'command', command: 'true' }] };

interface Kept {
  readonly tool: string;
  readonly file: string;
  /** What stands there before us; undefined: nothing. */
  readonly before?: object;
  /** As the tool's own release reads it. */
  readonly after: (line: string) => object;
}
const kept: readonly Kept[] = [
  {
    tool: 'qwen-code',
    file: '.qwen/settings.json',
    before: { hooks: { SessionStart: [own] } },
    after: (command) => ({
      hooks: { SessionStart: [own, group('modelrack', { type: 'command', command, async: true })] },
    }),
  },
  {
    tool: 'droid',
    file: '.factory/settings.json',
    before: { hooks: { SessionStart: [own] } },
    after: (command) => ({
      hooks: { SessionStart: [own, group('modelrack', { type: 'command', command, timeout: 10 })] },
    }),
  },
  {
    tool: 'droid',
    file: '.factory/hooks.json',
    before: { SessionStart: [own] },
    after: (command) => ({ SessionStart: [own, group('modelrack', { type: 'command', command, timeout: 10 })] }),
  },
  {
    tool: 'copilot',
    file: '.copilot/hooks/modelrack-refresh.json',
    after: (bash) => ({
      version: 1,
      hooks: { sessionStart: [{ type: 'command', bash, powershell: `& ${bash}`, timeoutSec: 10 }] },
    }),
  },
];

describe.skipIf(process.platform === 'win32')('the start of a tool', () => {
  it.each(kept)('is told to refresh in $file, once, and is not any more after remove', async (one) => {
    const { rack, setUp } = await scene();
    const before = one.before && `${JSON.stringify(one.before, undefined, 2)}\n`;
    if (before !== undefined) rack.write(one.file, before);
    await setUp(one.tool);
    expect(JSON.parse(rack.read(one.file))).toMatchObject(one.after(lineOf(rack)));
    await setUp(one.tool);
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools.map(({ status }) => status)).toEqual(['unchanged']);
    expect(rack.read(one.file).split('session-start')).toHaveLength(one.tool === 'copilot' ? 3 : 2);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(before && rack.read(one.file)).toBe(before);
    const left = readdirSync(rack.home, { recursive: true }).map(String);
    expect(left.filter((name) => !/^(?:work|\.(?:config|cache|local))(?:\/|$)/.test(name)).toSorted()).toEqual(
      one.before === undefined ? [] : [dirname(one.file), one.file],
    );
  });

  it('leaves the hooks of the settings for those of a file that came since', async () => {
    const { rack, setUp } = await scene();
    await setUp('droid');
    rack.write('.factory/hooks.json', `${JSON.stringify({ SessionStart: [own] })}\n`);
    await setUp('droid');
    expect(rack.read('.factory/settings.json')).not.toContain('hook');
    expect(rack.read('.factory/hooks.json')).toContain(lineOf(rack));
  });

  it('stays without one that the user took out, and loses one that the user changed', async () => {
    const { rack, setUp } = await scene();
    const file = '.factory/settings.json';
    rack.write(file, '{ "theme": "dark" }\n');
    await setUp('droid');
    const written = rack.read(file);
    const { hooks: _, ...without } = JSON.parse(written);
    rack.write(file, JSON.stringify(without));
    expect((await rack.run(['doctor', 'droid'])).code).toBe(0);
    expect((await rack.run(['refresh'])).code).toBe(0);
    expect(rack.read(file)).not.toContain('session-start');
    rack.write(file, written.replace('"timeout": 10', '"timeout": 99'));
    expect((await rack.run(['refresh'])).code).toBe(0);
    expect(rack.read(file)).toContain('"timeout": 99');
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(JSON.parse(rack.read(file))).toEqual({ theme: 'dark' });
  });

  it('goes alone: what the user put beside it stays', async () => {
    const { rack, setUp } = await scene();
    const file = '.qwen/settings.json';
    rack.write(file, '{ "theme": "dark" }\n');
    await setUp('qwen-code');
    const settings = JSON.parse(rack.read(file));
    const [ours] = settings.hooks.SessionStart;
    const mine = { type: 'command', command: 'echo mine' };
    Object.assign(ours, { matcher: 'startup', hooks: [{ ...ours.hooks[0], timeout: 5 }, mine] });
    rack.write(file, JSON.stringify(settings));
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    const left = { description: 'modelrack', matcher: 'startup', hooks: [mine] };
    expect(JSON.parse(rack.read(file))).toEqual({ theme: 'dark', hooks: { SessionStart: [left] } });
  });

  it.each(kept.filter(({ tool }) => tool !== 'copilot'))(
    'leaves in $file a group that the user completed, with a list that holds no call, and fills it again',
    async ({ tool, file }) => {
      const { rack, setUp } = await scene();
      if (file.endsWith('hooks.json')) rack.write(file, '{}\n');
      await setUp(tool);
      // The last one of the file: Qwen Code has another hook of ours above it.
      const [, above = '', below = ''] = /^([\s\S]*"SessionStart"[^{]*\{)([\s\S]*)$/.exec(rack.read(file)) ?? [];
      rack.write(file, `${above} "matcher": "startup",${below}`);
      expect((await rack.run(['remove', '--yes'])).code).toBe(0);
      const left = rack.read(file);
      const { hooks = JSON.parse(left) } = JSON.parse(left);
      expect(hooks.SessionStart).toEqual([{ matcher: 'startup', description: 'modelrack', hooks: [] }]);
      await setUp(tool);
      expect(rack.read(file)).toContain(lineOf(rack));
      expect((await rack.run(['remove', '--yes'])).code).toBe(0);
      expect(JSON.parse(rack.read(file))).toEqual(JSON.parse(left));
    },
  );

  it('keeps the version of a file to which the user added a call of another moment', async () => {
    const { rack, setUp } = await scene();
    const file = '.copilot/hooks/modelrack-refresh.json';
    await setUp('copilot');
    const added = { sessionEnd: [{ type: 'command', bash: 'true' }] };
    const { version, hooks } = JSON.parse(rack.read(file));
    rack.write(file, JSON.stringify({ version, hooks: { ...hooks, ...added } }));
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(JSON.parse(rack.read(file))).toEqual({ version: 1, hooks: added });
  });

  it('is left alone where the file is none of the usual', async () => {
    const { rack, setUp } = await scene();
    await setUp('droid', '--config-file', rack.path('elsewhere.json'));
    expect(rack.read('elsewhere.json')).not.toContain('session-start');
    expect(rack.has('.factory')).toBe(false);
  });

  it('brings the models in at once, whoever else starts, and lets nobody wait', async () => {
    const { rack, stub, setUp } = await scene();
    await setUp('qwen-code');
    stub.on('GET /models', (_, response) =>
      sendJson(response, { object: 'list', data: [{ id: 'lite' }, { id: 'acme/came-later' }] }),
    );
    const then = Date.now() / 1000 - 3600;
    utimesSync(rack.path('.cache/modelrack/refreshed/modelrack'), then, then);
    const asked = stub.requests.length;
    const start = () =>
      spawnSync('/bin/sh', ['-c', lineOf(rack)], { env: { HOME: rack.home, PATH: '/nowhere' }, encoding: 'utf8' });
    for (let times = 0; times < 3; times += 1) {
      const { status, stdout, stderr } = start();
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    }
    await vi.waitFor(() => expect(rack.read('.qwen/settings.json')).toContain('acme/came-later'), { timeout: 60_000 });
    await pause(1500);
    expect(stub.requests.slice(asked).filter(({ route }) => route === '/models')).toHaveLength(1);
    // Nobody has seen it come: the next word says so.
    const { stdout, stderr } = await rack.run(['refresh']);
    expect(stdout + stderr).toContain('acme/came-later');
  });
});
