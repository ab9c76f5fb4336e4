import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import { send, testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';
import { writeInstallScript } from './install-script.ts';
import { writeTarball } from './write-tarball.ts';

let gateway: RunningGateway;
let home: string;
const command =
  '#!/usr/bin/env node\nconsole.log(process.argv.includes("--version") ? "9.9.9" : process.argv.slice(2).join(" "));\n';

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'modelrack-install-'));
  const files = [
    { path: 'package/package.json', bytes: Buffer.from('{"name":"modelrack"}') },
    { path: 'package/dist/modelrack.js', bytes: Buffer.from(command), isExecutable: true },
  ];
  gateway = await startGateway({ key: testKey, readCommand: () => Promise.resolve(writeTarball(files)) });
});
afterAll(async () => {
  await gateway.close();
  rmSync(home, { recursive: true, force: true });
});

const isHere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

test.each([
  'http://evil.example/$(id)',
  "http://a'b",
  "http://127.0.0.1:8420'; touch x; '",
  'http://127.0.0.1:8420\ntouch x',
  'http://127.0.0.1:8420\n',
  'http://`id`',
  'http://a$b',
  'http://a\\b',
  'http://a"b',
  'http://me:secret@127.0.0.1:8420',
  'http://127.0.0.1:8420?a',
  'http://127.0.0.1:842000',
  'http://[fe80::1%eth0]:8420',
  'http://[::1',
  'https://x/',
  'http://a b',
  'file:///etc',
  'http://',
  '',
])('%j is in no script', (origin) => {
  expect(writeInstallScript(origin)).toBeUndefined();
});

test.each(['http://127.0.0.1:8420', 'http://[::1]:8420', 'http://box-1.lan:80', 'http://localhost'])(
  '%s is, between single quotes',
  (origin) => {
    expect(writeInstallScript(origin)?.match(/origin=.*/gu)).toEqual([`origin='${origin}'`]);
  },
);

test('the address is the configured one, whatever a request says', async () => {
  const headers = { host: 'localhost:1', 'x-forwarded-host': 'evil.example', authorization: undefined };
  const { status, text } = await send(gateway, { path: '/api/setup/cli/install.sh', headers });
  expect(status).toBe(200);
  expect(text).toContain(`origin='${gateway.url}'`);
  expect(text).not.toMatch(/evil|localhost:1|eval|sudo/u);
  expect(text).not.toContain(testKey);
});

test('a gateway without a command has no script', async () => {
  const bare = await startGateway({ key: testKey });
  for (const path of ['/api/setup/cli/install.sh', '/api/setup/cli/modelrack.tgz']) {
    expect((await send(bare, { path, headers: { authorization: undefined } })).status).toBe(404);
  }
  await bare.close();
});

const shell = spawnSync('sh', ['-c', 'command -v dash || command -v sh'], { encoding: 'utf8' }).stdout?.trim();

describe.skipIf(!isHere('sh') || !isHere('tar') || !(isHere('curl') || isHere('wget')))('run for real', () => {
  const run = async (variables: Readonly<Record<string, string>>, args: readonly string[] = []) => {
    const { text } = await send(gateway, { path: '/api/setup/cli/install.sh' });
    const script = join(home, 'install.sh');
    writeFileSync(script, text);
    const { spawn } = await import('node:child_process');
    return new Promise<{ code: number | null; out: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home, ...variables };
      // In a session of its own: there is no terminal that it could ask.
      const child = spawn(shell, ['-s', '--', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
      let out = '';
      child.stdout.on('data', (chunk) => (out += String(chunk)));
      child.stderr.on('data', (chunk) => (out += String(chunk)));
      child.once('close', (code) => resolve({ code, out }));
      child.stdin.end(text);
    });
  };

  test('installs, says what it did, and once more over itself', async () => {
    for (const _ of [1, 2]) {
      const { code, out } = await run({});
      expect(out).toContain('Installed modelrack 9.9.9');
      expect(out).toContain(`modelrack setup --base-url '${gateway.url}/v1' --api-key-stdin`);
      expect(code).toBe(0);
    }
    const link = join(home, '.local/bin/modelrack');
    expect(realpathSync(link)).toBe(realpathSync(join(home, '.local/share/modelrack/command/dist/modelrack.js')));
    expect(existsSync(join(home, '.local/share/modelrack/command.old'))).toBe(false);
    expect(readFileSync(link, 'utf8')).toBe(command);
  });

  test('with a key it sets up, and never shows the key', async () => {
    const { code, out } = await run({ MODELRACK_API_KEY: 'gk_very-secret' }, ['opencode']);
    expect(code).toBe(0);
    expect(out).toContain(`setup opencode --base-url ${gateway.url}/v1 --api-key-env MODELRACK_API_KEY --yes`);
    expect(out).not.toContain('gk_very-secret');
  });

  test('a file of the same name is not overwritten; an old Node is named', async () => {
    const own = join(home, 'own');
    spawnSync('mkdir', ['-p', join(own, 'bin')]);
    writeFileSync(join(own, 'bin/modelrack'), 'mine');
    const refused = await run({ MODELRACK_PREFIX: own });
    expect(refused.code).toBe(1);
    expect(readFileSync(join(own, 'bin/modelrack'), 'utf8')).toBe('mine');
    expect(existsSync(join(own, 'share'))).toBe(false);
    const fake = join(home, 'fake');
    spawnSync('mkdir', ['-p', fake]);
    writeFileSync(join(fake, 'node'), '#!/bin/sh\n[ "$1" = --version ] && echo v18.0.0 && exit 0\nexit 1\n', {
      mode: 0o755,
    });
    const old = await run({ PATH: `${fake}:${process.env['PATH'] ?? ''}` });
    expect(old).toMatchObject({ code: 1, out: expect.stringContaining('v18.0.0 is too old') });
  });

  test.each(["it's", 'two words', '$(id)', 'a"b', '-n'])('a home called %s', async (name) => {
    const odd = join(home, name);
    spawnSync('mkdir', ['-p', '--', odd]);
    expect(await run({ HOME: odd })).toMatchObject({
      code: 0,
      out: expect.stringContaining('Installed modelrack 9.9.9'),
    });
    expect(readFileSync(join(odd, '.local/bin/modelrack'), 'utf8')).toBe(command);
  });

  test.each([
    [{ MODELRACK_PREFIX: 'here' }, 'not an absolute path'],
    [{ HOME: '' }, 'HOME'],
    [{ PATH: '' }, 'Node.js is missing'],
  ])('%j is refused before anything is fetched', async (variables, words) => {
    const { code, out } = await run(variables);
    expect(code).not.toBe(0);
    expect(out).toContain(words);
    expect(out).not.toContain('Installed');
  });

  test.skipIf(!isHere('shellcheck'))('shellcheck has nothing to say', () => {
    const script = writeInstallScript('http://127.0.0.1:8420') ?? '';
    const { status, stdout } = spawnSync('shellcheck', ['-s', 'sh', '-'], { input: script, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
