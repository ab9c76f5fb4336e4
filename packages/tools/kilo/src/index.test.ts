import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import kilo from './index.ts';

test('a new file names the schema of Kilo, not that of opencode', () => {
  expect(kilo.plan(fakeInput())[0]).toMatchObject({ path: ['$schema'], value: 'https://app.kilo.ai/config.json' });
});

test('an existing file gets no such line: Kilo does not add it either', () => {
  const files = [fakeFile('main', { username: 'someone' })];
  expect(kilo.plan(fakeInput({ files }))).not.toContainEqual(expect.objectContaining({ path: ['$schema'] }));
});

test('notes name Kilo', () => {
  const files = [fakeFile('main', { disabled_providers: ['modelrack'] })];
  expect(kilo.plan(fakeInput({ files }))).toContainEqual({
    kind: 'note',
    text: expect.stringContaining('Kilo hides these models'),
  });
});

test.each([
  ['a new file keeps shell commands asking', undefined, [{ value: 'ask', rule: 'missing' }]],
  ['a file of the user is left to Kilo', { username: 'someone' }, []],
] as const)('%s', (_, content, expected) => {
  const changes = kilo.plan(fakeInput({ files: [fakeFile('main', content)] }));
  expect(changes.filter((change) => change.kind === 'set' && change.path[0] === 'permission')).toMatchObject(expected);
});
