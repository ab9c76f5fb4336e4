import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingFileSystem } from '../testing/failing-file-system.ts';
import { openLedger } from './open-ledger.ts';
import { sha256 } from '../files/sha256.ts';
import { disks, thrown } from '../testing/test-disks.ts';
import type { TestDisk } from '../testing/test-disks.ts';
import type { FileRecord, FileSystem, Ledger } from '../files/types.ts';

const record: FileRecord = {
  schema: 1,
  path: '/home/u/a.json',
  tool: 'sample',
  clean: true,
  stack: [
    {
      at: '2026-01-02T03:04:05.000Z',
      command: 'setup',
      connection: 'modelrack',
      before: undefined,
      after: 'ab',
      inverse: [[{ start: 0, end: 2, text: '' }]],
      ownersBefore: [[['modelrack']]],
    },
  ],
  madeFolders: ['/home/u'],
  owners: Object.fromEntries([
    ['modelrack', { entries: { lite: { label: 'x' } } }],
    ['__proto__', { entries: {} }],
  ]),
};
const name = `ledger/${sha256(record.path)}.json`;

describe.each(disks)('openLedger on $name', ({ open }) => {
  let disk: TestDisk;
  const ledger = (fs: FileSystem = disk.fs): Ledger => openLedger(fs, join(disk.root, 'ledger'));
  beforeEach(() => {
    disk = open();
  });
  afterEach(() => disk.close());

  it('knows nothing at first and makes no folder for that', () => {
    expect(ledger().read(record.path)).toBeUndefined();
    expect(ledger().list()).toEqual([]);
    ledger().remove(record.path);
    expect(disk.tree()).toEqual({});
  });

  it('gives back what was written', () => {
    ledger().write(record);
    ledger().write({ ...record, path: '/home/u/0.json' });
    expect(ledger().read(record.path)).toEqual(record);
    expect(Object.keys(ledger().read(record.path)!.owners)).toEqual(['modelrack', '__proto__']);
    expect(
      ledger()
        .list()
        .map(({ path }) => path),
    ).toEqual(['/home/u/0.json', '/home/u/a.json']);
    ledger().write({ ...record, tool: 'other' });
    expect(ledger().read(record.path)?.tool).toBe('other');
    ledger().remove(record.path);
    expect(ledger().read(record.path)).toBeUndefined();
    expect(ledger().list()).toHaveLength(1);
  });

  it('is closed to others', () => {
    ledger().write(record);
    expect(disk.fs.lstat(join(disk.root, 'ledger')).mode).toBe(0o700);
    expect(disk.fs.lstat(join(disk.root, name)).mode).toBe(0o600);
  });

  it.each([
    { why: 'not JSON', content: '{"schema":1,' },
    { why: 'of another release', content: JSON.stringify({ ...record, schema: 2 }) },
    { why: 'for another path', content: JSON.stringify({ ...record, path: '/x' }) },
    { why: 'without a stack', content: JSON.stringify({ ...record, stack: undefined }) },
    {
      why: 'with a damaged write',
      content: JSON.stringify({ ...record, stack: [{ ...record.stack[0], inverse: 1 }] }),
    },
    { why: 'a list', content: '[]' },
    { why: 'empty', content: '' },
  ])('takes a record that is $why as none, and puts it aside before it is replaced', ({ content }) => {
    disk.put(name, content);
    expect(ledger().read(record.path)).toBeUndefined();
    expect(ledger().list()).toEqual([]);
    expect(disk.tree()).toEqual({ [name]: content });
    ledger().write(record);
    expect(ledger().read(record.path)).toEqual(record);
    expect(disk.tree()[`${name}.aside`]).toBe(content);
  });

  it('puts an unreadable record aside instead of removing it', () => {
    disk.put(name, 'x');
    ledger().remove(record.path);
    expect(disk.tree()).toEqual({ [`${name}.aside`]: 'x' });
  });

  it('takes a record that cannot be opened as none', () => {
    ledger().write(record);
    const closed = failingFileSystem(disk.fs, { after: 0, code: 'EACCES', only: ['read', 'list'], forever: true });
    expect(ledger(closed).read(record.path)).toBeUndefined();
    expect(ledger(closed).list()).toEqual([]);
  });

  it.each([
    { code: 'ENOSPC', as: 'disk-full' },
    { code: 'EROFS', as: 'file-not-writable' },
  ])('keeps the old record when writing fails with $code', ({ code, as }) => {
    ledger().write(record);
    for (const call of ['create', 'rename'] as const) {
      const failing = failingFileSystem(disk.fs, { after: 0, code, only: [call] });
      const write = (): void => ledger(failing).write({ ...record, tool: 'other' });
      expect(thrown(write)).toMatchObject({ code: as, path: join(disk.root, name) });
    }
    expect(ledger().read(record.path)).toEqual(record);
    expect(Object.keys(disk.tree())).toEqual([name]);
  });
});
