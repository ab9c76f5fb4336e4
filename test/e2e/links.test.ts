import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onOwnDisks, ownDisks } from './own-disks.ts';
import { keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

const folder = '.config/opencode';
const file = `${folder}/opencode.jsonc`;
const real = 'dotfiles/opencode.jsonc';
const old = '{\n  // mine\n  "theme": "dark", \n}\n';

async function start(): Promise<{ rack: Rack; setup(env?: Record<string, string>): ReturnType<Rack['run']> }> {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  mkdirSync(rack.path(folder), { recursive: true });
  const args = ['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable];
  return { rack, setup: (env = {}) => rack.run(args, { env }) };
}

function backups(rack: Rack): string[] {
  const at = rack.path('.local/state/modelrack/backups');
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe.skipIf(process.platform === 'win32')('a link', () => {
  it.each<[string, (rack: Rack) => void]>([
    ['that is absolute', (rack) => symlinkSync(rack.path(real), rack.path(file))],
    ['that is relative', (rack) => symlinkSync('../../dotfiles/opencode.jsonc', rack.path(file))],
    [
      'to a link to a link',
      (rack) => {
        symlinkSync('opencode.jsonc', rack.path('dotfiles/second'));
        symlinkSync(rack.path('dotfiles/second'), rack.path('first'));
        symlinkSync('../../first', rack.path(file));
      },
    ],
    [
      'in a folder that is itself a link',
      (rack) => {
        mkdirSync(rack.path('dotfiles/inner'));
        symlinkSync('../opencode.jsonc', rack.path('dotfiles/inner/opencode.jsonc'));
        symlinkSync(rack.path('dotfiles/inner'), rack.path('.config/other'));
        symlinkSync('../other/opencode.jsonc', rack.path(file));
      },
    ],
  ])('%s stays one; what it leads to is written, and given back', async (_, link) => {
    const { rack, setup } = await start();
    rack.write(real, old);
    link(rack);
    const target = readlinkSync(rack.path(file));
    const { code, stderr } = await setup();
    expect(code, stderr).toBe(0);
    expect(readlinkSync(rack.path(file))).toBe(target);
    expect(lstatSync(rack.path(real)).isFile()).toBe(true);
    expect(rack.read(real)).toContain('"modelrack"');
    expect((await rack.run(['remove', 'opencode'])).code).toBe(0);
    expect(readlinkSync(rack.path(file))).toBe(target);
    expect(rack.read(real)).toBe(old);
  });

  it('that dangles into a folder that is there: the file is made there, and goes again', async () => {
    const { rack, setup } = await start();
    mkdirSync(rack.path('dotfiles'));
    symlinkSync(rack.path(real), rack.path(file));
    expect((await setup()).code).toBe(0);
    expect(rack.read(real)).toContain('"modelrack"');
    expect(lstatSync(rack.path(file)).isSymbolicLink()).toBe(true);
    expect((await rack.run(['remove', 'opencode'])).code).toBe(0);
    expect(rack.has(real)).toBe(false);
    expect(readlinkSync(rack.path(file))).toBe(rack.path(real));
  });

  it.each<[string, string, string]>([
    ['that dangles into a folder that is not there', 'nowhere/opencode.jsonc', 'leads to'],
    ['in a circle', file, 'links in a circle'],
    ['to a folder', '.config', 'this is a folder'],
  ])('%s: 3, and it stays', async (_, target, message) => {
    const { rack, setup } = await start();
    symlinkSync(rack.path(target), rack.path(file));
    const { code, stderr } = await setup();
    expect(stderr).toContain(message);
    expect(code).toBe(3);
    expect(readlinkSync(rack.path(file))).toBe(rack.path(target));
    expect(rack.has('nowhere')).toBe(false);
  });

  it.skipIf(ownDisks === undefined)('to a link into a folder that nobody may write: 3, untouched', async () => {
    const { rack } = await start();
    rack.write(real, old);
    symlinkSync(rack.path(real), rack.path('second'));
    symlinkSync(rack.path('second'), rack.path(file));
    const stamp = statSync(rack.path(real));
    const before = onOwnDisks('mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; shift; exec "$@"', [
      rack.path('dotfiles'),
    ]);
    const { baseUrl } = await openGateway();
    const args = ['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable];
    const { code, stderr } = await rack.run(args, { before });
    expect(stderr).toContain('cannot be written');
    expect(code).toBe(3);
    expect(rack.read(real)).toBe(old);
    expect(statSync(rack.path(real))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs });
  });
});

describe.skipIf(process.platform === 'win32')('a file', () => {
  it('with a second name is written in place, after a backup, and that is said', async () => {
    const { rack, setup } = await start();
    rack.write(file, old);
    linkSync(rack.path(file), rack.path('second'));
    const { ino } = statSync(rack.path(file));
    const { code, stderr } = await setup();
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('was written in place');
    expect(statSync(rack.path(file)).ino).toBe(ino);
    expect(rack.read('second')).toBe(rack.read(file));
    expect(rack.read(file)).toContain('"modelrack"');
    expect(backups(rack)).toEqual([old]);
    expect((await rack.run(['remove', 'opencode'])).code).toBe(0);
    expect(rack.read('second')).toBe(old);
    expect(statSync(rack.path(file)).nlink).toBe(2);
  });

  it.skipIf(ownDisks === undefined)('that is mounted by itself is written in place too', async () => {
    const { rack } = await start();
    rack.write(real, old);
    rack.write(file, '');
    const { ino } = statSync(rack.path(real));
    const before = onOwnDisks('mount --bind "$1" "$2"; shift 2; exec "$@"', [rack.path(real), rack.path(file)]);
    const { baseUrl } = await openGateway();
    const args = ['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable];
    const { code, stderr } = await rack.run(args, { before });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('was written in place');
    expect(rack.read(real)).toContain('"modelrack"');
    expect(statSync(rack.path(real)).ino).toBe(ino);
    expect(backups(rack)).toEqual([old]);
    expect(readdirSync(rack.path(folder))).toEqual(['opencode.jsonc']);
    expect((await rack.run(['remove', 'opencode'], { before })).code).toBe(0);
    expect(rack.read(real)).toBe(old);
  });

  it.each([0o600, 0o640, 0o644])('keeps its mode %o, and its owner where we are root', async (mode) => {
    const { rack, setup } = await start();
    rack.write(file, old);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(rack.path(file), 1234, 2345);
    chmodSync(rack.path(file), mode);
    const { uid, gid } = statSync(rack.path(file));
    expect((await setup()).code).toBe(0);
    expect(rack.read(file)).toContain('"modelrack"');
    const after = statSync(rack.path(file));
    expect({ mode: after.mode & 0o7777, uid: after.uid, gid: after.gid }).toEqual({ mode, uid, gid });
  });

  it('that is write-protected: 3, untouched, even where we are root', async () => {
    const { rack, setup } = await start();
    rack.write(file, old);
    chmodSync(rack.path(file), 0o444);
    const stamp = statSync(rack.path(file));
    const { code, stderr } = await setup();
    expect(stderr).toContain('write-protected');
    expect(code).toBe(3);
    expect(rack.read(file)).toBe(old);
    expect(statSync(rack.path(file))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs });
    expect(rack.has('.local/state/modelrack/backups')).toBe(false);
  });
});

describe('another program that writes between our read and our rename', () => {
  const hook = join(import.meta.dirname, 'meddle.cjs');
  const meddling = (rack: Rack, times: number) => ({
    NODE_OPTIONS: `--require ${hook}`,
    MEDDLE_FILE: rack.path(file),
    MEDDLE_TIMES: String(times),
  });

  it('loses nothing, and neither do we', async () => {
    const { rack, setup } = await start();
    rack.write(file, old);
    const { code, stderr } = await setup(meddling(rack, 3));
    expect(code, stderr).toBe(0);
    const theirs = '// meddled 1\n// meddled 2\n// meddled 3\n';
    expect(rack.read(file)).toContain(theirs);
    expect(rack.read(file)).toContain('"modelrack"');
    expect(readdirSync(rack.path(folder))).toEqual(['opencode.jsonc']);
    expect((await rack.run(['remove', 'opencode'])).code).toBe(0);
    expect(rack.read(file)).toBe(old + theirs);
  });

  it('and does not stop: 1, and the file is theirs', async () => {
    const { rack, setup } = await start();
    rack.write(file, old);
    const { code, stderr } = await setup(meddling(rack, 100));
    expect(code).toBe(1);
    expect(stderr).toContain('changed by another program while we worked on it');
    expect(rack.read(file)).toBe(`${old}${[1, 2, 3, 4, 5].map((n) => `// meddled ${n}\n`).join('')}`);
    expect(readdirSync(rack.path(folder))).toEqual(['opencode.jsonc']);
  });
});
