import { fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import librechat from './index.ts';

test('a window stands with the stated price, or its model is not in the table', () => {
  const price = { input: 0.3, output: 1.5, cacheRead: 0.03 };
  const models = [fakeModel('lite', { contextWindow: 1000, price }), fakeModel('open', { contextWindow: 1000 })];
  const owns = librechat.plan(fakeInput({ models })).flatMap((change) => (change.kind === 'own' ? [change] : []));
  expect(owns.map(({ path, entries }) => [path.at(-1), entries])).toEqual([
    [
      'default',
      [
        { id: 'lite', fields: {} },
        { id: 'open', fields: {} },
      ],
    ],
    ['tokenConfig', [{ id: 'lite', fields: { prompt: 0.3, completion: 1.5, cacheRead: 0.03, context: 1000 } }]],
  ]);
});

test('a version is written as text where there is none, and the key as a reference, with a word on where it goes', () => {
  const changes = librechat.plan(fakeInput());
  expect(changes).toContainEqual(expect.objectContaining({ path: ['version'], value: '1.3.0', rule: 'missing' }));
  expect(changes).toContainEqual(expect.objectContaining({ value: '${MODELRACK_API_KEY}' }));
  const [note] = changes.filter(({ kind }) => kind === 'note');
  expect(note).toMatchObject({ text: expect.stringContaining('MODELRACK_API_KEY=… into the .env') });
});

test('it is written only when it is named, and never with the key itself', () => {
  expect([librechat.onlyNamed, librechat.key]).toEqual([true, ['env']]);
});
