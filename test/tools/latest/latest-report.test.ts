import { expect, test } from 'vitest';
import { latestReport, latestTable, type Outcome } from './latest-report.ts';

const passed = { name: 'sample > is listed', state: 'passed', why: undefined } as const;
const failed = { name: 'sample > answers', state: 'failed', why: 'expected 1 to be 0' } as const;

const outcomes: readonly Outcome[] = [
  { tool: 'one', package: 'one-cli', verified: '1.2.3', newest: '1.3.0', reason: undefined, facts: [passed, passed] },
  { tool: 'same', package: 'same', verified: '4.0.0', newest: '4.0.0', reason: undefined, facts: [passed] },
  { tool: 'two', package: '@two/cli', verified: '0.9.0', newest: '0.10.0', reason: undefined, facts: [passed, failed] },
  { tool: 'gone', package: 'gone', verified: '2.0.0', newest: undefined, reason: 'npm view failed', facts: [] },
  // A skipped test proves nothing.
  {
    tool: 'idle',
    package: 'idle',
    verified: '2.0.0',
    newest: '2.1.0',
    reason: undefined,
    facts: [{ ...passed, state: 'skipped' }],
  },
];

test('the table has a line for each tool, and below it what broke', () => {
  expect(latestTable(latestReport(outcomes))).toBe(`tool  verified  newest  facts
one   1.2.3     1.3.0   all 2 hold
same  4.0.0     4.0.0   all 1 hold: nothing newer
two   0.9.0     0.10.0  1 of 2 broke
    sample > answers: expected 1 to be 0
gone  2.0.0     -       not run: npm view failed
idle  2.0.0     2.1.0   not run: no test of it ran`);
});

test('the document says the same', () => {
  const { schema, tools } = latestReport(outcomes);
  expect(schema).toBe(1);
  expect(tools.map(({ tool, status, checked }) => [tool, status, checked])).toEqual([
    ['one', 'holds', 2],
    ['same', 'holds', 1],
    ['two', 'broke', 2],
    ['gone', 'not-run', 0],
    ['idle', 'not-run', 0],
  ]);
  expect(tools[2]?.broken).toEqual([{ fact: 'sample > answers', why: 'expected 1 to be 0' }]);
  expect(tools[3]).toMatchObject({ newest: null, reason: 'npm view failed' });
});
