import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { commands, content, everything, folder, withClaude, withOlderClaude } from './claude-plugin.ts';
import type { RunDocument } from './rack.ts';

/** As a release of before wrote it. */
function markedAsOurs(text: string): string {
  const print = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text}<!-- Made by modelrack for modelrack; "modelrack remove" takes it out. ${print} -->\n`;
}

it('names every file that it writes, in the document and in the preview', async () => {
  const { rack, setUp, serve } = await withOlderClaude();
  const filesOf = async (args: readonly string[]) => {
    const before = content(everything(rack));
    const { document } = await rack.json<RunDocument>(args);
    const files = document.tools[0]?.files ?? [];
    const named = files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    const after = content(everything(rack));
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return {
      files,
      named,
      changed: changed.filter((file) => before[file] !== after[file] && !file.endsWith('manifest.json')),
    };
  };
  serve(['plus', 'b/two']);
  const preview = await filesOf([...setUp, '--dry-run']);
  expect(preview.changed).toEqual([]);
  for (const { diff, path, action } of preview.files) {
    if (action !== 'unchanged') expect(diff, path).toContain(path);
  }
  const done = await filesOf(setUp);
  expect(done.named.toSorted()).toEqual(done.changed.toSorted());
  expect(preview.named).toEqual(done.named);
  expect(done.named).toContain(rack.path(`${commands}/m-lite.md`));
  const removed = await filesOf(['remove', '--yes']);
  expect(removed.named.toSorted()).toEqual(removed.changed.toSorted());
});

it('takes away the entries of every model that an older release of ours made', async () => {
  const { rack, setUp } = await withClaude();
  const manifest = JSON.parse(rack.read(`${folder}/manifest.json`));
  const old = Array.from({ length: 30 }, (_, index) => rack.path(`${commands}/m-old-${index}.md`));
  for (const file of old) rack.write(relative(rack.home, file), markedAsOurs('To switch to this model, type:\n'));
  const made = { beside: old, madeFolders: [rack.path('.claude/commands')] };
  rack.write(`${folder}/manifest.json`, JSON.stringify({ ...manifest, ...made }));
  const { document } = await rack.json<RunDocument>(setUp);
  expect(document.tools[0]?.files.filter(({ action }) => action === 'deleted')).toHaveLength(30);
  expect(rack.has(commands)).toBe(false);
  const again = await rack.json<RunDocument>(setUp);
  expect(again.document.tools[0]?.status).toBe('unchanged');
});
