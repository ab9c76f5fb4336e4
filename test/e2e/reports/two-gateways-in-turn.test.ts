import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Rack } from '../rack.ts';
import { filesOf, listOf, openListing, rackWith, succeed, type Listing } from './listing.ts';

const env = { SECOND_KEY: 'sk-test-second0001' };

/** The same list at two addresses: the first one, and the other beside it. */
async function openTwo(files: Readonly<Record<string, string>>) {
  const [first, second] = [await openListing(), await openListing()];
  const rack = rackWith(files);
  const withKey: Rack = { ...rack, run: (args, more) => rack.run(args, { ...more, env }) };
  const more = (tool: string, id: string) => ['setup', tool, '--take-over', '--default', id];
  return {
    rack: withKey,
    setUpFirst: (tool: string) => succeed(withKey, [...more(tool, 'lite'), ...first.flags]),
    setUpSecond: (tool: string) => succeed(withKey, [...more(tool, 'plus'), ...flagsOfSecond(second)]),
    second,
  };
}

function flagsOfSecond({ baseUrl }: Listing): readonly string[] {
  return ['--gateway', 'second', '--base-url', baseUrl, '--api-key-env', 'SECOND_KEY'];
}

const providers = '.cline/data/settings/providers.json';

it.each([
  ['aider', '.aider.conf.yml', 'dark-mode: true\nmodel: sonnet\n', ''],
  [
    'cline',
    providers,
    '{"version":1,"lastUsedProvider":"gemini","providers":{"gemini":{"settings":{"provider":"gemini"}}}}\n',
    '',
  ],
  ['aichat', '.config/aichat/config.yaml', 'model: x:y\n', ''],
  ['claude-code-router', '.claude-code-router/config.json', '{"Router":{}}', '\n'],
])('first, second, first again: all of both goes, in any order: %s', async (tool, file, text, edit) => {
  for (const order of [
    ['modelrack', 'second'],
    ['second', 'modelrack'],
  ]) {
    const { rack, setUpFirst, setUpSecond } = await openTwo({ [file]: text });
    await setUpFirst(tool);
    await setUpSecond(tool);
    await setUpFirst(tool);
    rack.write(file, rack.read(file) + edit);
    for (const name of order) await succeed(rack, ['remove', '--gateway', name]);
    expect(filesOf(rack), order.join(', ')).toEqual({ [file]: text + edit });
  }
});

it.each(['cline', 'aider', 'codex', 'copilot'])(
  'the one that took over stays when the first is removed: %s',
  async (tool) => {
    const { rack, setUpFirst, setUpSecond, second } = await openTwo({});
    await setUpFirst(tool);
    await setUpSecond(tool);
    const isThere = () => Object.values(filesOf(rack)).some((text) => text.includes(second.baseUrl));
    expect(isThere()).toBe(true);
    await succeed(rack, ['remove', '--gateway', 'modelrack']);
    expect(isThere()).toBe(true);
    await succeed(rack, ['remove']);
    expect(filesOf(rack)).toEqual({});
  },
);

it.each([
  ['claude-code', '.claude/settings.json', '{\n  "theme": "dark",\n  "x": 1\n}\n'],
  ['aider', '.aider.conf.yml', 'dark-mode: true\n'],
  ['codex', '.codex/config.toml', 'approval_policy = "never"\n'],
  ['cline', providers, '{\n  "theme": "dark",\n  "x": 1\n}\n'],
])(
  'the record of both is lost, and both are set up again: all of both goes, in any order: %s',
  async (tool, name, text) => {
    for (const order of [
      ['modelrack', 'second'],
      ['second', 'modelrack'],
    ]) {
      const { rack, setUpFirst, setUpSecond } = await openTwo({ [name]: text });
      await setUpFirst(tool);
      await setUpSecond(tool);
      rmSync(rack.path('.local/state/modelrack'), { recursive: true });
      await setUpFirst(tool);
      await setUpSecond(tool);
      for (const gateway of order) await succeed(rack, ['remove', '--gateway', gateway]);
      // Who made an empty file, or wrote a word that says nothing of us, nobody knows any more.
      expect(JSON.stringify(filesOf(rack)), order.join(', ')).not.toMatch(ours);
      expect(rack.read(name)).toContain(text.trim().split('\n').at(-2) ?? text.trim());
    }
  },
);

const ours = /modelrack|second|127\.0\.0\.1|lite|plus|gk_e2e|sk-test/;

it('a connection that moved onto the address of another leaves no row of its former one', async () => {
  const [first, second] = [await openListing(listOf(['lite', 'plus'])), await openListing(listOf(['lite', 'plus']))];
  const rack = rackWith({});
  const run = (args: readonly string[]) => rack.run(args, { env });
  await run(['setup', 'continue', ...first.flags]);
  await run(['setup', 'continue', ...flagsOfSecond(second)]);
  const moved = ['setup', 'continue', '--gateway', 'modelrack', ...second.flags];
  // The flag that agreed to a move once is taken by older releases only.
  for (const agreed of ['--move', '--take-over']) await run([...moved, agreed]);
  const file = '.continue/config.yaml';
  expect(rack.read(file)).not.toContain(first.baseUrl);
  // With an edit nothing comes back as a whole.
  rack.write(file, `${rack.read(file)}# mine\n`);
  for (const name of ['modelrack', 'second']) await run(['remove', '--gateway', name]);
  expect(filesOf(rack)).toEqual({ [file]: '# mine\n' });
});
