import { fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import raycast from './index.ts';

const models = [fakeModel('lite', { contextWindow: 1000 }), fakeModel('open')];

test('the key stands under the label that every model gives', () => {
  const changes = raycast.plan(fakeInput({ models, gateway: { key: { form: 'literal', value: 'sk-placeholder' } } }));
  const provider = ['providers', { item: { id: 'modelrack' } }];
  expect(changes).toContainEqual(
    expect.objectContaining({ path: [...provider, 'api_keys', 'modelrack'], value: 'sk-placeholder' }),
  );
  const own = changes.find(({ kind }) => kind === 'own');
  expect(own).toMatchObject({
    path: [...provider, 'models'],
    entries: [{ id: 'lite', fields: { id: 'lite', provider: 'modelrack', context: 1000 } }],
  });
});

test('a model without a window is left out with a note, and the plan of Raycast that it takes is named', () => {
  const notes = raycast.plan(fakeInput({ models })).flatMap((change) => (change.kind === 'note' ? [change.text] : []));
  expect(notes).toEqual([
    'open is left out: Raycast needs its context window, which the gateway does not state',
    'custom providers are a feature of Raycast Pro',
  ]);
});

test('it is written only when it is named', () => expect(raycast.onlyNamed).toBe(true));
