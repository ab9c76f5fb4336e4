import { spawnSync } from 'node:child_process';
import { existsSync, openSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, setUpRack, type RunDocument } from './rack.ts';

it.each([
  ['two places', ['setup', 'opencode', '--project', '--config-file', 'x.json'], '--project'],
  ['our own file', ['setup', 'opencode', '--config-file', '../.config/modelrack/config.jsonc'], 'modelrack itself'],
])('%s for one file: exit 2, and nothing is written', async (_, args, said) => {
  const { rack } = await setUpRack();
  const before = rack.read('.config/modelrack/config.jsonc');
  const { code, stderr } = await rack.run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(rack.read('.config/modelrack/config.jsonc')).toBe(before);
});

it.skipIf(process.platform === 'win32').each(['', 'relative/home'])('a HOME that is "%s" is refused', async (HOME) => {
  const rack = makeRack();
  const { code, stderr } = await rack.run(['tools'], { env: { HOME } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('HOME is')]);
});

it.skipIf(process.platform === 'win32')('a HOME that no reference can hold gets the key itself', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  rack.write('h}x/.keep', '');
  const args = ['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-stdin'];
  const { code, stdout, stderr } = await rack.run(args, { input: key, env: { HOME: rack.path('h}x') } });
  expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: expect.stringContaining('contains the key') });
  expect(stdout + stderr).not.toContain(key);
  const file = 'h}x/.config/opencode/opencode.json';
  expect(JSON.parse(rack.read(file)).provider.modelrack.options.apiKey).toBe(key);
  expect(statSync(rack.path(file)).mode & 0o777).toBe(0o600);
});

it.skipIf(!existsSync('/dev/full'))('an output that is full is said without a stack', () => {
  const rack = makeRack();
  const { status, stderr } = spawnSync(process.execPath, [bin, 'tools', '--json'], {
    env: { HOME: rack.home, PATH: '' },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('the output cannot be written (ENOSPC)');
  expect(stderr).not.toContain('    at ');
});

it('--json without a command is a document, too', async () => {
  const { code, stdout } = await makeRack().run(['--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ schema: 1, error: { code: 'usage' } });
});

it('one huge id does not push the columns of all others', async () => {
  const huge = `x/${'y'.repeat(300)}`;
  const { rack } = await setUpRack({ models: [{ id: 'a/one' }, { id: huge }] });
  const { stdout } = await rack.run(['list']);
  expect(stdout).toContain(huge);
  expect(stdout.split('\n').find((line) => line.startsWith('a/one'))?.length).toBeLessThan(100);
});

describe('refresh --offline', () => {
  it('needs no key where none is written', async () => {
    const { rack, gateway } = await setUpRack();
    await gateway.close();
    const { code, stderr } = await rack.run(['refresh', '--offline'], { env: { [keyVariable]: '' } });
    expect(code, stderr).toBe(0);
  });

  it('never writes an empty one over the one that stands there', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin'];
    await rack.run(['setup', 'qwen', ...flags], { input: key });
    rack.write('.config/modelrack/keys/modelrack', '');
    const { document } = await rack.json<RunDocument>(['refresh', '--offline']);
    expect(document.tools[0]).toMatchObject({ error: { code: 'key-missing' } });
    expect(rack.read('.qwen/settings.json')).toContain(key);
  });
});
