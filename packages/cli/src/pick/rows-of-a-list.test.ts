import { readModelList } from '@modelrack/catalog';
import { createPicker } from '@modelrack/picker';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../../fixtures/picker');

interface Pair {
  readonly q: string;
  readonly accept: string;
  readonly flags?: string;
}

function read<Value>(name: string): Value {
  // Our own files.
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value;
}

// The picker's own tests give it kinds and forms; here they are what is read from a gateway's answer.
it.each([
  ['queries.json', 95],
  ['held-out.json', 92],
])('ranks the rows of a list as a gateway sends it: %s', (file, least) => {
  const data = read<readonly object[]>('models.json');
  const picker = createPicker([...readModelList({ object: 'list', data }).models.values()]);
  const pairs = read<readonly Pair[]>(file);
  const missed = pairs.filter(({ q, accept, flags }) => {
    const first = picker.search(q, 1)[0]?.row.id ?? '';
    return !new RegExp(accept, flags).test(first);
  });
  expect(100 - (100 * missed.length) / pairs.length, missed.map(({ q }) => q).join(', ')).toBeGreaterThanOrEqual(least);
});
