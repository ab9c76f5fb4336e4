import { expect, it } from 'vitest';
import { table } from './table.ts';

it('lines up columns and leaves nothing behind the last', () => {
  const rows = [
    ['lite', '128,000'],
    ['anthropic/claude', ''],
    ['通义千问', '1'],
  ];
  expect(table(['MODEL', 'WINDOW'], rows)).toBe(
    ['MODEL             WINDOW', 'lite              128,000', 'anthropic/claude', '通义千问          1', ''].join('\n'),
  );
});

it('lets no cell steer the terminal or break the line', () => {
  expect(table(['A'], [['x\u001b[2Jy\n\u202ez']])).toBe('A\nx\ufffd[2Jy \ufffdz\n');
});
