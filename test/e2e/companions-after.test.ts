import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  commands,
  content,
  data,
  entries,
  everything,
  folder,
  marketplaces,
  settings,
  withOlderClaude,
} from './claude-plugin.ts';
import { keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

/** Files with their text; the list of the plugin by its folder. */
const standing = (rack: Rack) => content(everything(rack));

async function takenOver() {
  const claude = await withOlderClaude();
  const { rack } = claude;
  const before = standing(rack);
  const other = await openGateway({ models: ['lite', 'other'].map((id) => ({ id, context_window: 64_000 })) });
  const flags = ['--base-url', other.baseUrl, '--api-key-env', keyVariable, '--move', '--take-over'];
  const result = await rack.run(['setup', 'claude-code', '--gateway', 'other', ...flags]);
  expect(result.code, result.stderr).toBe(0);
  expect(entries(rack)).toEqual(['m-.md', 'm-lite.md', 'm-other.md']);
  return { ...claude, before };
}

describe('Claude Code, taken over by a second gateway and given back', () => {
  it.each([
    ['remove', '--gateway', 'other'],
    ['undo', ''],
  ])('%s %s: what finds the models of the first comes back', async (...args) => {
    const { rack, before } = await takenOver();
    expect((await rack.run(args.filter(Boolean))).code).toBe(0);
    expect(standing(rack)).toEqual(before);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.has(commands)).toBe(false);
    expect(rack.has(data)).toBe(false);
  });

  it('comes back step by step after all was removed', async () => {
    const { rack, before } = await takenOver();
    const second = standing(rack);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.has(data)).toBe(false);
    for (const expected of [second, before]) {
      expect((await rack.run(['undo'])).code).toBe(0);
      expect(standing(rack)).toEqual(expected);
    }
  });

  it('is known by its settings alone, until the next refresh', async () => {
    const { rack, before } = await takenOver();
    rmSync(rack.path('.cache'), { recursive: true });
    expect((await rack.run(['remove', '--gateway', 'other'])).code).toBe(0);
    expect(Object.keys(standing(rack))).toEqual(Object.keys(before));
    expect((await rack.run(['refresh', '--gateway', 'modelrack', '--yes'])).code).toBe(0);
    expect(standing(rack)).toEqual(before);
  });

  it('stays with the second when the first is removed', async () => {
    const { rack } = await takenOver();
    const before = everything(rack);
    expect((await rack.run(['remove', '--gateway', 'modelrack'])).code).toBe(0);
    const after = everything(rack);
    for (const name of [marketplaces, settings].map((file) => rack.path(file))) {
      delete before[name];
      delete after[name];
    }
    expect(after).toEqual(before);
  });
});

describe('undo of a refresh', () => {
  it('in Claude Code takes the entries and the list along', async () => {
    const { rack, serve } = await withOlderClaude();
    const before = standing(rack);
    serve(['lite', 'later']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(entries(rack)).toContain('m-later.md');
    expect((await rack.run(['undo'])).code).toBe(0);
    const after = standing(rack);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const idsIn = (files: Record<string, string>) =>
      JSON.parse(files[rack.path(`${folder}/models.json`)] ?? '').rows.map(({ id }: { id: string }) => id);
    expect(idsIn(after)).toEqual(idsIn(before));
  });

  it.each([
    ['qwen', 'qwen-code', ['.qwen/commands/m-.md', '.qwen/commands/m-lite.md']],
    ['pi', 'pi', ['.pi/agent/extensions/m-modelrack.js']],
  ])('in %s takes the entries and the list along', async (tool, id, kept) => {
    let ids = ['lite', 'a/five'];
    const gateway = await openGateway({ models: () => ids.map((one) => ({ id: one, name: `The ${one}` })) });
    const rack = makeRack();
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run(['setup', tool, ...flags])).code).toBe(0);
    const before = standing(rack);
    ids = ['lite', 'b/later'];
    expect((await rack.run(['refresh'])).code).toBe(0);
    expect((await rack.run(['undo'])).code).toBe(0);
    const after = standing(rack);
    const list = rack.path(`${data}/plugins/${id}-modelrack/models.json`);
    const manifest = rack.path(`${data}/plugins/${id}-modelrack/manifest.json`);
    expect(after[list]).toBe(before[list]);
    expect(kept.map((name) => rack.has(name))).toEqual(kept.map(() => true));
    for (const one of [after, before]) delete one[manifest];
    expect(after).toEqual(before);
  });
});
