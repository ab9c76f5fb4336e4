import { chownSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingFileSystem } from '../testing/failing-file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { peekTarget, readTarget } from './read-target.ts';
import { disks, thrown } from '../testing/test-disks.ts';
import type { TestDisk } from '../testing/test-disks.ts';
import type { FileSystem, WriteOutcome } from './types.ts';
import { writeTarget } from './write-target.ts';

interface Way {
  readonly secret?: boolean;
  readonly fs?: FileSystem;
}

const plain = { inPlace: false, madeFolders: [], tightenedFrom: undefined };

describe.each(disks)('writeTarget on $name', ({ open }) => {
  let disk: TestDisk;
  const at = (path: string): string => join(disk.root, path);
  const modeOf = (path: string): number => disk.fs.lstat(at(path)).mode;
  const write = (path: string, text: string | undefined, { secret = false, fs = disk.fs }: Way = {}): WriteOutcome =>
    writeTarget(fs, readTarget(disk.fs, at(path)), text === undefined ? undefined : Buffer.from(text), { secret });
  beforeEach(() => {
    disk = open();
  });
  afterEach(() => disk.close());

  it('replaces a file and keeps its mode', () => {
    disk.put('a.json', { content: 'old', mode: 0o640 });
    expect(write('a.json', 'new')).toEqual(plain);
    expect(disk.tree()).toEqual({ 'a.json': 'new' });
    expect(modeOf('a.json')).toBe(0o640);
  });

  it.each([0o600, 0o400 | 0o200, 0o700])('leaves the mode %o of a file that holds a key', (mode) => {
    disk.put('a.json', { content: 'old', mode });
    expect(write('a.json', 'new', { secret: true })).toEqual(plain);
    expect(modeOf('a.json')).toBe(mode);
  });

  it.each([0o644, 0o640, 0o666, 0o602])('closes a file of mode %o that is to hold a key, and says so', (mode) => {
    disk.put('a.json', { content: 'old', mode });
    expect(write('a.json', 'new', { secret: true })).toEqual({ ...plain, tightenedFrom: mode });
    expect(modeOf('a.json')).toBe(0o600);
  });

  it('makes a file with the usual mode, and one with a key for the owner alone', () => {
    expect(write('a.json', 'new')).toEqual(plain);
    expect(write('b.json', 'new', { secret: true })).toEqual(plain);
    expect(modeOf('a.json')).toBe(0o666 & ~disk.umask);
    expect(modeOf('b.json')).toBe(0o600);
  });

  it('makes missing folders and names them', () => {
    expect(write('a/b/c.json', 'new')).toEqual({ ...plain, madeFolders: [at('a'), at('a/b')] });
    expect(write('s/c.json', 'new', { secret: true })).toEqual({ ...plain, madeFolders: [at('s')] });
    expect(disk.tree()).toEqual({ 'a/b/c.json': 'new', 's/c.json': 'new' });
    expect(modeOf('a/b')).toBe(0o777 & ~disk.umask);
    expect(modeOf('s')).toBe(0o700);
  });

  it('keeps links', () => {
    disk.put('dots/a.json', 'old');
    disk.put('a.json', { link: 'b.json' });
    disk.put('b.json', { link: 'dots/a.json' });
    expect(write('a.json', 'new')).toEqual(plain);
    expect(disk.tree()).toEqual({ 'a.json': '-> b.json', 'b.json': '-> dots/a.json', 'dots/a.json': 'new' });
  });

  it('makes the file behind a dangling link, and deletes it again', () => {
    disk.put('dots/x', '');
    disk.put('a.json', { link: 'dots/a.json' });
    write('a.json', 'new');
    expect(disk.tree()).toEqual({ 'a.json': '-> dots/a.json', 'dots/a.json': 'new', 'dots/x': '' });
    write('a.json', undefined);
    expect(disk.tree()).toEqual({ 'a.json': '-> dots/a.json', 'dots/x': '' });
  });

  it('writes a file with two names in place', () => {
    disk.put('a.json', { content: 'old content', mode: 0o644 });
    disk.hardLink('a.json', 'b.json');
    expect(write('a.json', 'new', { secret: true })).toEqual({ ...plain, inPlace: true, tightenedFrom: 0o644 });
    expect(disk.tree()).toEqual({ 'a.json': 'new', 'b.json': 'new' });
    expect(modeOf('b.json')).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32').each(['EBUSY', 'EXDEV'])('writes a mounted file (%s) in place', (code) => {
    disk.put('a.json', { content: 'old', mode: 0o640 });
    const mounted = failingFileSystem(disk.fs, { after: 0, code, only: ['rename'] });
    expect(write('a.json', 'new', { fs: mounted })).toEqual({ ...plain, inPlace: true });
    expect(disk.tree()).toEqual({ 'a.json': 'new' });
    expect(modeOf('a.json')).toBe(0o640);
  });

  it('writes nothing when the content stays', () => {
    disk.put('a.json', { content: 'old', mode: 0o644 });
    const before = disk.fs.lstat(at('a.json'));
    expect(write('a.json', 'old', { secret: true })).toEqual(plain);
    expect(disk.fs.lstat(at('a.json'))).toEqual(before);
  });

  it('deletes a file and the folders that it is told, as far as they are empty', () => {
    disk.put('mine/b/c/a.json', 'old');
    disk.put('mine/x', '');
    const removeFolders = [at('mine'), at('mine/b'), at('mine/b/c')];
    const state = readTarget(disk.fs, at('mine/b/c/a.json'));
    expect(writeTarget(disk.fs, state, undefined, { secret: false, removeFolders })).toEqual(plain);
    expect(disk.tree()).toEqual({ 'mine/x': '' });
  });

  it('takes the deletion of a missing file as done', () => {
    expect(write('no/a.json', undefined)).toEqual(plain);
  });

  it.each([
    { name: 'was changed', turn: () => disk.put('a.json', 'theirs') },
    { name: 'was deleted', turn: () => disk.fs.remove(at('a.json')) },
    { name: 'has another mode', turn: () => disk.put('a.json', { content: 'old', mode: 0o600 }) },
    { name: 'became a link', turn: () => disk.put('a.json', { link: 'other.json' }) },
  ])('does not touch a file that $name in between', ({ turn }) => {
    disk.put('a.json', { content: 'old', mode: 0o644 });
    disk.put('other.json', 'old');
    const state = readTarget(disk.fs, at('a.json'));
    turn();
    const before = disk.tree();
    for (const bytes of [Buffer.from('new'), undefined]) {
      expect(thrown(() => writeTarget(disk.fs, state, bytes, { secret: false }))).toMatchObject({
        code: 'file-changed',
        path: at('a.json'),
        hint: expect.any(String),
      });
      expect(disk.tree()).toEqual(before);
    }
  });

  it('does not touch a file that appeared in between', () => {
    const state = readTarget(disk.fs, at('a.json'));
    disk.put('a.json', 'theirs');
    expect(thrown(() => writeTarget(disk.fs, state, Buffer.from('new'), { secret: false }))).toMatchObject({
      code: 'file-changed',
    });
    expect(disk.tree()).toEqual({ 'a.json': 'theirs' });
  });

  it('says so when another program writes right after us', () => {
    disk.put('a.json', 'old');
    const racing: FileSystem = { ...disk.fs, syncFolder: () => disk.put('a.json', 'theirs') };
    expect(thrown(() => write('a.json', 'new', { fs: racing }))).toMatchObject({ code: 'file-changed' });
    expect(disk.tree()).toEqual({ 'a.json': 'theirs' });
  });

  it.each([
    { call: 'create', code: 'ENOSPC', as: 'disk-full' },
    { call: 'create', code: 'EDQUOT', as: 'disk-full' },
    { call: 'create', code: 'EACCES', as: 'file-not-writable' },
    { call: 'create', code: 'EROFS', as: 'file-not-writable' },
    { call: 'rename', code: 'EPERM', as: 'file-not-writable' },
    { call: 'rename', code: 'EIO', as: 'file-not-writable' },
  ] as const)('takes $code from $call as $as and leaves no trace', ({ call, code, as }) => {
    disk.put('a.json', 'old');
    const failing = (): FileSystem => failingFileSystem(disk.fs, { after: 0, code, only: [call] });
    for (const path of ['a.json', 'made/by/us.json']) {
      expect(thrown(() => write(path, 'new content', { fs: failing() }))).toMatchObject({
        code: as,
        path: at(path),
        message: expect.stringContaining(code),
        hint: expect.any(String),
      });
    }
    expect(disk.tree()).toEqual({ 'a.json': 'old' });
  });

  it('puts the old content back when writing in place fails half-way', () => {
    disk.put('a.json', { content: 'the old content', mode: 0o644 });
    disk.hardLink('a.json', 'b.json');
    const full = failingFileSystem(disk.fs, { after: 0, code: 'ENOSPC', only: ['overwrite'] });
    expect(thrown(() => write('a.json', 'something new', { secret: true, fs: full }))).toMatchObject({
      code: 'disk-full',
    });
    expect(disk.tree()).toEqual({ 'a.json': 'the old content', 'b.json': 'the old content' });
    expect(modeOf('a.json')).toBe(0o644);
  });

  it('points to the backup when even that fails', () => {
    disk.put('a.json', 'the old content');
    disk.hardLink('a.json', 'b.json');
    const full = failingFileSystem(disk.fs, { after: 0, code: 'EIO', only: ['overwrite'], forever: true });
    expect(thrown(() => write('a.json', 'something new', { fs: full }))).toMatchObject({
      code: 'disk-full',
      hint: expect.stringContaining('backup'),
    });
  });
});

const stages = [
  { name: 'an old file', path: 'a.json', secret: false, next: 'new content' },
  { name: 'an old file that is to hold a key', path: 'a.json', secret: true, next: 'new content' },
  { name: 'a file behind a link', path: 'link.json', secret: false, next: 'new content' },
  { name: 'a file with two names', path: 'two.json', secret: true, next: 'new content' },
  { name: 'a new file in new folders', path: 'x/y/new.json', secret: true, next: 'new content' },
  { name: 'a deletion', path: 'sub/a.json', secret: false, next: undefined },
] as const;

describe.each(disks)('writeTarget failing at every call, on $name', ({ open }) => {
  it.each(stages)('$name', ({ path, secret, next }) => {
    for (const forever of [false, true]) {
      let isOver = false;
      for (let after = 0; !isOver; after += 1) isOver = tryOnce({ path, secret, next, forever, after });
    }
  });

  interface Attempt {
    readonly path: string;
    readonly secret: boolean;
    readonly next: string | undefined;
    readonly forever: boolean;
    readonly after: number;
  }

  /** True: nothing failed any more. */
  function tryOnce({ path, secret, next, forever, after }: Attempt): boolean {
    const disk = open();
    try {
      disk.put('a.json', { content: 'the old content', mode: 0o644 });
      disk.put('link.json', { link: 'a.json' });
      disk.put('two.json', 'the old content');
      disk.hardLink('two.json', 'three.json');
      disk.put('sub/a.json', 'the old content');
      const target = join(disk.root, path);
      const before = disk.tree();
      const state = readTarget(disk.fs, target);
      const failing = failingFileSystem(disk.fs, { after, code: 'EIO', forever });
      const bytes = next === undefined ? undefined : Buffer.from(next);
      const removeFolders = [join(disk.root, 'sub')];
      const call = (): unknown => writeTarget(failing, state, bytes, { secret, removeFolders });
      if (!throws(call)) {
        expect(peekTarget(disk.fs, target).bytes).toEqual(bytes);
        // A failed fsync of a folder and a folder that stays are no failures.
        return failing.calls() <= after;
      }
      // In place there is no promise for a crash.
      if (forever && path === 'two.json') return false;
      const left = peekTarget(disk.fs, target).bytes;
      const text = left === undefined ? undefined : Buffer.from(left).toString('utf8');
      expect([before[path] === undefined ? undefined : 'the old content', next]).toContain(text);
      const temporaries = Object.keys(disk.tree()).filter((name) => name.endsWith('.tmp'));
      if (!forever) expect(temporaries).toEqual([]);
      if (!forever && text !== next) expect(disk.tree()).toEqual(before);
      return false;
    } finally {
      disk.close();
    }
  }
});

function throws(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch {
    return true;
  }
}

describe('writeTarget as root', () => {
  it.skipIf(process.getuid?.() !== 0)('keeps the owner', () => {
    const [real] = disks;
    const disk = real!.open();
    try {
      disk.put('a.json', { content: 'old', mode: 0o640 });
      const path = join(disk.root, 'a.json');
      chownSync(path, 1234, 2345);
      writeTarget(nodeFileSystem, readTarget(nodeFileSystem, path), Buffer.from('new'), { secret: false });
      expect(lstatSync(path)).toMatchObject({ uid: 1234, gid: 2345 });
      expect(lstatSync(path).mode & 0o777).toBe(0o640);
    } finally {
      disk.close();
    }
  });
});
