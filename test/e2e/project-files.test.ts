import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway } from './rack.ts';

/** The tools that read a file of the current folder, and what stands in it before us. */
const cases = [
  ['opencode', 'opencode.json', '{\n  // mine\n  "theme": "dark"\n}\n'],
  ['crush', 'crush.json', '{ "options": { "debug": true } }\n'],
  ['droid', '.factory/settings.json', '{ "theme": "dark" }\n'],
  ['aider', '.aider.conf.yml', 'dark-mode: true\n'],
] as const;

async function setUpHere(tool: string, file: string, text: string | undefined) {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  mkdirSync(rack.path('proj'), { recursive: true });
  if (text !== undefined) rack.write(`proj/${file}`, text);
  const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable, '--take-over'];
  const run = (args: readonly string[]) => rack.run(args, { cwd: rack.path('proj') });
  expect((await run(['setup', tool, '--project', ...flags])).code).toBe(0);
  return { rack, run, flags };
}

describe('a file of a project', () => {
  it.each(cases)('%s: remove --project takes ours out of %s alone', async (tool, file, text) => {
    const { rack, run, flags } = await setUpHere(tool, file, text);
    expect((await rack.run(['setup', tool, ...flags])).code).toBe(0);
    const before = rack.read(`proj/${file}`);
    const { code, stdout } = await run(['remove', '--project', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain(`~/proj/${file}`);
    expect(before).not.toBe(text);
    expect(rack.read(`proj/${file}`)).toBe(text);
    // The usual file stays set up, and no refresh knows the other one any more.
    const status = await rack.run(['status']);
    expect(status.stdout).toContain(`${tool} `);
    expect(status.stdout).not.toContain('~/proj');
    expect((await rack.run(['refresh'])).stdout).not.toContain('~/proj');
    expect((await rack.run(['remove', '--yes'])).stdout).not.toContain('~/proj');
  });

  it.each(cases)('%s: %s that we made goes, and with it what is kept of the tool', async (tool, file) => {
    const { rack, run } = await setUpHere(tool, file, undefined);
    expect((await run(['remove', tool, '--project'])).code).toBe(0);
    expect(rack.has(`proj/${file}`)).toBe(false);
    expect((await rack.run(['status'])).stderr).toContain('No tool is set up');
  });

  it('says that a tool has none where it is named, and passes over it where it is not', async () => {
    const { rack, run, flags } = await setUpHere('opencode', 'opencode.json', undefined);
    expect((await rack.run(['setup', 'kimi', ...flags])).code).toBe(0);
    expect((await run(['remove', 'kimi', '--project'])).code).toBe(2);
    const { code, stdout, stderr } = await run(['remove', '--project']);
    expect([code, stdout.includes('kimi'), stderr.includes('kimi')]).toEqual([0, false, false]);
    expect((await rack.run(['status'])).stdout).toContain('kimi');
  });

  it('is set up again, and mended, where it was', async () => {
    const { rack } = await setUpHere('opencode', 'opencode.json', undefined);
    rmSync(rack.path('proj'), { recursive: true });
    const line = 'modelrack setup opencode --config-file ~/proj/opencode.json';
    expect((await rack.run(['refresh'])).stderr).toContain(line);
    expect((await rack.run(['doctor', 'opencode'])).stdout).toContain(line);
    await rack.run(['doctor', 'opencode', '--fix']);
    expect(rack.has('.config/opencode/opencode.json')).toBe(false);
  });
});

it('remove --config-file is about that file, and belongs to one tool', async () => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  rack.write('a/k.toml', 'theme = "dark"\n');
  const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable];
  const file = rack.path('a/k.toml');
  expect((await rack.run(['setup', 'kimi', ...flags])).code).toBe(0);
  expect((await rack.run(['setup', 'kimi', '--config-file', file, ...flags])).code).toBe(0);
  expect((await rack.run(['remove', '--config-file', file])).code).toBe(2);
  expect((await rack.run(['remove', 'kimi', '--config-file', file])).code).toBe(0);
  expect(rack.read('a/k.toml')).toBe('theme = "dark"\n');
  expect(rack.read('.kimi-code/config.toml')).toContain('modelrack');
  expect((await rack.run(['remove', '--yes'])).code).toBe(0);
  expect(rack.has('.kimi-code/config.toml')).toBe(false);
});
