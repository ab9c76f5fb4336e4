import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingFileSystem } from '../testing/failing-file-system.ts';
import { readTarget } from './read-target.ts';
import { saveBackup } from './save-backup.ts';
import { disks, thrown } from '../testing/test-disks.ts';
import type { TestDisk } from '../testing/test-disks.ts';

describe.each(disks)('saveBackup on $name', ({ open }) => {
  let disk: TestDisk;
  let minutes: number;
  const at = (path: string): string => join(disk.root, path);
  const save = (path: string, content: string): string | undefined => {
    disk.put(path, content);
    minutes += 1;
    return saveBackup(disk.fs, at('state/backups'), readTarget(disk.fs, at(path)), new Date(minutes * 60_000));
  };
  const contents = (): string[] =>
    Object.entries(disk.tree()).flatMap(([path, content]) => (path.startsWith('state/') ? [content] : []));
  beforeEach(() => {
    disk = open();
    minutes = 0;
  });
  afterEach(() => disk.close());

  it('keeps the content, closed to others', () => {
    const path = save('a.json', 'one');
    expect(path).toMatch(/backups[\\/]a\.json-[0-9a-f]{16}[\\/]first-[0-9a-f]{16}-a\.json$/);
    expect(Buffer.from(disk.fs.read(path!)).toString()).toBe('one');
    expect(disk.fs.lstat(path!).mode).toBe(0o600);
    for (const folder of [dirname(path!), at('state/backups'), at('state')]) {
      expect(disk.fs.lstat(folder).mode).toBe(0o700);
    }
  });

  it('has nothing to keep of a file that is not there', () => {
    const state = readTarget(disk.fs, at('none.json'));
    expect(saveBackup(disk.fs, at('state/backups'), state, new Date(0))).toBeUndefined();
    expect(disk.tree()).toEqual({});
  });

  it('does not keep the same content twice', () => {
    const first = save('a.json', 'one');
    expect(save('a.json', 'one')).toBe(first);
    const second = save('a.json', 'two');
    expect(save('a.json', 'one')).toBe(first);
    expect(second).toMatch(/19700101T000300000Z-[0-9a-f]{16}-a\.json$/);
    expect(contents().toSorted()).toEqual(['one', 'two']);
  });

  it('keeps the first and the last ten', () => {
    const texts = Array.from({ length: 15 }, (_, index) => `content ${index}`);
    for (const text of texts) save('a.json', text);
    expect(new Set(contents())).toEqual(new Set([texts[0], ...texts.slice(-10)]));
  });

  it('counts content that comes back as new', () => {
    save('a.json', 'first');
    save('a.json', 'again');
    for (let count = 0; count < 9; count += 1) save('a.json', `content ${count}`);
    const renewed = save('a.json', 'again');
    save('a.json', 'last');
    expect(contents()).toContain('again');
    expect(contents()).not.toContain('content 0');
    expect(contents()).toHaveLength(11);
    expect(Buffer.from(disk.fs.read(renewed!)).toString()).toBe('again');
  });

  it('keeps files of the same name apart', () => {
    expect(dirname(save('x/a.json', 'one')!)).not.toBe(dirname(save('y/a.json', 'one')!));
    expect(contents()).toEqual(['one', 'one']);
  });

  it('does not trust a damaged backup', () => {
    const first = save('a.json', 'one');
    disk.fs.overwrite(first!, Buffer.from('damaged'));
    expect(save('a.json', 'one')).not.toBe(first);
    expect(contents().toSorted()).toEqual(['damaged', 'one']);
  });

  it('fails as a write does, without half a backup', () => {
    disk.put('a.json', 'one');
    const state = readTarget(disk.fs, at('a.json'));
    const full = failingFileSystem(disk.fs, { after: 0, code: 'ENOSPC', only: ['create'] });
    expect(thrown(() => saveBackup(full, at('state'), state, new Date(0)))).toMatchObject({
      code: 'disk-full',
      path: expect.stringContaining(at('state')),
    });
    expect(contents().filter((content) => content !== '/')).toEqual([]);
  });
});
