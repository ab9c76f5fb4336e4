import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFileSystem } from '@modelrack/config-edit/testing';
import { readLists, type EngineRequest } from '@modelrack/tool-kit/testing';
import { expect, it } from 'vitest';
import { silentEngine } from '../../memory-engine.ts';
import { listsFile } from '../../repository/fixtures-of.ts';
import { supportedTools } from '../../repository/supported-tools.ts';
import { filesOf, openListing, rackWith } from './listing.ts';

const home = '/home/jo';
const fixtures = join(import.meta.dirname, '../../../fixtures');
const lists = readLists(listsFile);

/** What undo took out of a file that another gateway had left before: an empty file is not what a tool reads. */
it.each(await supportedTools())('$id: undo beside what is gone already leaves no empty file', async (tool) => {
  const fs = memoryFileSystem({ [home]: { folderMode: 0o755 } });
  const { project } = JSON.parse(readFileSync(join(fixtures, `old-ledgers/${tool.id}.json`), 'utf8'));
  const run = (command: EngineRequest['command'], name: string) =>
    silentEngine.run({
      tool,
      command,
      isPreview: false,
      fs,
      home,
      cwd: `${home}/project`,
      gateway: { name, apiRoot: `https://${name}.example.test/v1` },
      key: { from: 'env', value: `sk-test-${name}-0123456789abcdef` },
      list: (lists['first'] ?? []).slice(0, 2),
      flags: { takeOver: true, project },
    });
  await run('setup', 'first');
  await run('setup', 'second');
  await run('remove', 'first');
  await run('undo', 'first');
  await run('undo', 'second');
  await run('remove', 'first');
  await run('remove', 'second');
  const left = Object.keys(fs.tree()).filter(
    (path) => path.startsWith(`${home}/`) && !path.includes('/modelrack/') && fs.stat(path).kind === 'file',
  );
  expect(Object.fromEntries(left.map((path) => [path, fs.text(path)]))).toEqual({});
});

it('llm, two gateways, undo and undo again: no file of keys that is no JSON', async () => {
  const [first, second] = [await openListing(), await openListing()];
  const rack = rackWith({});
  const run = (args: readonly string[]) => rack.run(args, { env: { SECOND_KEY: 'sk-test-second0001' } });
  const other = ['--gateway', 'second', '--base-url', second.baseUrl, '--api-key-env', 'SECOND_KEY'];
  expect((await run(['setup', 'llm', ...first.flags])).code).toBe(0);
  expect((await run(['setup', 'llm', ...other])).code).toBe(0);
  const removal = ['remove', '--gateway', 'modelrack'];
  for (const step of [removal, ['undo'], ['undo'], removal]) {
    await run(step);
    for (const [name, text] of Object.entries(filesOf(rack))) {
      if (name.endsWith('.json')) expect(text, `${name} after ${step[0]}`).toMatch(/^\s*\{/);
    }
  }
  await run(['remove']);
  expect(filesOf(rack)).toEqual({});
});
