import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import { readLists, type EngineRequest } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import { silentEngine, state } from './memory-engine.ts';
import { listsFile } from './repository/fixtures-of.ts';
import { supportedTools } from './repository/supported-tools.ts';

type Files = Readonly<Record<string, string>>;

/** A home folder as a release of before November 2026 left it: set up, set up with another list, then for a second gateway. */
interface Old {
  readonly project: boolean;
  readonly before: Files;
  readonly first: Files;
  readonly second: Files;
  readonly files: Files;
}

const home = '/home/jo';
const root = join(import.meta.dirname, '..');
const lists = readLists(listsFile);

/** A tool that came later has none. */
const olds = (await supportedTools()).filter(({ id }) => existsSync(ledgerOf(id)));

function ledgerOf(tool: string): string {
  return join(root, `fixtures/old-ledgers/${tool}.json`);
}

describe.each(olds)('$id, with a ledger of an older release', (tool) => {
  // A part of the tests.
  const old = JSON.parse(readFileSync(ledgerOf(tool.id), 'utf8')) as Old;

  function open(edit: (path: string, text: string) => string = (_, text) => text) {
    const key = { from: 'env', value: 'sk-test-key-0123456789abcdef' } as const;
    const fs = memoryFileSystem({ [home]: { folderMode: 0o755 } });
    for (const [path, text] of Object.entries(old.files)) {
      fs.put(path.replace('@state', state), path in old.before ? edit(path, text) : text);
    }
    const run = (command: EngineRequest['command'], name: string, list = 'first') =>
      silentEngine.run({
        tool,
        command,
        isPreview: false,
        fs,
        home,
        cwd: `${home}/project`,
        gateway: { name, apiRoot: `https://${name === 'modelrack' ? 'gw' : name}.example.test/v1` },
        key,
        list: (lists[list] ?? []).slice(0, 4),
        flags: { takeOver: true, project: old.project },
      });
    return { fs, run };
  }

  test.each([
    ['modelrack', 'second'],
    ['second', 'modelrack'],
  ])('%s and then %s are removed to the byte', async (...order) => {
    const { fs, run } = open();
    for (const name of order) expect((await run('remove', name)).error).toBeNull();
    expect(filesOf(fs)).toEqual(old.before);
  });

  test('a line of the user is all that is left after both are removed', async () => {
    const { fs, run } = open((_, text) => `${text}\n`);
    await run('remove', 'second');
    await run('remove', 'modelrack');
    const edited = Object.fromEntries(Object.entries(old.before).map(([path, text]) => [path, `${text}\n`]));
    expect(filesOf(fs)).toEqual(edited);
  });

  test('undo goes back run by run', async () => {
    const { fs, run } = open();
    expect((await run('undo', 'second')).error).toBeNull();
    expect(filesOf(fs)).toEqual(old.second);
    // Where the tool asks for its models itself, the other list changed nothing.
    if (JSON.stringify(old.first) !== JSON.stringify(old.second)) {
      await run('undo', 'modelrack');
      expect(filesOf(fs)).toEqual(old.first);
    }
    await run('undo', 'modelrack');
    expect(filesOf(fs)).toEqual(old.before);
  });

  test('a refresh goes on from there, and remove still ends where it began', async () => {
    const { fs, run } = open();
    expect((await run('refresh', 'second', 'second')).error).toBeNull();
    expect((await run('refresh', 'second', 'second')).status).toBe('unchanged');
    await run('remove', 'second');
    await run('remove', 'modelrack');
    expect(filesOf(fs)).toEqual(old.before);
  });
});

function filesOf(fs: MemoryFileSystem): Files {
  const paths = Object.keys(fs.tree()).filter(
    (path) => path.startsWith(`${home}/`) && !path.includes('/modelrack/') && fs.stat(path).kind === 'file',
  );
  return Object.fromEntries(paths.map((path) => [path, fs.text(path) ?? '']));
}
