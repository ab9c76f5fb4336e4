import type { Json } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel, type FakeInput } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import vibe from './index.ts';

const full = fakeModel('a/b', { label: 'B', contextWindow: 10_001, outputLimit: 2500, vision: true });
const plan = (main: Json, input: FakeInput = {}) =>
  vibe.plan(fakeInput({ models: [full], ...input, files: [fakeFile('main', main)] }));
const fieldsOf = (main: Json, input: FakeInput = {}) =>
  plan(main, input).flatMap((change) => (change.kind === 'own' ? change.entries.map(({ fields }) => fields) : []));
const setsOf = (main: Json, input: FakeInput = {}) => plan(main, input).filter((change) => change.kind === 'set');
const notesOf = (main: Json, input: FakeInput = {}) =>
  plan(main, input).flatMap((change) => (change.kind === 'note' ? [change.text] : []));

const row = { name: 'a/b', provider: 'modelrack', alias: 'a/b' };
const newer = {
  ...row,
  display_name: 'B',
  supports_images: true,
  max_context_length: 10_001,
  max_output_tokens: 2500,
};

describe('a model', () => {
  test.each<[string, string | undefined, Json]>([
    ['of this release', '3.0.2', newer],
    ['of a later one', '4.1.0', newer],
    ['of one that is not known', undefined, newer],
    ['of one that knows no window', '2.18.4', { ...row, supports_images: true, auto_compact_threshold: 8000 }],
  ])('%s', (...[, version, fields]) => {
    expect(fieldsOf({}, { version })).toEqual([fields]);
  });

  test('of which nothing is stated', () => {
    const models = [fakeModel('lite')];
    expect(fieldsOf({}, { models })).toEqual([{ name: 'lite', provider: 'modelrack', alias: 'lite' }]);
    expect(fieldsOf({}, { models, version: '2.18.4' })).toHaveLength(1);
  });
});

describe('an alias is there once', () => {
  test.each<[string, string, Json]>([
    ['where the user has it', 'plus', [{ name: 'x', provider: 'office', alias: 'plus' }]],
    ['where the user has it as a name', 'plus', [{ name: 'plus', provider: 'office' }]],
    ['where it is built in', 'mistral-medium-3.5', []],
  ])('%s', (...[, id, models]) => {
    const main = { models };
    const input = { models: [fakeModel(id)], defaultModel: id };
    expect(fieldsOf(main, input)).toMatchObject([{ name: id, alias: `modelrack/${id}` }]);
    expect(setsOf(main, input)).toContainEqual(
      expect.objectContaining({ path: ['active_model'], value: `modelrack/${id}` }),
    );
  });

  test('and our own row does not count', () => {
    expect(fieldsOf({ models: [row] })).toMatchObject([{ alias: 'a/b' }]);
  });
});

test('a stored key goes along as a header, and no variable is named', () => {
  const sets = setsOf({}, { gateway: { key: { form: 'literal', value: 'k' } } });
  expect(sets.filter(({ path }) => path.includes('api_key_env_var'))).toEqual([]);
  expect(sets).toContainEqual(
    expect.objectContaining({
      path: ['providers', { item: { name: 'modelrack' } }, 'extra_headers', 'Authorization'],
      value: 'Bearer k',
    }),
  );
});

test('only a release whose lists replace the built-in ones gets its own provider back', () => {
  const own = (version: string) =>
    setsOf({}, { version }).filter(({ path }) => JSON.stringify(path).includes('"mistral"'));
  expect(own('3.0.2')).toEqual([]);
  expect(own('2.18.4').map(({ rule }) => rule)).toEqual(['missing', 'missing', 'missing']);
});

describe('notes', () => {
  test.each<[string, Json, FakeInput, string[]]>([
    ['nothing to say', { active_model: 'devstral' }, {}, []],
    ['an allowlist', { allowed_models: ['devstral*'] }, {}, [expect.stringContaining('allowed_models is set')]],
    ['an empty one', { allowed_models: [] }, {}, []],
  ])('%s', (...[, main, input, texts]) => expect(notesOf(main, input)).toEqual(texts));
});
