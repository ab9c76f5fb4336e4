import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, openGateway, tools } from './rack.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const tarball = (name: string) => join(root, '.pack', `${name}-${version}.tgz`);
let prefix = '';
let home = '';
/** What npm needs, and none of the machine's tools. */
let programs = '';

/** npm with nothing of this machine's user, and without a network. */
function variables(): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    PATH: programs,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

function programOf(name: string): string {
  const folders = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not on the PATH`);
  return found;
}

function inPrefix(command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd: prefix, env: { ...variables(), MODELRACK_API_KEY: key } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('close', (code) => resolve({ code, output }));
  });
}

beforeAll(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modelrack-packed-')));
  prefix = join(folder, 'prefix');
  home = join(folder, 'home');
  mkdirSync(prefix);
  mkdirSync(home);
  programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const name of ['node', 'npm', 'npx', 'sh']) symlinkSync(programOf(name), join(programs, name));
  const packed = spawnSync(process.execPath, [join(root, 'test/pack.mjs')], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  const args = ['install', '--prefix', prefix, tarball('modelrack'), tarball('modelrack-opencode')];
  const installed = spawnSync('npm', args, { cwd: prefix, env: variables(), encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(installed.stderr);
}, 300_000);

afterAll(() => rmSync(dirname(prefix), { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('the tarballs', () => {
  it('are one for the command and one for each tool', () => {
    const names = ['modelrack', ...tools.map((id) => `modelrack-${id}`)].map((name) => `${name}-${version}.tgz`);
    expect(readdirSync(join(root, '.pack')).toSorted()).toEqual(names.toSorted());
  });

  it('install the command and a tool in at most 2 MB, and nothing else', () => {
    const folder = join(prefix, 'node_modules');
    const packages = readdirSync(folder).filter((name) => !name.startsWith('.'));
    expect(packages.toSorted()).toEqual(['@modelrack', 'modelrack']);
    const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    const sizes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2e6);
  });

  it('set up a tool by its own name', async () => {
    const gateway = await openGateway();
    const { code, output } = await inPrefix('npx', ['@modelrack/opencode', '--base-url', gateway.url, '--yes']);
    expect(code, output).toBe(0);
    expect(output).toContain('written');
    const config = JSON.parse(readFileSync(join(home, '.config/opencode/opencode.json'), 'utf8'));
    expect(config.provider.modelrack.options).toEqual({ baseURL: gateway.baseUrl, apiKey: '{env:MODELRACK_API_KEY}' });
  });

  it('bring the command itself', async () => {
    expect(await inPrefix('npx', ['modelrack', '--version'])).toEqual({ code: 0, output: `${version}\n` });
    const { code, output } = await inPrefix('npx', ['modelrack', 'status', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(output).tools[0]).toMatchObject({ tool: 'opencode', setUp: true });
  });

  it('leave a copy of the command where tools call it, that outlives the package', async () => {
    const gateway = await openGateway();
    const flags = ['--gateway', 'second', '--base-url', gateway.url, '--yes'];
    const { code, output } = await inPrefix('npx', ['modelrack', 'setup', 'claude', ...flags]);
    expect(code, output).toBe(0);
    const { apiKeyHelper } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'));
    expect(apiKeyHelper).toContain('key second');
    rmSync(join(prefix, 'node_modules'), { recursive: true });
    const env = { HOME: home, PATH: '', MODELRACK_API_KEY: key };
    const helper = spawnSync('/bin/sh', ['-c', apiKeyHelper], { env, encoding: 'utf8' });
    expect(helper).toMatchObject({ status: 0, stdout: `${key}\n` });
  });
});
