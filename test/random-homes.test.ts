import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectUsers } from './random-homes/expected.ts';
import { foundElsewhere } from './random-homes/found/elsewhere.ts';
import { foundLost } from './random-homes/found/lost.ts';
import { foundTwo } from './random-homes/found/two.ts';
import { found } from './random-homes/found/one.ts';
import { foundOwn } from './random-homes/found/own.ts';
import { foundServers } from './random-homes/found/servers.ts';
import {
  forkOf,
  gateways,
  loseState,
  makeHome,
  runIn,
  textsOf,
  writeIn,
  type Asked,
  type GatewayName,
  type Home,
} from './random-homes/home.ts';
import { lifeIn, type Step } from './random-homes/life-in.ts';
import { live } from './random-homes/life.ts';
import { addToServer, withOwnServer } from './random-homes/servers.ts';
import { elsewhere, starts, type Start } from './random-homes/starts.ts';
import { ids, step } from './random-homes/steps.ts';
import { supportedTools } from './repository/supported-tools.ts';

// The long version: a tenth of the cases that other properties get.
const runs = Math.ceil(Number(process.env['MODELRACK_RUNS'] ?? 600) / 10);
const seed = Number(process.env['MODELRACK_SEED'] ?? 7);

interface Lived {
  readonly start: Start;
  /** In a file that `--config-file` names. */
  readonly isElsewhere?: boolean;
  readonly key: Home['keyFrom'];
  /** The user has an MCP server of their own. */
  readonly hasServer?: boolean;
  readonly steps: readonly Step[];
  /** The order in which all is removed. */
  readonly last: readonly GatewayName[];
}

async function liveThrough({ start, isElsewhere = false, key, hasServer = false, steps, last }: Lived): Promise<void> {
  const { tool, before, place } = (isElsewhere ? elsewhere(start) : undefined) ?? start;
  // In a work tree a reference is written, or nothing.
  const options = { keyFrom: tool.key.includes('literal') ? key : 'env', place } as const;
  const texts = hasServer ? await withOwnServer(makeHome(tool, before, options)) : before;
  const life = lifeIn(makeHome(tool, texts, options), texts, ids);
  await live(life, { kind: 'setup', gateway: 'modelrack', ids, default: undefined });
  for (const each of steps) await live(life, each);
  for (const gateway of last) await live(life, { kind: 'remove', gateway });
  await expectUsers(life, 'all is removed');
}

test('whatever happens in a home folder, of the user’s not one byte differs when all is removed', async () => {
  expect(new Set(starts.map(({ tool }) => tool))).toEqual(new Set(await supportedTools()));
  const life = fc.record({
    start: fc.constantFrom(...starts),
    key: fc.constantFrom('env' as const, 'file' as const),
    isElsewhere: fc.nat(4).map((number) => number === 0),
    hasServer: fc.boolean(),
    steps: fc.array(step, { minLength: 1, maxLength: 9 }),
    last: fc.shuffledSubarray([...gateways], { minLength: 2 }),
  });
  await fc.assert(fc.asyncProperty(life, liveThrough), { numRuns: runs, seed });
}, 3_600_000);

test.each([...found, ...foundTwo, ...foundLost, ...foundOwn, ...foundServers, ...foundElsewhere])(
  '$tool: $what',
  async ({ tool, start: name, isElsewhere = false, hasServer = false, steps, last }) => {
    const start = starts.find((one) => one.tool.id === tool && one.name === name);
    if (start === undefined) throw new Error(`there is no case ${name} of ${tool}`);
    await liveThrough({ start, isElsewhere, key: 'env', hasServer, steps, last });
  },
);

const small = starts.filter(({ name }) => name === 'plain' || name === 'none');

test.each(small)('$tool.id, $name: a pick goes back whose row an undo took out', async (start) => {
  const few = ids.filter((id) => id !== 'plus');
  const steps: readonly Step[] = [
    { kind: 'setup', gateway: 'modelrack', ids: few, default: undefined },
    { kind: 'refresh', ids },
    { kind: 'pick', id: 'plus' },
    { kind: 'undo' },
    { kind: 'refresh', ids: few },
  ];
  await liveThrough({ start, key: 'env', steps, last: ['modelrack', 'second'] });
});

type Done = Asked['command'] | 'lose' | 'pick';

/** What stands in a home in which all this was done, one after the other. */
async function leftAfter(start: Start, all: readonly Done[]) {
  const asked = { gateway: 'modelrack', ids, key: 'sk-test-key-0123456789abcdef' } as const;
  const home = makeHome(start.tool, start.before, { keyFrom: 'env' });
  for (const what of all) {
    if (what === 'lose') loseState(home);
    else if (what === 'pick') {
      const [fork, now] = [forkOf(home), textsOf(home)];
      await runIn(fork, { ...asked, command: 'setup', default: 'plus' });
      for (const [name, text] of textsOf(fork)) if (now.get(name) !== text) writeIn(home, name, text);
    } else expect((await runIn(home, { ...asked, command: what })).error).toBeNull();
  }
  return Object.fromEntries(textsOf(home));
}

test.each(small)(
  '$tool.id, $name: a removal without our record, undone, knows a pick as a set-up does',
  async (start) => {
    const begun = ['setup', 'pick', 'lose'] as const;
    const expected = await leftAfter(start, [...begun, 'setup', 'remove']);
    expect(await leftAfter(start, [...begun, 'remove', 'undo', 'remove'])).toEqual(expected);
  },
);

// Of a key nothing is kept that an undo could bring back.
const undone = small.filter(({ tool }) => tool.key.some((way) => way !== 'literal'));

test.each(undone)('$tool.id, $name: a removal, undone, knows a pick that is made later', async (start) => {
  const expected = await leftAfter(start, ['setup', 'pick', 'remove']);
  expect(await leftAfter(start, ['setup', 'remove', 'undo', 'pick', 'remove'])).toEqual(expected);
});

test.each(undone)('$tool.id, $name: the same without our record', async (start) => {
  const begun = ['setup', 'lose'] as const;
  const expected = await leftAfter(start, [...begun, 'setup', 'pick', 'remove']);
  expect(await leftAfter(start, [...begun, 'remove', 'undo', 'pick', 'remove'])).toEqual(expected);
});

const served = starts.filter(({ tool }) => tool.mcp !== undefined);

test.each(served)('$tool.id, $name: our server goes and leaves no trace, be the list less than half', async (start) => {
  const home = makeHome(start.tool, start.before, { keyFrom: 'env' });
  const asked = { command: 'setup', gateway: 'modelrack', key: 'sk-test-key-0123456789abcdef' } as const;
  await runIn(home, { ...asked, ids });
  const before = textsOf(home);
  for (const listed of [ids, ['lite', 'plus']]) {
    await runIn(home, { ...asked, ids, mcp: true });
    expect(textsOf(home)).not.toEqual(before);
    await runIn(home, { ...asked, ids: listed, mcp: false });
    expect(Object.fromEntries(textsOf(home)), `of ${listed.length} models`).toEqual(Object.fromEntries(before));
  }
});

// A switch beside it, which stays then, says nothing of us.
const unswitched = served.filter(({ tool }) => tool.mcp?.needs === undefined);

test.each(unswitched)(
  '$tool.id, $name: our server goes with us, also where the user brought it back',
  async (start) => {
    const home = makeHome(start.tool, start.before, { keyFrom: 'env' });
    const asked = { gateway: 'modelrack', ids, key: 'sk-test-key-0123456789abcdef' } as const;
    await runIn(home, { ...asked, command: 'setup', mcp: true });
    const backup = textsOf(home);
    await runIn(home, { ...asked, command: 'setup', mcp: false });
    for (const [name, text] of backup) writeIn(home, name, text);
    await runIn(home, { ...asked, command: 'remove' });
    // Who made an empty file that was brought back is not known.
    const left = [...textsOf(home)].filter(([name, text]) => start.before.has(name) || !/^\{\}\s*$/.test(text));
    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(start.before));
  },
);

test.each(served)('$tool.id, $name: our server goes with what the user added to its entry', async (start) => {
  const asked = { gateway: 'modelrack', ids, key: 'sk-test-key-0123456789abcdef' } as const;
  const home = makeHome(start.tool, start.before, { keyFrom: 'env' });
  await runIn(home, { ...asked, command: 'setup' });
  const without = textsOf(home);
  for (const [command, left] of [
    ['setup', without],
    ['remove', start.before],
  ] as const) {
    await runIn(home, { ...asked, command: 'setup', mcp: true });
    await addToServer(home, 'modelrack');
    await runIn(home, { ...asked, command, mcp: false });
    expect(Object.fromEntries(textsOf(home)), command).toEqual(Object.fromEntries(left));
  }
});
