import { describe, expect, it } from 'vitest';
import { errnoOf } from '../files/errno.ts';
import { failingFileSystem } from './failing-file-system.ts';
import { memoryFileSystem } from './memory-file-system.ts';
import { disks, thrown } from './test-disks.ts';
import type { TestDisk } from './test-disks.ts';

type Call = (disk: TestDisk, at: (path: string) => string) => unknown;
const x = Buffer.from('x');

/** What a call gives or throws; then what is on the disk. */
const calls: readonly (readonly [string, Call])[] = [
  ['read', ({ fs }, at) => Buffer.from(fs.read(at('f'))).toString()],
  ['read through links', ({ fs }, at) => Buffer.from(fs.read(at('l/../d/f'))).toString()],
  ['read nothing', ({ fs }, at) => fs.read(at('none'))],
  ['read a folder', ({ fs }, at) => fs.read(at('d'))],
  ['read below a file', ({ fs }, at) => fs.read(at('f/x'))],
  ['read a loop', ({ fs }, at) => fs.read(at('loop'))],
  ['read a dangling link', ({ fs }, at) => fs.read(at('dangling'))],
  ['stat', ({ fs }, at) => ({ ...fs.stat(at('l')), modifiedMs: 0, size: 0, links: 1, uid: 0, gid: 0 })],
  ['stat nothing', ({ fs }, at) => fs.stat(at('none'))],
  ['stat a dangling link', ({ fs }, at) => fs.stat(at('dangling'))],
  ['lstat a link', ({ fs }, at) => fs.lstat(at('l')).kind],
  ['lstat nothing', ({ fs }, at) => fs.lstat(at('none/x'))],
  ['lstat below a file', ({ fs }, at) => fs.lstat(at('f/x'))],
  ['lstat a file', ({ fs }, at) => ({ ...fs.lstat(at('f')), modifiedMs: 0, uid: 0, gid: 0 })],
  ['lstat a second name', ({ fs }, at) => fs.lstat(at('h')).links],
  ['readLink', ({ fs }, at) => fs.readLink(at('l'))],
  ['readLink a file', ({ fs }, at) => fs.readLink(at('f'))],
  ['readLink nothing', ({ fs }, at) => fs.readLink(at('none'))],
  ['list', ({ fs }, at) => [...fs.list(at('l'))].toSorted()],
  ['list nothing', ({ fs }, at) => fs.list(at('none'))],
  ['list a file', ({ fs }, at) => fs.list(at('f'))],
  ['isWritable', ({ fs }, at) => ['f', 'd', 'none', 'dangling'].map((path) => fs.isWritable(at(path)))],
  ['create', ({ fs }, at) => fs.create(at('d/new'), x, { mode: 0o640 })],
  ['create again', ({ fs }, at) => fs.create(at('f'), x, {})],
  ['create over a dangling link', ({ fs }, at) => fs.create(at('dangling'), x, {})],
  ['create in nothing', ({ fs }, at) => fs.create(at('none/x'), x, {})],
  ['create below a file', ({ fs }, at) => fs.create(at('f/x'), x, {})],
  ['overwrite', ({ fs }, at) => fs.overwrite(at('f'), x, { mode: 0o600 })],
  ['overwrite nothing', ({ fs }, at) => fs.overwrite(at('none'), x)],
  ['overwrite a folder', ({ fs }, at) => fs.overwrite(at('d'), x)],
  ['rename', ({ fs }, at) => fs.rename(at('f'), at('d/f'))],
  ['rename over a link', ({ fs }, at) => fs.rename(at('f'), at('l'))],
  ['rename nothing', ({ fs }, at) => fs.rename(at('none'), at('f'))],
  ['rename into nothing', ({ fs }, at) => fs.rename(at('f'), at('none/f'))],
  ['rename over a folder', ({ fs }, at) => fs.rename(at('f'), at('d'))],
  ['remove', ({ fs }, at) => fs.remove(at('h'))],
  ['remove a link', ({ fs }, at) => fs.remove(at('l'))],
  ['remove nothing', ({ fs }, at) => fs.remove(at('none'))],
  ['makeFolder', ({ fs }, at) => fs.makeFolder(at('d/new'), 0o700)],
  ['makeFolder again', ({ fs }, at) => fs.makeFolder(at('d'), 0o700)],
  ['makeFolder in nothing', ({ fs }, at) => fs.makeFolder(at('none/x'), 0o700)],
  ['removeFolder', ({ fs }, at) => fs.removeFolder(at('empty'))],
  ['removeFolder that is full', ({ fs }, at) => fs.removeFolder(at('d'))],
  ['removeFolder nothing', ({ fs }, at) => fs.removeFolder(at('none'))],
  ['removeFolder a file', ({ fs }, at) => fs.removeFolder(at('f'))],
  ['syncFolder', ({ fs }, at) => fs.syncFolder(at('d'))],
  ['syncFolder nothing', ({ fs }, at) => fs.syncFolder(at('none'))],
];

function observe(disk: TestDisk, call: Call): unknown {
  try {
    disk.put('f', { content: 'file', mode: 0o644 });
    disk.put('d/f', 'inner');
    disk.put('empty', { folderMode: 0o755 });
    disk.put('l', { link: 'd' });
    disk.put('loop', { link: 'loop' });
    disk.put('dangling', { link: 'none' });
    disk.hardLink('f', 'h');
    const at = (path: string): string => `${disk.root}/${path}`;
    const outcome = outcomeOf(() => call(disk, at));
    const tree = disk.tree();
    const modes = Object.keys(tree).map((path) => {
      const { kind, mode, links } = disk.fs.lstat(at(path));
      // Disks count the links of folders in different ways.
      return [path, mode, kind === 'folder' ? 1 : links];
    });
    return { outcome, tree, modes };
  } finally {
    disk.close();
  }
}

function outcomeOf(call: () => unknown): unknown {
  try {
    return { result: call() };
  } catch (error) {
    return { code: errnoOf(error) };
  }
}

describe('memoryFileSystem', () => {
  const [real, memory] = disks;
  it.skipIf(process.platform === 'win32').each(calls)('does the same as a real disk: %s', (_, call) => {
    expect(observe(memory!.open(), call)).toEqual(observe(real!.open(), call));
  });

  it('is closed where the owner has no rights', () => {
    const fs = memoryFileSystem({
      '/closed/a': 'a',
      '/secret': { content: 'x', mode: 0o200 },
      '/fixed': { content: 'x', mode: 0o444 },
    });
    fs.put('/closed', { folderMode: 0o555 });
    const attempts = [
      () => fs.read('/secret'),
      () => fs.overwrite('/fixed', x),
      () => fs.create('/closed/b', x, {}),
      () => fs.rename('/fixed', '/closed/a'),
      () => fs.remove('/closed/a'),
      () => fs.makeFolder('/closed/b', 0o700),
    ];
    for (const attempt of attempts) expect(thrown(attempt)).toMatchObject({ code: 'EACCES' });
    expect(['/closed', '/fixed', '/secret'].map((path) => fs.isWritable(path))).toEqual([false, false, true]);
  });

  it('shows what a test needs', () => {
    const fs = memoryFileSystem({ '/c/a': 'a', '/c/l': { link: 'a' }, '/e': { folderMode: 0o700 } });
    expect(fs.tree()).toEqual({ '/c/a': 'a', '/c/l': '-> a', '/e': '/' });
    expect([fs.text('/c/l'), fs.text('/none'), fs.text('/c')]).toEqual(['a', undefined, undefined]);
    fs.put('/c/l', 'b');
    expect(fs.tree()).toEqual({ '/c/a': 'b', '/c/l': '-> a', '/e': '/' });
  });

  it('gives every change its own time', () => {
    const fs = memoryFileSystem({ '/a': 'a', '/b': 'b' });
    expect(fs.lstat('/a').modifiedMs).toBeLessThan(fs.lstat('/b').modifiedMs);
    const before = fs.lstat('/a').modifiedMs;
    fs.overwrite('/a', x);
    expect(fs.lstat('/a').modifiedMs).toBeGreaterThan(before);
  });
});

describe('failingFileSystem', () => {
  it('fails once, at the call that it is told', () => {
    const fs = failingFileSystem(memoryFileSystem({ '/a': 'a' }), { after: 1, code: 'EIO' });
    expect(fs.stat('/a').size).toBe(1);
    expect(thrown(() => fs.read('/a'))).toMatchObject({ code: 'EIO' });
    expect(fs.read('/a')).toHaveLength(1);
    expect(fs.calls()).toBe(3);
  });

  it('counts only the calls that it is told, and stays dead if so told', () => {
    const fs = failingFileSystem(memoryFileSystem({ '/a': 'a' }), {
      after: 0,
      code: 'EIO',
      only: ['read', 'isWritable'],
      forever: true,
    });
    expect(fs.stat('/a').size).toBe(1);
    for (let count = 0; count < 2; count += 1) expect(thrown(() => fs.read('/a'))).toMatchObject({ code: 'EIO' });
    expect(fs.isWritable('/a')).toBe(false);
    expect(fs.list('/')).toEqual(['a']);
  });

  it('leaves half of the content of a failed write', () => {
    const inner = memoryFileSystem({ '/a': 'old!' });
    const fs = failingFileSystem(inner, { after: 0, code: 'ENOSPC', only: ['create'] });
    expect(thrown(() => fs.create('/b', Buffer.from('1234'), {}))).toMatchObject({ code: 'ENOSPC' });
    const other = failingFileSystem(inner, { after: 0, code: 'ENOSPC', only: ['overwrite'] });
    expect(thrown(() => other.overwrite('/a', Buffer.from('1234')))).toMatchObject({ code: 'ENOSPC' });
    expect(inner.tree()).toEqual({ '/a': '12', '/b': '12' });
  });
});
