import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failingFileSystem, memoryFileSystem } from '@modelrack/config-edit/testing';
import { isRackError } from '@modelrack/errors';
import opencode from '@modelrack/opencode';
import { describe, expect, it } from 'vitest';
import { rowsCounted } from '../corpus/axes.ts';
import { silentEngine } from '../memory-engine.ts';
import { commonUser, hasCommonUser, onOwnDisks, ownDisks } from './own-disks.ts';
import { keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

const folder = '.config/opencode';
const file = `${folder}/opencode.jsonc`;
const state = '.local/state/modelrack';
const old = `{\n  // mine\n  "theme": "dark",\n  "note": "${'x'.repeat(9000)}"\n}\n`;
/** More than fits beside the file on the small disks below. */
const models = Array.from({ length: 500 }, (_, index) => ({ id: `lab/model-${index}` }));

async function start(): Promise<{ rack: Rack; args: string[] }> {
  const { baseUrl } = await openGateway({ models });
  const rack = makeRack();
  rack.write(file, old);
  rack.write('after/.keep', '');
  return { rack, args: ['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable] };
}

/** The file on a disk of its own in the folder `$1`, which ends with the shell: what is left there goes to `$2`. */
const disk = (mount: string) => `
  at="$1"; to="$2"; shift 2; mkdir -p "$at"; ${mount}
  "$@" || code=$?; cp -a "$at/." "$to/"; exit \${code:-0}`;
const small = (more = '') =>
  disk(`cp -a "$at/." "$to/"; mount -t tmpfs -o size=32k none "$at"; cp -a "$to/." "$at/"; rm -rf "$to"/*; ${more}`);
const readOnly = disk('mount --bind "$at" "$at"; mount -o remount,bind,ro "$at"');

// Where nobody may mount, these are shown as skipped; the next describe goes through the same with made-up failures.
describe.skipIf(ownDisks === undefined)('on disks that are mounted for it', () => {
  it('full: 1, the old file as it was, nothing beside it', async () => {
    const { rack, args } = await start();
    const before = onOwnDisks(small(), [rack.path(folder), rack.path('after')]);
    const { code, stderr } = await rack.run(args, { before });
    expect(code).toBe(1);
    expect(stderr).toMatch(/the disk is too full to write this file \(ENOSPC\)\n\s+at .*opencode\.jsonc\n\s+-> free/);
    expect(readdirSync(rack.path('after'))).toEqual(['.keep', 'opencode.jsonc']);
    expect(rack.read('after/opencode.jsonc')).toBe(old);
  });

  it('full, and the file is one that must be written in place: 1, its old content is there again', async () => {
    const { rack, args } = await start();
    const before = onOwnDisks(small('ln "$at/opencode.jsonc" "$at/other"'), [rack.path(folder), rack.path('after')]);
    const { code, stderr } = await rack.run(args, { before });
    expect(code).toBe(1);
    expect(stderr).toContain('the disk is too full');
    expect(rack.read('after/opencode.jsonc')).toBe(old);
    expect(rack.read('after/other')).toBe(old);
  });

  it('full where backups go: 1, the file untouched', async () => {
    const { rack, args } = await start();
    const stamp = statSync(rack.path(file));
    const before = onOwnDisks(disk('mount -t tmpfs -o size=4k none "$at"'), [rack.path(state), rack.path('after')]);
    const { code, stderr } = await rack.run(args, { before });
    expect(code).toBe(1);
    expect(stderr).toContain('the disk is too full');
    expect(rack.read(file)).toBe(old);
    expect(statSync(rack.path(file))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs });
  });

  it('read-only: 3, the file untouched', async () => {
    const { rack, args } = await start();
    const stamp = statSync(rack.path(file));
    const before = onOwnDisks(readOnly, [rack.path(folder), rack.path('after')]);
    const { code, stderr } = await rack.run(args, { before });
    expect(code).toBe(3);
    expect(stderr).toMatch(/cannot be written/);
    expect(stderr).toMatch(/mounted read-only/);
    expect(rack.read(file)).toBe(old);
    expect(statSync(rack.path(file))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs });
  });

  it('read-only where backups go: 3, the file untouched', async () => {
    const { rack, args } = await start();
    mkdirSync(rack.path(state), { recursive: true });
    const before = onOwnDisks(readOnly, [rack.path(state), rack.path('after')]);
    const { code, stderr } = await rack.run(args, { before });
    expect(code).toBe(3);
    expect(stderr).toContain('mount its disk writable');
    expect(rack.read(file)).toBe(old);
  });
});

describe('on a file system that is made to fail', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EROFS', 'file-not-writable'],
    ['EACCES', 'file-not-writable'],
  ])('%s at any write: %s, and the old file or the new one', async (code, expected) => {
    const seen = new Set<string>();
    for (let after = 0; after < 40; after += 1) {
      const memory = memoryFileSystem({ [`/home/jo/${file}`]: { content: old, mode: 0o644 } });
      const only = ['create', 'overwrite', 'rename', 'makeFolder'] as const;
      const failing = failingFileSystem(memory, { after, code, only, forever: true });
      const { status, error } = await silentEngine
        .run({
          tool: opencode,
          command: 'setup',
          isPreview: false,
          fs: { ...memory, ...failing },
          home: '/home/jo',
          cwd: '/home/jo',
          gateway: { name: 'modelrack', apiRoot: 'https://gw.example.test/v1' },
          key: { from: 'env', value: 'sk-test-key-0123456789abcdef' },
          list: rowsCounted(3),
          flags: { takeOver: false, project: false },
        })
        .catch((thrown: unknown) => ({ status: 'thrown', error: isRackError(thrown) ? thrown : undefined }));
      if (status === 'written') break;
      seen.add(error?.code ?? status);
      const text = Buffer.from(memory.read(`/home/jo/${file}`)).toString('utf8');
      expect(text === old || (text.includes('"lab/model-0002"') && text.endsWith('}\n')), `after ${after}`).toBe(true);
    }
    expect([...seen]).toEqual([expected]);
  });
});

describe.skipIf(!hasCommonUser)('without the right to write', () => {
  const give = (rack: Rack, ...paths: readonly string[]) => {
    for (const path of paths) if (commonUser.uid !== undefined) chownSync(path, commonUser.uid, commonUser.uid);
    return rack;
  };
  const all = (rack: Rack) => [
    dirname(rack.home),
    rack.home,
    ...readdirSync(rack.home, { recursive: true }).map((name) => rack.path(String(name))),
  ];

  it.each<[string, string, number, string]>([
    ['into its folder', folder, 0o555, 'cannot be written'],
    ['the file', file, 0o444, 'write-protected'],
    ['or to read it', file, 0o200, 'cannot be read'],
    ['backups', '.local/state', 0o555, 'the state folder cannot be written (EACCES)'],
  ])('%s: 3, the file untouched', async (_, path, mode, message) => {
    const { rack, args } = await start();
    mkdirSync(rack.path('.local/state'), { recursive: true });
    give(rack, ...all(rack));
    const stamp = statSync(rack.path(file));
    chmodSync(rack.path(path), mode);
    const { code, stderr } = await rack.run(args, { before: commonUser.before });
    chmodSync(rack.path(path), 0o755);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
    expect(readFileSync(rack.path(file), 'utf8')).toBe(old);
    expect(statSync(rack.path(file))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs });
    expect(readdirSync(rack.path(folder))).toEqual(['opencode.jsonc']);
  });

  it.skipIf(commonUser.uid === undefined)("a file of another user's: 3, untouched", async () => {
    const { rack, args } = await start();
    give(rack, ...all(rack).filter((path) => path !== rack.path(file)));
    const stamp = statSync(rack.path(file));
    const { code, stderr } = await rack.run(args, { before: commonUser.before });
    expect(code).toBe(3);
    expect(stderr).toContain('cannot be written by you');
    expect(readFileSync(rack.path(file), 'utf8')).toBe(old);
    expect(statSync(rack.path(file))).toMatchObject({ ino: stamp.ino, mtimeMs: stamp.mtimeMs, uid: 0 });
  });
});
