import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingFileSystem } from '../testing/failing-file-system.ts';
import { memoryFileSystem } from '../testing/memory-file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { peekTarget, readTarget } from './read-target.ts';
import { disks, thrown } from '../testing/test-disks.ts';
import type { TestDisk } from '../testing/test-disks.ts';

const text = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');

describe.each(disks)('readTarget on $name', ({ open }) => {
  let disk: TestDisk;
  beforeEach(() => {
    disk = open();
  });
  afterEach(() => disk.close());

  it('reads a file with its mode', () => {
    disk.put('a.json', { content: '{}', mode: 0o640 });
    const path = join(disk.root, 'a.json');
    const state = readTarget(disk.fs, path);
    expect(state).toMatchObject({ path, realPath: path, mode: 0o640, links: 1 });
    expect(text(state.bytes)).toBe('{}');
  });

  it.each(['a.json', 'no/such/folder/a.json'])('takes the missing %s as no file', (name) => {
    const path = join(disk.root, name);
    expect(readTarget(disk.fs, path)).toEqual({
      path,
      realPath: path,
      bytes: undefined,
      mode: undefined,
      uid: undefined,
      gid: undefined,
      links: 0,
    });
  });

  it.each([
    { name: 'a relative link', links: { 'c/a.json': '../dots/a.json' } },
    { name: 'an absolute link', links: { 'c/a.json': '{root}/dots/a.json' } },
    { name: 'a chain', links: { 'c/a.json': 'b.json', 'c/b.json': 'd.json', 'c/d.json': '{root}/c/../dots/a.json' } },
    { name: 'a linked folder', links: { c: 'dots' } },
    { name: 'a link with .. below a linked folder', links: { c: 'deep/er', 'deep/er/a.json': '../../dots/a.json' } },
  ])('follows $name', ({ links }) => {
    disk.put('dots/a.json', '{}');
    disk.put('deep/er/x', '');
    for (const [path, link] of Object.entries(links)) disk.put(path, { link: link.replace('{root}', disk.root) });
    const state = readTarget(disk.fs, join(disk.root, 'c/a.json'));
    expect(state.realPath).toBe(join(disk.root, 'dots/a.json'));
    expect(text(state.bytes)).toBe('{}');
  });

  it('follows a dangling link to where the file will be', () => {
    disk.put('dots/x', '');
    disk.put('a.json', { link: 'dots/a.json' });
    const state = readTarget(disk.fs, join(disk.root, 'a.json'));
    expect(state).toMatchObject({ realPath: join(disk.root, 'dots/a.json'), bytes: undefined, links: 0 });
  });

  it.each([
    { name: 'a file link', path: 'a.json', link: 'gone/a.json' },
    { name: 'a folder link', path: 'conf', link: 'gone' },
  ])('refuses $name into a folder that does not exist', ({ path, link }) => {
    disk.put(path, { link });
    const target = join(disk.root, path === 'conf' ? 'conf/a.json' : path);
    const error = thrown(() => readTarget(disk.fs, target));
    expect(error).toMatchObject({ code: 'file-not-writable', path: target, hint: expect.any(String) });
    expect(error).toHaveProperty('message', `a link leads to ${join(disk.root, 'gone')}, which does not exist`);
  });

  it('follows 40 links and no more', () => {
    disk.put('l0', '{}');
    for (let count = 1; count <= 41; count += 1) disk.put(`l${count}`, { link: `l${count - 1}` });
    expect(text(readTarget(disk.fs, join(disk.root, 'l40')).bytes)).toBe('{}');
    expect(thrown(() => readTarget(disk.fs, join(disk.root, 'l41')))).toMatchObject({ code: 'file-unreadable' });
  });

  it.each([
    { name: 'itself', links: { a: 'a' } },
    { name: 'each other', links: { a: 'b', b: 'a' } },
  ])('refuses links to $name', ({ links }) => {
    for (const [path, link] of Object.entries(links)) disk.put(path, { link });
    expect(thrown(() => readTarget(disk.fs, join(disk.root, 'a')))).toMatchObject({
      code: 'file-unreadable',
      hint: expect.any(String),
    });
  });

  it.each([
    { name: 'a folder', path: 'folder', message: 'this is a folder, not a file' },
    { name: 'a file as a folder', path: 'file/a.json', message: '{root}/file is a file where a folder is needed' },
  ])('refuses $name', ({ path, message }) => {
    disk.put('folder/x', '');
    disk.put('file', '');
    const target = join(disk.root, path);
    expect(thrown(() => readTarget(disk.fs, target))).toMatchObject({
      code: 'file-unreadable',
      path: target,
      message: message.replace('{root}', disk.root),
    });
  });

  it('refuses to write, but not to look at, a file whose owner may not write', () => {
    disk.put('a.json', { content: '{}', mode: 0o444 });
    const path = join(disk.root, 'a.json');
    expect(thrown(() => readTarget(disk.fs, path))).toMatchObject({
      code: 'file-not-writable',
      path,
      hint: expect.any(String),
    });
    expect(text(peekTarget(disk.fs, path).bytes)).toBe('{}');
  });

  it('says that a file cannot be read', () => {
    disk.put('a.json', '{}');
    const path = join(disk.root, 'a.json');
    const closed = failingFileSystem(disk.fs, { after: 0, code: 'EACCES', only: ['read'] });
    expect(thrown(() => readTarget(closed, path))).toMatchObject({
      code: 'file-unreadable',
      message: 'this file cannot be read (EACCES)',
      path,
      hint: expect.any(String),
    });
  });

  it.each([
    { name: 'the file', after: 0, message: 'this file cannot be written by you' },
    { name: 'its folder', after: 1, message: 'the folder {root} cannot be written by you' },
  ])('refuses when the system would not let us write $name', ({ after, message }) => {
    disk.put('a.json', '{}');
    const closed = failingFileSystem(disk.fs, { after, code: 'EACCES', only: ['isWritable'] });
    expect(thrown(() => readTarget(closed, join(disk.root, 'a.json')))).toMatchObject({
      code: 'file-not-writable',
      message: message.replace('{root}', disk.root),
    });
  });
});

describe('readTarget', () => {
  it.each([
    { store: '/nix/store/x1-home-manager-files', owner: 'Nix' },
    { store: '/gnu/store/x1-home', owner: 'Guix' },
  ])('says that $owner manages a file', ({ store, owner }) => {
    const fs = memoryFileSystem({
      [`${store}/.config/a.json`]: { content: '{}', mode: 0o444 },
      '/home/u/.config/file.json': { link: `${store}/.config/a.json` },
      '/home/u/.config/folder': { link: `${store}/.config` },
    });
    for (const path of ['/home/u/.config/file.json', '/home/u/.config/folder/a.json', '/home/u/.config/folder/new']) {
      expect(thrown(() => readTarget(fs, path))).toMatchObject({
        code: 'file-not-writable',
        message: `this file is managed by ${owner}, which keeps it read-only`,
        hint: expect.stringContaining(owner),
        path,
      });
    }
  });

  it.skipIf(process.platform === 'win32')('refuses a device', () => {
    expect(thrown(() => readTarget(nodeFileSystem, '/dev/null'))).toMatchObject({
      code: 'file-unreadable',
      message: 'this is a device, a pipe or a socket, not a file',
    });
  });

  it('refuses a missing file in a closed folder', () => {
    const fs = memoryFileSystem({ '/home/u': { folderMode: 0o555 } });
    expect(thrown(() => readTarget(fs, '/home/u/new/a.json'))).toMatchObject({
      code: 'file-not-writable',
      message: 'the folder /home/u cannot be written by you',
    });
  });
});
