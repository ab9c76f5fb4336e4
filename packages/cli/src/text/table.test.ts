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

it('makes the widest columns narrower on a narrow terminal, but never the first', () => {
  const rows = [
    ['a-model-with-a-long-id', '~/.config/a/rather/long/way/to/settings.json', 'one two three four five'],
    ['b', 'C:\\Users\\someone\\AppData\\Roaming\\tool\\settings.json', 'one'],
  ];
  const text = table(['MODEL', 'FILE', 'CAN'], rows, 60);
  expect(text).toBe(
    [
      'MODEL                   FILE               CAN',
      'a-model-with-a-long-id  …to/settings.json  one two three fo…',
      'b                       …ol\\settings.json  one',
      '',
    ].join('\n'),
  );
  expect(table(['MODEL', 'FILE', 'CAN'], rows, 20)).toContain('a-model-with-a-long-id  ');
  expect(table(['A'], [['x'.repeat(50)]], 20)).toContain('x'.repeat(50));
});
