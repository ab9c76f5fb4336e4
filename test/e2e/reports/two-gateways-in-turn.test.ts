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

it.each([
  ['aider', { '.aider.conf.yml': 'dark-mode: true\nmodel: sonnet\n' }],
  ['cline', {}],
  ['aichat', { '.config/aichat/config.yaml': 'model: x:y\n' }],
  ['claude-code-router', { '.claude-code-router/config.json': '{"Router":{}}' }],
])('first, second, first again: all of both goes, in any order: %s', async (tool, files) => {
  for (const order of [
    ['modelrack', 'second'],
    ['second', 'modelrack'],
  ]) {
    const { rack, setUpFirst, setUpSecond } = await openTwo(files);
    await setUpFirst(tool);
    await setUpSecond(tool);
    await setUpFirst(tool);
    for (const name of order) await succeed(rack, ['remove', '--gateway', name]);
    expect(filesOf(rack), order.join(', ')).toEqual(files);
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
