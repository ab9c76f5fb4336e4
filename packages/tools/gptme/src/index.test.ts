import { fakeInput, type FakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import gptme from './index.ts';

const valuesOf = (input: FakeInput) =>
  Object.fromEntries(
    gptme
      .plan(fakeInput(input))
      .flatMap((change) => (change.kind === 'set' ? [[JSON.stringify(change.path), change.value] as const] : [])),
  );
const provider = (field: string) => JSON.stringify(['providers', { item: { name: 'modelrack' } }, field]);

test('no model is written, and no field that gptme does not know', () => {
  expect(gptme.plan(fakeInput()).filter(({ kind }) => kind === 'own')).toEqual([]);
  expect(valuesOf({})).toEqual({
    [provider('base_url')]: 'https://gw.example.test/v1',
    [provider('api_key_env')]: 'MODELRACK_API_KEY',
    [provider('default_model')]: 'lite',
  });
});

test('a default has the name of the provider before it in one place, and not in the other', () => {
  expect(valuesOf({ defaultModel: 'a/b:free' })).toMatchObject({
    [provider('default_model')]: 'a/b:free',
    '["models","default"]': 'modelrack/a/b:free',
  });
});

test('a stored key stands in the file', () => {
  expect(valuesOf({ gateway: { key: { form: 'literal', value: 'k' } } })).toMatchObject({ [provider('api_key')]: 'k' });
});

test('a model is chosen with the name of the provider before it', () => {
  expect(gptme.switchLine?.('a/b:free', 'modelrack')).toBe('/model modelrack/a/b:free');
});
