import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openLedger } from '@modelrack/config-edit';
import { afterEach, expect, test } from 'vitest';
import { withLock } from './lock.ts';
import { machineOf } from './machine.ts';
import type { Machine } from './types.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function machineIn(): { machine: Machine; lock: string } {
  const home = mkdtempSync(join(tmpdir(), 'lock-'));
  folders.push(home);
  const machine = { ...machineOf(process), home, variables: {}, platform: 'linux' as const };
  return { machine, lock: join(home, '.local/state/modelrack/lock') };
}

test('only one at a time, and nobody is lost', async () => {
  const { machine } = machineIn();
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside -= 1;
    done += 1;
  };
  await Promise.all(Array.from({ length: 12 }, () => withLock(machine, work)));
  expect({ most, done }).toEqual({ most: 1, done: 12 });
});

test('leaves nothing behind, and passes on what fails', async () => {
  const { machine, lock } = machineIn();
  await expect(withLock(machine, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test('clears away what the dead holder has begun to write', async () => {
  const { machine, lock } = machineIn();
  const dead = spawnSync(process.execPath, ['-e', '0']).pid;
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, 'holder'), JSON.stringify({ pid: dead, host: hostname() }));
  const places = ['.config/modelrack/keys', '.local/state/modelrack/backups/a.json-1', '.tool'];
  const left = places.map((name) => join(machine.home, name, `.x.modelrack-${dead}-0abc.tmp`));
  for (const file of left) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'a key');
  }
  const path = join(machine.home, '.tool/a.json');
  const record = { schema: 1 as const, path, tool: 'sample', clean: true, stack: [], madeFolders: [], owners: {} };
  openLedger(machine.fs, join(machine.home, '.local/state/modelrack/ledger')).write(record);
  await withLock(machine, () => Promise.resolve());
  expect(left.filter((file) => existsSync(file))).toEqual([]);
});

test('takes over from a dead holder at once', async () => {
  const { machine, lock } = machineIn();
  // A process that is surely gone.
  const dead = spawnSync(process.execPath, ['-e', '0']).pid;
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, 'holder'), JSON.stringify({ pid: dead, host: hostname() }));
  const begun = Date.now();
  await withLock(machine, () => {
    const holder: unknown = JSON.parse(readFileSync(join(lock, 'holder'), 'utf8'));
    expect(holder).toEqual({ pid: process.pid, host: hostname() });
    return Promise.resolve();
  });
  // Far below the 10 s after which a lock counts as stale.
  expect(Date.now() - begun).toBeLessThan(5000);
});
