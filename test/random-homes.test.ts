import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways, makeHome } from './random-homes/home.ts';
import { expectUsers, lifeIn, live } from './random-homes/life.ts';
import { starts } from './random-homes/starts.ts';
import { ids, step } from './random-homes/steps.ts';

// The long version: a tenth of the cases that other properties get.
const runs = Math.ceil(Number(process.env['MODELRACK_RUNS'] ?? 600) / 10);
const seed = Number(process.env['MODELRACK_SEED'] ?? 7);

test('whatever happens in a home folder, of the user’s not one byte differs when all is removed', async () => {
  expect(new Set(starts.map(({ tool }) => tool.id)).size).toBe(24);
  const sequence = fc.array(step, { minLength: 1, maxLength: 9 });
  const start = fc.constantFrom(...starts);
  const keyFrom = fc.constantFrom('env' as const, 'file' as const);
  const order = fc.shuffledSubarray([...gateways], { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(start, keyFrom, sequence, order, async ({ tool, before }, key, steps, last) => {
      const life = lifeIn(makeHome(tool, before, tool.key.includes('literal') ? key : 'env'), before, ids);
      await live(life, { kind: 'setup', gateway: 'modelrack', ids, default: undefined });
      for (const each of steps) await live(life, each);
      for (const name of last) await live(life, { kind: 'remove', gateway: name });
      expectUsers(life, 'all is removed');
    }),
    { numRuns: runs, seed },
  );
}, 3_600_000);
