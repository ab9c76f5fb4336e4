import type { Json } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel, type FakeInput } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import kimi from './index.ts';

const lite = fakeModel('lite', { contextWindow: 128_000 });
const plan = (main: Json | undefined, input: FakeInput = {}) =>
  kimi.plan(fakeInput({ models: [lite], ...input, files: [fakeFile('main', main)] }));
/** `a.b = value (rule)` per value. */
const valuesOf = (main: Json | undefined, input: FakeInput = {}) =>
  plan(main, input).flatMap((change) =>
    change.kind === 'set' ? [`${change.path.join('.')} = ${JSON.stringify(change.value)} (${change.rule})`] : [],
  );
const notesOf = (main: Json | undefined, input: FakeInput = {}) =>
  plan(main, input).flatMap((change) => (change.kind === 'note' ? [change.text] : []));

describe('the provider', () => {
  test.each<[string, Json | undefined, string]>([
    ['is made', undefined, 'needed'],
    ['of ours stays', { type: 'openai' }, 'needed'],
    ['of another type is not ours', { type: 'anthropic' }, 'identity'],
  ])('%s', (...[, standing, rule]) => {
    const main: Json = standing === undefined ? {} : { providers: { modelrack: standing } };
    expect(valuesOf(main)).toContain(`providers.modelrack.type = "openai" (${rule})`);
  });

  test('names one of the two fields for a key: both at once stop every question', () => {
    const keys = (input: FakeInput) => valuesOf({}, input).filter((line) => line.includes('api_key'));
    expect(keys({})).toEqual(['providers.modelrack.api_key_env = "MODELRACK_API_KEY" (field)']);
    expect(keys({ gateway: { key: { form: 'literal', value: 'k' } } })).toEqual([
      'providers.modelrack.api_key = "k" (field)',
    ]);
  });
});

describe('a model', () => {
  const fieldsOf = (model: Parameters<typeof fakeModel>) =>
    plan({}, { models: [fakeModel(...model)] }).flatMap((change) => (change.kind === 'own' ? change.entries : []))[0]
      ?.fields;

  test('holds what is stated', () => {
    expect(
      fieldsOf(['a/b', { label: 'B', contextWindow: 1000, outputLimit: 250, vision: true, reasoning: true }]),
    ).toEqual({
      provider: 'modelrack',
      model: 'a/b',
      max_context_size: 1000,
      max_output_size: 250,
      display_name: 'B',
      capabilities: ['image_in'],
    });
  });

  test('without a window is left out, and said so', () => {
    expect(fieldsOf(['lite', { label: 'Lite' }])).toBeUndefined();
    expect(notesOf({}, { models: [fakeModel('lite')] })).toEqual([
      'lite is left out: Kimi Code needs its context window, which the gateway does not state',
    ]);
  });
});

describe('the default', () => {
  test.each<[string, FakeInput, string[]]>([
    ['is the first where there is none', {}, ['default_model = "lite" (missing)']],
    ['is replaced by one that is named', { defaultModel: 'lite' }, ['default_model = "lite" (choice)']],
    ['is none that has no window', { models: [fakeModel('lite')], defaultModel: 'lite' }, []],
  ])('%s', (...[, input, values]) => {
    expect(valuesOf({}, input).filter((line) => line.startsWith('default_model'))).toEqual(values);
  });
});
