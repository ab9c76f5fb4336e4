import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failingFileSystem, memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import { isRackError } from '@modelrack/errors';
import { readLists, type EngineRequest } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import { silentEngine } from './memory-engine.ts';
import { listsFile } from './repository/fixtures-of.ts';
import { supportedTools } from './repository/supported-tools.ts';

/** The short version takes every other moment, the long one all of them. */
const stride = process.env['MODELRACK_KILLS'] === undefined ? 2 : 1;
const home = '/home/jo';
const lists = readLists(listsFile);
/** What needs space; that a file goes needs none. */
const needSpace = ['create', 'overwrite', 'rename', 'makeFolder'] as const;

type Step = readonly [command: EngineRequest['command'], connection: string, list: string];
const setUp: Step = ['setup', 'modelrack', 'first'];
const remove: Step = ['remove', 'modelrack', 'first'];

/** The last step meets the full disk. */
const lives: Readonly<Record<string, readonly Step[]>> = {
  'a first setup': [setUp],
  'a refresh': [setUp, ['refresh', 'modelrack', 'second']],
  'a setup of another gateway': [setUp, ['setup', 'second', 'second']],
  'a removal': [setUp, remove],
  'an undo': [setUp, remove, ['undo', 'modelrack', 'first']],
};

describe.each(await supportedTools())('$id', (tool) => {
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/old-ledgers/${tool.id}.json`), 'utf8'));
  const { before, project }: { before: Readonly<Record<string, string>>; project: boolean } = kept;

  function run(fs: MemoryFileSystem, [command, name, list]: Step) {
    return silentEngine
      .run({
        tool,
        command,
        isPreview: false,
        fs,
        home,
        cwd: `${home}/project`,
        gateway: { name, apiRoot: `https://${name}.example.test/v1` },
        key: { from: 'env', value: 'sk-test-key-0123456789abcdef' },
        list: (lists[list] ?? []).slice(0, 3),
        flags: { takeOver: true, project },
      })
      .catch((error: unknown) => ({ error: isRackError(error) ? error : { code: String(error) } }));
  }

  test('a disk that is full at any moment: remove gives back what stood there', async () => {
    for (const [name, life] of Object.entries(lives)) {
      let full = 0;
      for (; full < 60; full += stride) {
        const fs = memoryFileSystem({ [home]: { folderMode: 0o755 }, ...before });
        for (const step of life.slice(0, -1)) expect((await run(fs, step)).error, name).toBeNull();
        const failing = failingFileSystem(fs, { after: full, code: 'ENOSPC', only: needSpace, forever: true });
        const { error } = await run({ ...fs, ...failing }, life.at(-1) ?? setUp);
        const place = `in the middle of ${name}, after ${full} calls that need space`;
        expect(error?.code ?? 'disk-full', place).toBe('disk-full');
        for (const connection of new Set(life.map(([, one]) => one))) {
          expect((await run(fs, ['remove', connection, 'first'])).error, place).toBeNull();
        }
        expect(filesOf(fs), place).toEqual(before);
        if (failing.calls() <= full) break;
      }
      // What held a key is not undone.
      expect(full, name).toBeGreaterThan(name === 'an undo' ? -1 : 0);
    }
  });
});

/** What is in the home folder, but for what is ours to keep. */
function filesOf(fs: MemoryFileSystem): Record<string, string> {
  const paths = Object.keys(fs.tree()).filter((path) => path.startsWith(`${home}/`) && fs.stat(path).kind === 'file');
  const own = paths.filter((path) => !path.includes('/.config/modelrack/'));
  return Object.fromEntries(own.map((path) => [path, fs.text(path) ?? '']));
}
