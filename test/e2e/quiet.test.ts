import { expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway, setUpRack } from './rack.ts';

const silence = { stdout: '', stderr: '' };

it('--quiet says nothing of what setup, refresh, undo and remove did', async () => {
  const gateway = await openGateway({ models: [{ id: 'a/one' }] });
  const rack = makeRack();
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const run = (args: readonly string[]) => rack.run([...args, '--quiet']);
  expect(await run(['setup', 'opencode', ...flags, '--check'])).toEqual({ code: 7, ...silence });
  expect(await run(['setup', 'opencode', ...flags])).toEqual({ code: 0, ...silence });
  expect(rack.read('.config/opencode/opencode.json')).toContain('a/one');
  for (const args of [['refresh'], ['remove', '--dry-run'], ['remove'], ['undo'], ['undo'], ['undo']]) {
    expect(await run(args)).toEqual({ code: 0, ...silence });
  }
  expect(rack.has('.config/opencode/opencode.json')).toBe(false);
});

it('--quiet leaves errors, and what was asked for', async () => {
  const { rack } = await setUpRack({ models: [{ id: 'a/one' }] });
  expect((await rack.run(['list', '--quiet'])).stdout).toContain('a/one');
  expect((await rack.run(['refresh', '--quiet', '--json'])).stdout).toContain('"schema": 1');
  rack.write('.config/opencode/opencode.json', '{');
  const { code, stdout, stderr } = await rack.run(['refresh', '--quiet']);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('opencode.json');
});
