import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { bin, key, keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

const hostile = ['a/"quoted"', "b/it's", 'c/$(touch x)', 'd/{env:HOME}', 'e/|pipe|', 'yes', '1.5', 'f/ü#x: y'];

describe('setup env', () => {
  it('prints lines that a shell runs, and in them no key', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway();
    const { code, stdout, stderr } = await rack.run(['setup', 'env', '--base-url', url, '--api-key-env', keyVariable]);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(key);
    const script = `${stdout}\nprintf '%s|%s' "$OPENAI_BASE_URL" "$OPENAI_API_KEY"`;
    expect(execFileSync('sh', ['-c', script], { env: { [keyVariable]: key } }).toString()).toBe(`${url}|${key}`);
  });

  it('lets the shell ask for a key that is kept in a file', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway();
    const { stdout } = await rack.run(['setup', 'env', '--base-url', url, '--api-key-stdin', '--default', 'lite'], {
      input: key,
    });
    rack.write('bin/modelrack', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
    chmodSync(rack.path('bin/modelrack'), 0o755);
    const env = {
      HOME: rack.home,
      PATH: [rack.path('bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    };
    const script = `${stdout}\nprintf '%s|%s' "$OPENAI_MODEL" "$OPENAI_API_KEY"`;
    expect(execFileSync('sh', ['-c', script], { env }).toString()).toBe(`lite|${key}`);
  });

  it.each([
    ['/usr/bin/fish', 'set -gx OPENAI_API_KEY $E2E_GATEWAY_KEY'],
    ['/usr/bin/pwsh', '$env:OPENAI_API_KEY = $env:E2E_GATEWAY_KEY'],
  ])('speaks the language of %s', async (shell, line) => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway();
    const { stdout } = await rack.run(['setup', 'env', '--base-url', url, '--api-key-env', keyVariable], {
      env: { SHELL: shell },
    });
    expect(stdout.split('\n')).toContain(line);
  });
});

describe('export', () => {
  const rows = [...hostile.map((id) => ({ id, context_window: 8000 })), { id: 'lite' }];

  it.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parseYaml(text)],
    ['toml', (text: string): unknown => parseToml(text)],
  ])('as %s holds every id as it is', async (format, parse) => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway({ models: rows });
    const { code, stdout } = await rack.run([
      'export',
      '--format',
      format,
      '--base-url',
      url,
      '--api-key-env',
      keyVariable,
    ]);
    expect(code).toBe(0);
    const exported = parse(stdout);
    expect(exported).toMatchObject({ baseUrl: url });
    const listed = (
      await rack.json<{ models: { id: string }[] }>(['list', '--base-url', url, '--api-key-env', keyVariable])
    ).document.models;
    expect(listed.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(exported).toMatchObject({ models: listed.map(({ id }) => ({ id })) });
  });

  it('as markdown is a table whose cells nothing breaks', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway({ models: rows });
    const { stdout } = await rack.run([
      'export',
      '--format',
      'markdown',
      '--base-url',
      url,
      '--api-key-env',
      keyVariable,
    ]);
    const lines = stdout.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(rows.length + 2);
    for (const line of lines) expect(line.replaceAll(/\\./g, '').split('|')).toHaveLength(7);
  });

  it('holds what was asked for', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway({ models: [{ id: 'a/one' }, { id: 'a/two' }, { id: 'b/one' }] });
    const which = ['--models', 'A/*', '--exclude', '*two'];
    const { stdout } = await rack.run(['export', ...which, '--base-url', url, '--api-key-env', keyVariable]);
    expect(JSON.parse(stdout)).toMatchObject({ models: [{ id: 'a/one' }] });
  });
});

describe('a tool that cannot be written', () => {
  it('is named with the reason and the values to type, beside others that are written', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway();
    const flags = ['--base-url', url, '--api-key-env', keyVariable];
    const alone = await rack.json<RunDocument>(['setup', 'cursor', ...flags]);
    expect(alone.code).toBe(2);
    expect(alone.document.tools).toMatchObject([
      { tool: 'cursor', status: 'skipped', error: { code: 'not-writable-tool' } },
    ]);
    const both = await rack.run(['setup', 'gemini', 'opencode', ...flags]);
    expect(both.code).toBe(8);
    expect(both.stderr).toContain("Gemini CLI cannot be configured by a file: it speaks only Google's own protocol");
    expect(both.stderr).toContain(`base URL ${url}, key: the value of ${keyVariable}`);
    expect(rack.has('.config/opencode/opencode.json')).toBe(true);
  });

  it('is mentioned where it is found', async () => {
    const rack = makeRack();
    const { baseUrl: url } = await openGateway();
    rack.write('.gemini/settings.json', '{}');
    rack.write('.config/opencode/opencode.json', '{}');
    const { code, stderr } = await rack.run(['setup', '--base-url', url, '--api-key-env', keyVariable]);
    expect(code).toBe(0);
    expect(stderr).toContain('Gemini CLI is also on this machine, but has to be set up by hand');
  });
});
