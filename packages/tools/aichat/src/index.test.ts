import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import aichat from './index.ts';

test('it knows one variable for a key, made of the name', () => {
  expect(aichat.keyVariable?.('modelrack')).toBe('MODELRACK_API_KEY');
});

test.each([
  [{ form: 'env', name: 'MODELRACK_API_KEY' } as const, ['api_base']],
  [{ form: 'literal', value: 'sk-placeholder' } as const, ['api_base', 'api_key']],
])('with the key as %j only what is needed is written', (key, fields) => {
  const sets = aichat.plan(fakeInput({ gateway: { key } })).filter(({ kind }) => kind === 'set');
  expect(sets.map((set) => 'path' in set && set.path.at(-1))).toEqual(fields);
});

test.each([
  [{}, { supports_function_calling: true }],
  [{ tools: false, vision: false, contextWindow: 1000 }, { max_input_tokens: 1000 }],
  [{ vision: true }, { supports_vision: true, supports_function_calling: true }],
])('what a model can: %j', (rest, flags) => {
  const changes = aichat.plan(fakeInput({ models: [fakeModel('lite', rest)], files: [fakeFile('main', undefined)] }));
  const own = changes.find(({ kind }) => kind === 'own');
  expect(own).toMatchObject({ entries: [{ id: 'lite', fields: { name: 'lite', ...flags } }] });
  const [entry] = own?.kind === 'own' ? own.entries : [];
  expect(Object.keys(entry?.fields ?? {})).toHaveLength(1 + Object.keys(flags).length);
});
