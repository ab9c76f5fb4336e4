import { memoryFileSystem } from '@modelrack/config-edit/testing';
import type { EngineRequest } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import { rowsNamed } from './corpus/axes.ts';
import { corpusBytes, corpusCases, corpusTools, type CorpusCase } from './corpus/cases.ts';
import { memoryEngine } from './memory-engine.ts';

const home = '/home/jo';
const first = rowsNamed(['lite', 'plus', 'acme/one', 'acme/two']);
const second = rowsNamed(['lite', 'plus', 'acme/one', 'acme/three', 'zeta/four']);

/** What a person may do to lines that are not ours while our block stands. */
const edits: Readonly<Record<string, (text: string) => string>> = {
  'a blank line at the end': (text) => `${text}${text.includes('\r\n') ? '\r\n' : '\n'}`,
  'a blank line at the top': atTop,
};

function atTop(text: string): string {
  return text.startsWith('\uFEFF') ? `\uFEFF\n${text.slice(1)}` : `\n${text}`;
}

/** What is ours in a file before the first setup is taken out too; a file of blanks has no lines of anybody's. */
const cases = corpusCases.filter(
  ({ outcome, file }) =>
    outcome === 'edit' && !/ours|one-per-line|five-thousand|empty\.(?:json|toml)|whitespace/.test(file),
);

function engineOn(one: CorpusCase, text: string) {
  const place = corpusTools[one.tool];
  if (place === undefined) throw new Error(`no tool ${one.tool}`);
  const file = `${home}/${place.place(one.file)}`;
  const fs = memoryFileSystem({ [file]: { content: text, mode: 0o644 } });
  return {
    fs,
    read: () => Buffer.from(fs.read(file)).toString('utf8'),
    write: (content: string) => fs.put(file, { content, mode: 0o644 }),
    run: (command: EngineRequest['command'], list: EngineRequest['list']) =>
      memoryEngine.run({
        tool: place.tool,
        command,
        isPreview: false,
        fs,
        home,
        cwd: `${home}/project`,
        gateway: { name: 'modelrack', apiRoot: 'https://gw.example.test/v1' },
        key: { from: 'env', value: 'sk-test-key-0123456789abcdef' },
        list,
        flags: { takeOver: true, project: false },
      }),
  };
}

describe.each(cases)('$file', (one) => {
  const original = Buffer.from(corpusBytes(one)).toString('utf8');

  test('set up, remove, a line at the top, undo, remove', async () => {
    const edit = atTop;
    const scene = engineOn(one, original);
    await scene.run('setup', first);
    const written = scene.read();
    await scene.run('remove', first);
    scene.write(edit(scene.read()));
    const undone = await scene.run('undo', first);
    expect(undone.error).toBeNull();
    expect(scene.read()).toBe(edit(written));
    await scene.run('remove', first);
    expect(scene.read()).toBe(edit(original));
  });

  test.each(Object.entries(edits))('set up, %s, refresh, remove', async (_, edit) => {
    const scene = engineOn(one, original);
    await scene.run('setup', first);
    scene.write(edit(scene.read()));
    const refreshed = await scene.run('refresh', second);
    expect(refreshed.error).toBeNull();
    expect(refreshed.models).toMatchObject({ added: ['acme/three', 'zeta/four'], removed: ['acme/two'] });
    await scene.run('remove', second);
    expect(scene.read()).toBe(edit(original));
  });
});
