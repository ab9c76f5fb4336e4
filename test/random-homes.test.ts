import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectUsers } from './random-homes/expected.ts';
import { foundLost } from './random-homes/found-lost.ts';
import { foundTwo } from './random-homes/found-two.ts';
import { found } from './random-homes/found.ts';
import { gateways, makeHome, type GatewayName, type Home } from './random-homes/home.ts';
import { lifeIn, type Step } from './random-homes/life-in.ts';
import { live } from './random-homes/life.ts';
import { starts } from './random-homes/starts.ts';
import { ids, step } from './random-homes/steps.ts';

// The long version: a tenth of the cases that other properties get.
const runs = Math.ceil(Number(process.env['MODELRACK_RUNS'] ?? 600) / 10);
const seed = Number(process.env['MODELRACK_SEED'] ?? 7);

interface Lived {
  readonly start: (typeof starts)[number];
  readonly key: Home['keyFrom'];
  readonly steps: readonly Step[];
  /** The order in which all is removed. */
  readonly last: readonly GatewayName[];
}

async function liveThrough({ start: { tool, before }, key, steps, last }: Lived): Promise<void> {
  const life = lifeIn(makeHome(tool, before, tool.key.includes('literal') ? key : 'env'), before, ids);
  await live(life, { kind: 'setup', gateway: 'modelrack', ids, default: undefined });
  for (const each of steps) await live(life, each);
  for (const gateway of last) await live(life, { kind: 'remove', gateway });
  await expectUsers(life, 'all is removed');
}

test('whatever happens in a home folder, of the user’s not one byte differs when all is removed', async () => {
  expect(new Set(starts.map(({ tool }) => tool.id)).size).toBe(24);
  const life = fc.record({
    start: fc.constantFrom(...starts),
    key: fc.constantFrom('env' as const, 'file' as const),
    steps: fc.array(step, { minLength: 1, maxLength: 9 }),
    last: fc.shuffledSubarray([...gateways], { minLength: 2 }),
  });
  await fc.assert(fc.asyncProperty(life, liveThrough), { numRuns: runs, seed });
}, 3_600_000);

test.each([...found, ...foundTwo, ...foundLost])('$tool: $what', async ({ tool, start: name, steps, last }) => {
  const start = starts.find((one) => one.tool.id === tool && one.name === name);
  if (start === undefined) throw new Error(`there is no case ${name} of ${tool}`);
  await liveThrough({ start, key: 'env', steps, last });
});

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
