import type { Json, ToolModel } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel, type FakeInput } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import codex from './index.ts';

const home = '/home/jo/.codex';
const filesOf = (main: Json, login?: Json) => [
  fakeFile('main', main, `${home}/config.toml`),
  fakeFile('catalog', undefined, `${home}/modelrack-models.json`),
  fakeFile('login', login, `${home}/auth.json`),
];
/** `a.b = value (rule)` per value in config.toml. */
const valuesOf = (input: FakeInput) =>
  codex
    .plan(fakeInput(input))
    .flatMap((change) =>
      change.kind === 'set' ? [`${change.path.join('.')} = ${JSON.stringify(change.value)} (${change.rule})`] : [],
    );

test('the catalogue stands before the line that names it', () => {
  expect(codex.files.map((file) => file.id)).toEqual(['catalog', 'main']);
  expect(codex.plan(fakeInput())[0]).toMatchObject({ kind: 'own', file: 'catalog' });
});

test('everything that makes it the active provider', () => {
  expect(valuesOf({ files: filesOf({}) })).toEqual([
    'model_provider = "modelrack" (outdated)',
    'model_catalog_json = "modelrack-models.json" (outdated)',
    'model = "lite" (missing)',
    'model_providers.modelrack.name = "My Gateway" (needed)',
    'model_providers.modelrack.base_url = "https://gw.example.test/v1" (outdated)',
    'model_providers.modelrack.wire_api = "responses" (identity)',
    'model_providers.modelrack.env_key = "MODELRACK_API_KEY" (field)',
  ]);
});

test('a provider of ours without wire_api stays without it', () => {
  const files = filesOf({ model_providers: { modelrack: { base_url: 'https://old.example.test/v1' } } });
  expect(valuesOf({ files }).join()).not.toContain('wire_api');
});

test('a named default replaces the model', () => {
  expect(valuesOf({ defaultModel: 'plus' })).toContain('model = "plus" (choice)');
});

test('a stored key is printed by a command', () => {
  const key = { form: 'command', argv: ['/usr/bin/node', '/x y/modelrack.js', 'key', 'modelrack'] } as const;
  expect(valuesOf({ gateway: { key } }).filter((line) => line.includes('.auth.'))).toEqual([
    'model_providers.modelrack.auth.command = "/usr/bin/node" (outdated)',
    'model_providers.modelrack.auth.args = ["/x y/modelrack.js","key","modelrack"] (outdated)',
  ]);
});

test('the path of the catalogue is absolute where the configuration lies elsewhere', () => {
  const [, catalog] = filesOf({});
  const files = [fakeFile('main', {}, '/etc/other/config.toml'), catalog!];
  expect(valuesOf({ files })).toContain(`model_catalog_json = "${home}/modelrack-models.json" (outdated)`);
});

test('a row of the catalogue holds what Codex insists on', () => {
  const [own] = codex.plan(
    fakeInput({
      models: [fakeModel('a/b:free', { label: 'B (free)', contextWindow: 262_144, vision: false })],
      facts: { baseInstructions: 'You are Codex.' },
    }),
  );
  expect(own).toMatchObject({
    shape: { as: 'list', key: 'slug' },
    entries: [
      {
        id: 'a/b:free',
        fields: {
          slug: 'a/b:free',
          display_name: 'B (free)',
          description: 'via My Gateway, 262144 tokens',
          context_window: 262_144,
          input_modalities: ['text'],
          supported_reasoning_levels: [{ effort: 'medium', description: expect.any(String) }],
          shell_type: 'default',
          visibility: 'list',
          supported_in_api: true,
          priority: 1,
          support_verbosity: false,
          truncation_policy: { mode: 'tokens', limit: 10_000 },
          experimental_supported_tools: [],
          base_instructions: 'You are Codex.',
        },
      },
    ],
  });
});

describe('levels of reasoning', () => {
  test.each<[string, Partial<ToolModel>, string[], string | undefined]>([
    ['nothing stated', {}, ['medium'], undefined],
    ['that there are none', { efforts: [] }, [], undefined],
    ['that it reasons and has none to choose', { reasoning: true, efforts: [] }, ['medium'], undefined],
    ['one that is said to reason', { reasoning: true }, ['low', 'medium', 'high'], 'medium'],
    ['one that does not', { reasoning: false }, [], undefined],
    [
      'exactly what is stated',
      { reasoning: true, efforts: ['low', 'high'], defaultEffort: 'high' },
      ['low', 'high'],
      'high',
    ],
    ['words that objects know', { efforts: ['constructor', 'toString'] }, ['constructor', 'toString'], undefined],
    ['levels without a default', { efforts: ['low', 'medium'] }, ['low', 'medium'], undefined],
  ])('%s', (_, facts, efforts, start) => {
    const [own] = codex.plan(fakeInput({ models: [fakeModel('m', facts)] }));
    const fields = own?.kind === 'own' ? own.entries[0]?.fields : undefined;
    expect(fields?.['supported_reasoning_levels']).toEqual(
      efforts.map((effort) => ({ effort, description: expect.any(String) })),
    );
    expect(fields?.['default_reasoning_level']).toBe(start);
  });
});

test('rows that stand keep their place, new ones follow', () => {
  const models = ['lite', 'plus', 'ultra', 'a/b'].map((id) => fakeModel(id));
  const standing = [{ slug: 'a/b', priority: 2 }, { slug: 'lite', priority: 1 }, { slug: 'mine', priority: 7 }, 3];
  const files = [fakeFile('catalog', { models: standing })];
  const [own] = codex.plan(fakeInput({ models, files }));
  const places = own?.kind === 'own' ? own.entries.map(({ id, fields }) => [id, fields['priority']]) : [];
  expect(places).toEqual([
    ['lite', 1],
    ['plus', 8],
    ['ultra', 9],
    ['a/b', 2],
  ]);
});

test('its own instructions stand in every row of a catalogue that does not grow too large by it', () => {
  const texts = (count: number) => {
    const models = Array.from({ length: count }, (_, index) => fakeModel(`lab/model-${index}`));
    const changes = codex.plan(fakeInput({ models, facts: { baseInstructions: 'You are Codex. '.repeat(2000) } }));
    const rows = changes.flatMap((change) => (change.kind === 'own' ? change.entries : []));
    const notes = changes.flatMap((change) => (change.kind === 'note' ? [change.text] : []));
    return { length: String(rows[0]?.fields['base_instructions']).length, notes };
  };
  expect(texts(400)).toEqual({ length: 30_000, notes: [] });
  expect(texts(5000).length).toBeLessThan(1000);
  expect(texts(5000).notes.join()).toContain('in 5000 rows make too large a catalogue');
});

describe('what would be diverted', () => {
  test.each<[string, Json, Json | undefined, string[]]>([
    ['nothing', { model: 'gpt-5', model_providers: { azure: { name: 'Azure' } } }, undefined, []],
    ['ours already, and a login', { model_provider: 'modelrack' }, { OPENAI_API_KEY: 'k' }, []],
    ['another provider', { model_provider: 'azure' }, undefined, ['model_provider is "azure"']],
    [
      'a profile',
      { profile: 'work', profiles: { work: { model_provider: 'azure' } } },
      undefined,
      ['profile is "work"'],
    ],
    ['another catalogue', { model_catalog_json: 'x.json' }, undefined, ['model_catalog_json is "x.json"']],
    ['another URL of OpenAI', { openai_base_url: 'https://o.test' }, undefined, ['openai_base_url is set']],
    ['a key', {}, { OPENAI_API_KEY: 'k' }, ['a stored login (auth.json)']],
    ['tokens', {}, { OPENAI_API_KEY: null, tokens: { access_token: 't' } }, ['a stored login (auth.json)']],
    ['after a logout', {}, { OPENAI_API_KEY: null, tokens: null }, []],
  ])('%s', (...[, main, login, what]) => {
    const found = codex.diverts?.(fakeInput({ files: filesOf(main, login) }));
    expect(found?.map((one) => one.what)).toEqual(what);
  });
});

test('a profile is named, whatever else is set up', () => {
  const notes = codex
    .plan(fakeInput({ files: filesOf({ model_provider: 'modelrack', profile: 'work' }) }))
    .flatMap((change) => (change.kind === 'note' ? [change.text] : []));
  expect(notes).toContainEqual(expect.stringContaining('the line profile = "work" is in the way'));
});

describe('its own instructions', () => {
  const read = (text: string) => codex.asks?.['baseInstructions']?.read(text);
  test.each([
    [
      'the first that has some',
      '{"models":[{"slug":"a"},{"slug":"b","base_instructions":"You are Codex."}]}',
      'You are Codex.',
    ],
    ['none', '{"models":[{"slug":"a","base_instructions":"  "}]}', undefined],
    ['another shape', '[]', undefined],
    ['no JSON', 'error: unrecognized subcommand', undefined],
  ])('%s', (_, stdout, text) => expect(read(stdout)).toBe(text));
});
