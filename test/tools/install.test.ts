import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startGateway, type RunningGateway } from '@modelrack/gateway';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findInstalled } from './harness/lab.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const key = 'sk-rack-test-5e1f09';
let out = '';
let gateway: RunningGateway;

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'modelrack-packed-'));
  const packed = spawnSync(process.execPath, [join(root, 'test/pack.mjs'), '--out', out], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  gateway = await startGateway({ key });
}, 120_000);
afterAll(async () => {
  await gateway.close();
  rmSync(out, { recursive: true, force: true });
});

const tarball = (name: string) => join(out, `${name}-${version}.tgz`);

/** npm's own script, so that each Node runs it itself. */
function npmScript(name: 'npm' | 'npx'): string {
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js')) return join(dirname(npm), `${name}-cli.js`);
  const found = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim();
  return join(dirname(realpathSync(found)), `${name}-cli.js`);
}

/** Somebody who has this Node and nothing else: an empty home, an empty prefix, no network for npm. */
function newcomer(node: { readonly bin: string; readonly binFolder: string }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modelrack-newcomer-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [home, prefix] = [join(folder, 'home'), join(folder, 'prefix')];
  for (const made of [home, prefix]) mkdirSync(made);
  const env = {
    HOME: home,
    USERPROFILE: home,
    PATH: [join(prefix, 'bin'), node.binFolder, '/usr/bin', '/bin'].join(delimiter),
    MODELRACK_API_KEY: key,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  // The gateway is served by this very process: it must not be blocked.
  const run = (program: string, args: readonly string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(program, [...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      child.once('close', (code) => resolve({ code, output }));
    });
  const npm = (script: 'npm' | 'npx', args: readonly string[]) => run(node.bin, [npmScript(script), ...args]);
  return { home, prefix, run, npm };
}

describe.each(['node-20', 'node-22', 'node-24'])('%s', (name) => {
  const node = findInstalled(name);

  test.skipIf(node === undefined)('installs the command into an empty prefix, and it sets up a tool', async () => {
    if (node === undefined) return;
    const { home, prefix, run, npm } = newcomer(node);
    const installed = await npm('npm', ['install', '--global', tarball('modelrack')]);
    expect(installed.code, installed.output).toBe(0);
    const command = join(prefix, 'bin/modelrack');
    // The first line of the command looks for Node on the PATH: it is this one that runs.
    const told = await run('node', ['--version']);
    expect(told.output).toBe(`v${node.version}\n`);
    const { code, output } = await run(command, ['setup', 'opencode', '--base-url', gateway.baseUrl, '--yes']);
    expect(code, output).toBe(0);
    const config = JSON.parse(readFileSync(join(home, '.config/opencode/opencode.json'), 'utf8'));
    expect(Object.keys(config.provider.modelrack.models)).toContain('lite');
    const answer = await run(command, ['chat', '-m', 'lite', 'hi']);
    expect(answer.output).toContain('This is a demo answer');
    const removed = await run(command, ['remove', '--yes']);
    expect(removed.code, removed.output).toBe(0);
  });

  test.skipIf(node === undefined)('runs it by npx, a tool under its own name too', async () => {
    if (node === undefined) return;
    const { home, npm } = newcomer(node);
    const told = await npm('npx', ['--yes', '--package', tarball('modelrack'), '--', 'modelrack', '--version']);
    expect(told.output).toBe(`${version}\n`);
    const packages = ['modelrack', 'modelrack-opencode'].flatMap((one) => ['--package', tarball(one)]);
    const args = ['--yes', ...packages, '--', 'modelrack-opencode', '--base-url', gateway.baseUrl, '--yes'];
    const { code, output } = await npm('npx', args);
    expect(code, output).toBe(0);
    expect(readFileSync(join(home, '.config/opencode/opencode.json'), 'utf8')).toContain('"lite"');
  });
});
