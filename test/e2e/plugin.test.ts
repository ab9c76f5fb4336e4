import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  commands,
  content,
  data,
  entries,
  everything,
  first,
  folder,
  marketplaces,
  ours,
  settings,
  putOlderClaude,
  withClaude,
  withOlderClaude,
} from './claude-plugin.ts';
import { keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

describe('setup', () => {
  it('makes a plugin, and enables it by settings alone', async () => {
    const { rack, result } = await withClaude();
    expect(rack.has(commands)).toBe(false);
    const source = { source: 'directory', path: rack.path(folder) };
    expect(JSON.parse(rack.read(settings))).toMatchObject({
      extraKnownMarketplaces: { modelrack: { source } },
      enabledPlugins: { 'modelrack@modelrack': true },
    });
    expect(rack.has('.claude/plugins')).toBe(false);
    const hooks = JSON.parse(rack.read(`${folder}/modelrack/hooks/hooks.json`));
    // An event that 2.1.197 does not know would make it drop all of them.
    expect(Object.keys(hooks.hooks)).toEqual(['SessionStart', 'UserPromptSubmit']);
    expect(hooks.hooks.SessionStart[0].hooks[0]).toMatchObject({
      command: process.execPath,
      args: [rack.path(`${data}/bin/modelrack.js`), 'hook', 'session-start', 'modelrack'],
      async: true,
    });
    expect(hooks.modules).toEqual(['./register.js']);
    expect(rack.read(`${folder}/modelrack/hooks/register.js`)).toContain(
      JSON.stringify(rack.path(`${folder}/models.json`)),
    );
    expect(result.stderr).toContain('or type /m- and a few letters of its name');
  });

  it('makes an entry to search by and one for each alias where a release knows no modules', async () => {
    const { rack } = await withOlderClaude();
    expect(entries(rack)).toEqual(ours);
  });

  it('makes at most 13 entries, however many models there are', async () => {
    const many = Array.from({ length: 400 }, (_, index) => [`tier${index}`, `a/model-${index}`]).flat();
    const { rack } = await withOlderClaude(undefined, many);
    expect(entries(rack)).toHaveLength(13);
  });

  it('has nothing to do the second time', async () => {
    const { rack, setUp } = await withOlderClaude();
    const before = everything(rack);
    for (const _ of [1, 2]) {
      const { document } = await rack.json<RunDocument>(setUp);
      expect(document.tools[0]?.status).toBe('unchanged');
      expect(everything(rack)).toEqual(before);
    }
  });

  it('writes nothing for a preview, which says that something would change', async () => {
    const { rack, setUp } = await withOlderClaude();
    rmSync(rack.path(`${commands}/m-lite.md`));
    const before = everything(rack);
    expect((await rack.run([...setUp, '--check'])).code).toBe(7);
    expect(everything(rack)).toEqual(before);
    expect((await rack.run(setUp)).code).toBe(0);
    expect(entries(rack)).toEqual(ours);
  });

  it('with a file of its own is not about the plugin', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const args = ['setup', 'claude-code', '--config-file', 'own.json', '--base-url', gateway.baseUrl];
    expect((await rack.run([...args, '--api-key-env', keyVariable])).code).toBe(0);
    expect(rack.read('work/own.json')).not.toContain('enabledPlugins');
    expect(readdirSync(rack.path('work'))).toEqual(['own.json']);
    expect(rack.has(`${data}/plugins`)).toBe(false);
  });

  it("goes into the folder that Claude Code's variable names", async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    putOlderClaude(rack);
    const env = { CLAUDE_CONFIG_DIR: rack.path('elsewhere') };
    const args = ['setup', 'claude-code', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run(args, { env })).code).toBe(0);
    expect(readdirSync(rack.path('elsewhere')).toSorted()).toEqual(['commands', 'plugins', 'settings.json']);
    expect(rack.has('.claude')).toBe(false);
    // A second place of the same tool; then without the variable, as a hook of the first place may run.
    expect((await rack.run(args)).code).toBe(0);
    const entriesOf = (name: string) => readdirSync(rack.path(name)).toSorted();
    expect(entriesOf(commands)).toEqual(entriesOf('elsewhere/commands'));
    const settled = everything(rack);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(everything(rack)).toEqual(settled);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    for (const name of ['elsewhere/commands', commands, data]) expect(rack.has(name), name).toBe(false);
  });

  it('stays switched off where the user switched it off', async () => {
    const { rack, setUp } = await withOlderClaude();
    rack.write(settings, rack.read(settings).replace('"modelrack@modelrack": true', '"modelrack@modelrack": false'));
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect((await rack.run(setUp)).code).toBe(0);
    expect(rack.read(settings)).toContain('"modelrack@modelrack": false');
  });
});

describe('refresh', () => {
  it('brings entries for what came and takes out those of what left', async () => {
    const { rack, serve } = await withOlderClaude();
    serve(['plus', 'anthropic/claude-sonnet-4.5', 'qwen/qwen3-coder:free']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-.md', 'm-plus.md']);
    expect(rack.read(`${folder}/models.json`)).toContain('qwen/qwen3-coder:free');
    expect(rack.read(`${folder}/models.json`)).not.toContain('gpt-5-mini');
  });

  it('keeps all of them where the list is suspiciously short', async () => {
    const { rack, serve } = await withOlderClaude(undefined, ['one', 'two', 'three', 'four', 'five']);
    const before = entries(rack);
    serve(['one']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(before);
  });

  it('leaves an entry out that the user took out, until a new setup', async () => {
    const { rack, serve, setUp } = await withOlderClaude();
    rmSync(rack.path(`${commands}/m-lite.md`));
    serve([...first, 'new']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(entries(rack)).not.toContain('m-lite.md');
    expect(entries(rack)).toContain('m-new.md');
    expect((await rack.run(setUp)).code).toBe(0);
    expect(entries(rack)).toContain('m-lite.md');
  });

  it('finishes what a killed run began, and sweeps what it left', async () => {
    const { rack } = await withOlderClaude();
    const manifest = JSON.parse(rack.read(`${folder}/manifest.json`));
    rack.write(`${folder}/manifest.json`, JSON.stringify({ ...manifest, isUnfinished: true }));
    rmSync(rack.path(`${commands}/m-lite.md`));
    const half = `${commands}/.m-lite.md.modelrack-1-0abc.tmp`;
    rack.write(half, 'half');
    utimesSync(rack.path(half), 0, 0);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(ours);
  });
});

describe("files of the user's", () => {
  const mine = {
    [`${commands}/m-mine.md`]: '---\ndescription: mine\n---\nDo it\n',
    [`${commands}/m-lite.md`]: 'My own lite\n',
    [`${commands}/review.md`]: 'Review\n',
  };
  const write = (rack: Rack) => {
    for (const [name, text] of Object.entries(mine)) rack.write(name, text);
  };

  it('are never touched, and keep their names', async () => {
    const { rack, serve } = await withOlderClaude(write);
    const check = () => {
      for (const [name, text] of Object.entries(mine)) expect(rack.read(name)).toBe(text);
    };
    check();
    expect(entries(rack)).toContain('m-.md');
    // Their command answers, not ours.
    expect(JSON.parse(rack.read(`${folder}/models.json`)).names).not.toHaveProperty('m-lite');
    serve(['anthropic/claude-sonnet-4.5', 'openai/gpt-5-mini', 'mine']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    check();
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    check();
    expect(entries(rack)).toEqual(['m-lite.md', 'm-mine.md', 'review.md']);
  });

  it('are those of ours that they changed, or copied', async () => {
    const { rack, serve } = await withOlderClaude();
    const edited = `${rack.read(`${commands}/m-lite.md`)}and more\n`;
    rack.write(`${commands}/m-lite.md`, edited);
    rack.write(`${commands}/m-copy.md`, rack.read(`${commands}/m-.md`));
    serve([...first, 'a/new']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-copy.md', 'm-lite.md']);
    expect(rack.read(`${commands}/m-lite.md`)).toBe(edited);
  });

  it('may be links', async () => {
    const { rack } = await withOlderClaude((made) => {
      made.write('dotfiles/lite.md', 'Mine, linked\n');
      mkdirSync(made.path(commands), { recursive: true });
      symlinkSync(made.path('dotfiles/lite.md'), made.path(`${commands}/m-lite.md`));
      symlinkSync(made.path('nowhere'), made.path(`${commands}/m-.md`));
    });
    expect(rack.read('dotfiles/lite.md')).toBe('Mine, linked\n');
    expect(rack.has('nowhere')).toBe(false);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-.md', 'm-lite.md']);
  });
});

/** What a session leaves: a row about the marketplace, and a folder for the plugin's data. */
function noteAsClaudeDoes(rack: Rack): void {
  const known = rack.has(marketplaces) ? JSON.parse(rack.read(marketplaces)) : {};
  const path = rack.path(folder);
  const source = { source: 'directory', path };
  known.modelrack = { source, installLocation: path, lastUpdated: '2026-11-28T04:29:00.692Z' };
  rack.write(marketplaces, JSON.stringify(known));
  mkdirSync(rack.path('.claude/plugins/data/modelrack-modelrack'), { recursive: true });
}

describe('remove', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    [
      'odd files',
      {
        [settings]:
          '{\r\n\t"permissions": {"allow": ["Bash(ls:*)"]},\r\n  "enabledPlugins": {"x@y": true }, "env": { }\r\n}',
        [marketplaces]:
          '{"y":{"source":{"source":"github","repo":"a/y"},"installLocation":"/y","lastUpdated":"2026-01-02T03:04:05.000Z"}}',
        [`${commands}/m-mine.md`]: 'Mine\n',
        [`${data}/notes.txt`]: 'not of ours\n',
      },
    ],
  ])('gives back, byte for byte, what was there: %s', async (_, files) => {
    const { rack, before, serve } = await withOlderClaude((made) => {
      for (const [name, text] of Object.entries(files)) made.write(name, text);
    });
    noteAsClaudeDoes(rack);
    serve(['lite', 'a/new', 'openai/gpt-5-mini']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    const { code, document } = await rack.json<RunDocument>(['remove', '--yes']);
    expect(code).toBe(0);
    expect(document.tools[0]?.status).toBe('written');
    expect(content(everything(rack))).toEqual(content(before));
    for (const name of [commands, data]) {
      expect(existsSync(rack.path(name)), name).toBe(Object.keys(files).some((file) => file.startsWith(`${name}/`)));
    }
  });

  it('finds its own by their marks where our record is lost, and takes out what Claude Code noted', async () => {
    const { rack } = await withOlderClaude((made) => made.write(`${commands}/m-mine.md`, 'Mine\n'));
    noteAsClaudeDoes(rack);
    for (const name of ['.local/state', data]) rmSync(rack.path(name), { recursive: true });
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-mine.md']);
    expect(rack.read(marketplaces)).not.toContain('modelrack');
    expect(rack.read(settings)).not.toContain('modelrack');
    expect(rack.has('.claude/plugins/data')).toBe(false);
  });

  it('can be taken back, and a first setup as well', async () => {
    const { rack, before } = await withOlderClaude();
    const settled = content(everything(rack));
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect((await rack.run(['undo', '--yes'])).code).toBe(0);
    expect(content(everything(rack))).toEqual(settled);
    expect((await rack.run(['undo', '--yes'])).code).toBe(0);
    expect(content(everything(rack))).toEqual(content(before));
  });

  it('of a gateway that was displaced leaves the entries of the one that is in use', async () => {
    const { rack, serve } = await withOlderClaude();
    const other = await openGateway({ models: () => [{ id: 'other' }] });
    const args = ['setup', 'claude', '--gateway', 'second', '--base-url', other.baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run([...args, '--take-over'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-.md', 'm-other.md']);
    serve([...first, 'a/new']);
    await rack.run(['refresh', '--yes', '--gateway', 'modelrack']);
    expect(entries(rack)).toEqual(['m-.md', 'm-other.md']);
    expect((await rack.run(['remove', '--yes', '--gateway', 'modelrack'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-.md', 'm-other.md']);
    expect(rack.read(settings)).toContain('"modelrack@modelrack": true');
    expect((await rack.run(['remove', '--yes', '--gateway', 'second'])).code).toBe(0);
    expect(entries(rack)).toEqual([]);
  });
});
