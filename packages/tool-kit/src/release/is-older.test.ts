import { expect, test } from 'vitest';
import { isOlder } from './is-older.ts';

test.each([
  ['1.0.82', '1.0.83', true],
  ['1.0.83', '1.0.83', false],
  ['1.0.102', '1.0.83', false],
  ['0.9.400', '1.0.83', true],
  ['2.0.0', '1.0.83', false],
  ['1', '1.0.83', true],
  ['1.121.3', '1.122', true],
  ['1.122.0-insider', '1.122', false],
  ['2.1.331 (Claude Code)', '2.1.332', true],
  ['main', '1.0.83', false],
  [undefined, '1.0.83', false],
])('%s is older than %s: %s', (version, than, expected) => expect(isOlder(version, than)).toBe(expected));
