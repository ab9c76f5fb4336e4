import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const tarball = `modelrack-${version}.tgz`;

/** Serves what a release has, under the addresses that a release has. */
const server = createServer((request, response) => {
  const name = request.url?.split('/').at(-1) ?? '';
  const isThere = request.url === `/releases/download/v${version}/${name}` && existsSync(join(out, name));
  response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(join(out, name)) : '');
});
let folder = '';
let out = '';
let repository = '';

function script(name: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'test', name), ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The install script, for somebody who has nothing but Node and a system. */
function install(home: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const env = { HOME: home, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), no_proxy: '*' };
    const child = spawn('sh', [join(out, 'install.sh')], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('close', (code) => resolve({ code, output }));
  });
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'modelrack-release-'));
  out = join(folder, 'out');
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address with one.
  repository = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  script('pack.mjs', '--out', out);
  script('release/release-files.mjs', '--repository', repository, '--out', out);
}, 300_000);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('a release', () => {
  it('has an install script that installs the command, again over an older one, and for this user alone', async () => {
    const home = join(folder, 'home');
    for (const _ of ['first', 'again']) {
      const { code, output } = await install(home);
      expect(code, output).toBe(0);
      expect(output).toContain(`Installed modelrack ${version}`);
      expect(output).toContain('to your PATH, then run: modelrack');
    }
    const { stdout } = spawnSync(join(home, '.local/bin/modelrack'), ['--version'], { encoding: 'utf8' });
    expect(stdout).toBe(`${version}\n`);
  });

  it('is not installed where the tarball is another one', async () => {
    const bytes = readFileSync(join(out, tarball));
    writeFileSync(join(out, tarball), Buffer.concat([bytes, Buffer.from([0])]));
    const home = join(folder, 'other-home');
    const { code, output } = await install(home);
    writeFileSync(join(out, tarball), bytes);
    expect(code).toBe(1);
    expect(output).toContain('is not what was released');
    expect(existsSync(home)).toBe(false);
  });

  it('leaves a program of the same name that is not ours', async () => {
    const home = join(folder, 'taken');
    const own = join(home, '.local/bin/modelrack');
    spawnSync('mkdir', ['-p', dirname(own)]);
    writeFileSync(own, 'mine');
    const { code, output } = await install(home);
    expect({ code, text: readFileSync(own, 'utf8') }, output).toEqual({ code: 1, text: 'mine' });
  });

  it('has a formula and checksums of what is downloaded', () => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(out, tarball)))
      .digest('hex');
    const formula = readFileSync(join(out, 'modelrack.rb'), 'utf8');
    expect(formula).toContain(`url "${repository}/releases/download/v${version}/${tarball}"\n  sha256 "${sha256}"`);
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toContain(`${sha256}  ${tarball}\n`);
    expect([formula, readFileSync(join(out, 'install.sh'), 'utf8')].join('\n')).not.toMatch(/@[A-Z\d]+@/);
  });

  it.skipIf(!has('shellcheck'))('has a script that shellcheck agrees with', () => {
    expect(spawnSync('shellcheck', [join(out, 'install.sh')], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  it.skipIf(!has('ruby'))('has a formula that Ruby reads', () => {
    expect(spawnSync('ruby', ['-c', join(out, 'modelrack.rb')], { encoding: 'utf8' }).status).toBe(0);
  });
});
