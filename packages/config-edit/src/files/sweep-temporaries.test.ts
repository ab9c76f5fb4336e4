import { spawnSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFileSystem } from '../testing/memory-file-system.ts';
import { createTemporary, replaceFile, temporaryPattern } from './replace-file.ts';
import { sweepTemporaries } from './sweep-temporaries.ts';
import { disks } from '../testing/test-disks.ts';

const hour = 3_600_000;
const alive = process.pid;
/** Of a process that is surely gone. */
const dead = spawnSync(process.execPath, ['-e', '0']).pid;

describe('sweepTemporaries', () => {
  it('deletes our own old ones and nothing else', () => {
    let time = 0;
    const fs = memoryFileSystem({}, { now: () => time });
    const old = `.a.json.modelrack-${alive}-0abc.tmp`;
    for (const name of [old, '.a.json.modelrack-12.tmp', '.a.json.other-12-0abc.tmp', 'a.json.tmp']) {
      fs.put(`/c/${name}`, 'old');
    }
    fs.put('/c/.link.modelrack-12-0abc.tmp', { link: '/c/a.json.tmp' });
    fs.put('/c/.folder.modelrack-12-0abc.tmp/x', '');
    time = 10 * 60_000;
    fs.put(`/c/.b.json.modelrack-${alive}-0abc.tmp`, 'young');
    const before = fs.tree();
    sweepTemporaries(fs, '/c', new Date(hour));
    expect(fs.tree()).toEqual(before);
    sweepTemporaries(fs, '/c', new Date(hour + 1));
    const { [`/c/${old}`]: swept, ...rest } = before;
    expect(swept).toBe('old');
    expect(fs.tree()).toEqual(rest);
  });

  it('deletes those of a run that was killed at once', () => {
    const fs = memoryFileSystem({ [`/c/.a.json.modelrack-${dead}-0abc.tmp`]: 'left', '/c/a.json': 'x' });
    sweepTemporaries(fs, '/c', new Date(0));
    expect(fs.tree()).toEqual({ '/c/a.json': 'x' });
  });

  it('does not mind a folder that is not there or closed', () => {
    const fs = memoryFileSystem({ '/c/.a.modelrack-12-0abc.tmp': '' });
    fs.put('/c', { folderMode: 0o555 });
    sweepTemporaries(fs, '/none', new Date());
    sweepTemporaries(fs, '/c', new Date());
    expect(Object.keys(fs.tree())).toEqual(['/c/.a.modelrack-12-0abc.tmp']);
  });
});

describe.each(disks)('temporary files on $name', ({ open }) => {
  it.each(['a.json', `${'long'.repeat(60)}.json`, 'ä'.repeat(120), '🐢'.repeat(60)])(
    'of %s have names that are swept',
    (name) => {
      const disk = open();
      try {
        const temporary = createTemporary(disk.fs, join(disk.root, name), { bytes: Buffer.from('x'), mode: 0o600 });
        expect(basename(temporary)).toMatch(temporaryPattern);
        sweepTemporaries(disk.fs, disk.root, new Date(disk.fs.lstat(temporary).modifiedMs + hour + 1));
        expect(disk.tree()).toEqual({});
      } finally {
        disk.close();
      }
    },
  );
});

describe.each(disks)('replaceFile on $name', ({ open }) => {
  it('replaces content, mode and link', () => {
    const disk = open();
    try {
      disk.put('other', 'other');
      disk.put('a', { link: 'other' });
      replaceFile(disk.fs, join(disk.root, 'a'), { bytes: Buffer.from('new'), mode: 0o600 });
      expect(disk.tree()).toEqual({ a: 'new', other: 'other' });
      expect(disk.fs.lstat(join(disk.root, 'a'))).toMatchObject({ kind: 'file', mode: 0o600 });
    } finally {
      disk.close();
    }
  });
});

describe('sweepTemporaries on a real disk', () => {
  it('goes by the time of the last change', () => {
    const disk = disks[0]!.open();
    try {
      const old = `.a.modelrack-${alive}-0abc.tmp`;
      const young = `.b.modelrack-${alive}-0abc.tmp`;
      disk.put(old, '');
      disk.put(young, '');
      utimesSync(join(disk.root, old), new Date(), new Date(Date.now() - 2 * hour));
      sweepTemporaries(disk.fs, disk.root, new Date());
      expect(Object.keys(disk.tree())).toEqual([young]);
    } finally {
      disk.close();
    }
  });
});
