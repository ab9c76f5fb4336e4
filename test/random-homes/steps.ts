import fc from 'fast-check';
import { gateways } from './home.ts';
import type { Step } from './life-in.ts';

export const ids = ['lite', 'plus', 'acme/one', 'acme/two', 'acme/three', 'zeta/x:free'];

const gateway = fc.constantFrom(...gateways);
const list = fc.subarray(ids.slice(1), { minLength: 2 }).map((others) => ['lite', ...others]);
const chosen = fc.option(fc.constantFrom('lite', 'plus', 'acme/one'), { nil: undefined, freq: 2 });
/** Our server among those of the tool: asked for, taken out, or as it was. */
const mcp = fc.option(fc.constantFrom(true, true, false), { nil: undefined, freq: 2 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('setup' as const), gateway, ids: list, default: chosen, mcp }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refresh' as const), ids: list }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), gateway }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('copy' as const, 'rename' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('lose' as const),
      what: fc.constantFrom('state' as const, 'all' as const),
      next: fc.constantFrom('setup' as const, 'refresh' as const, 'remove' as const),
      mcp,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('turn' as const), ids: list, default: chosen }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      value: fc.constantFrom('sk-test-key-0123456789abcdef', 'sk-test-other-9876543210'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pick' as const), id: fc.constantFrom('plus', 'acme/one', 'acme/two') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('own' as const),
      own: fc.constantFrom('mine/one' as const, 'mine/two' as const, undefined),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      edit: fc.record({
        how: fc.constantFrom('top' as const, 'bottom' as const, 'blank' as const, 'comment' as const),
        file: fc.nat(3),
        line: fc.nat(40),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('inside' as const),
      edit: fc.record({
        how: fc.constantFrom('option' as const, 'row' as const, 'value' as const),
        file: fc.nat(3),
        place: fc.nat(20),
      }),
    }),
  },
);
