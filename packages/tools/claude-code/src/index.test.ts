import type { Json, ToolModel } from '@modelrack/tool-kit';
import { fakeFile, fakeInput, fakeModel, type FakeInput } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import claudeCode from './index.ts';

const url = 'https://gw.example.test';
const argv = ['/usr/bin/node', "/home/jo's/modelrack.js", 'key', 'modelrack'];
const inputOf = ({ gateway, ...rest }: FakeInput) =>
  fakeInput({ gateway: { url, key: { form: 'command', argv }, ...gateway }, ...rest });
const withMain = (main: Json, rest: FakeInput = {}) => inputOf({ files: [fakeFile('main', main)], ...rest });
/** `a.b = value (rule)` per value in settings.json. */
const valuesOf = (input: ReturnType<typeof inputOf>) =>
  claudeCode
    .plan(input)
    .flatMap((change) =>
      change.kind === 'set' ? [`${change.path.join('.')} = ${JSON.stringify(change.value)} (${change.rule})`] : [],
    );
const notesOf = (input: ReturnType<typeof inputOf>) =>
  claudeCode.plan(input).flatMap((change) => (change.kind === 'note' ? [change.text] : []));

test('everything that makes it the active endpoint', () => {
  expect(valuesOf(inputOf({}))).toEqual([
    'env.ANTHROPIC_BASE_URL = "https://gw.example.test" (outdated)',
    String.raw`apiKeyHelper = "/usr/bin/node '/home/jo'\\''s/modelrack.js' key modelrack" (outdated)`,
    'env.ANTHROPIC_AUTH_TOKEN = "" (outdated)',
    'env.ANTHROPIC_API_KEY = "" (outdated)',
    'modelPicker.replaceBuiltInOptions = true (field)',
    'env.ANTHROPIC_DEFAULT_OPUS_MODEL = "lite" (outdated)',
    'env.ANTHROPIC_DEFAULT_SONNET_MODEL = "plus" (outdated)',
    'env.ANTHROPIC_DEFAULT_HAIKU_MODEL = "lite" (outdated)',
    'model = "lite" (missing)',
  ]);
});

test('once it is ours, what the user changes stays', () => {
  const values = valuesOf(withMain({ env: { ANTHROPIC_BASE_URL: url } }));
  expect(values).toContain('env.ANTHROPIC_DEFAULT_OPUS_MODEL = "lite" (field)');
  expect(values).toContain('env.ANTHROPIC_AUTH_TOKEN = "" (field)');
});

test('another cloud is switched off where it is on', () => {
  expect(valuesOf(withMain({ env: { CLAUDE_CODE_USE_BEDROCK: '1' } }))).toContain(
    'env.CLAUDE_CODE_USE_BEDROCK = "" (outdated)',
  );
});

test('headers for another address are switched off with it, and named where they are for ours', () => {
  const env = { ANTHROPIC_CUSTOM_HEADERS: 'x-gate: placeholder' };
  expect(valuesOf(withMain({ env }))).toContain('env.ANTHROPIC_CUSTOM_HEADERS = "" (outdated)');
  const ours = withMain({ env: { ...env, ANTHROPIC_BASE_URL: url } });
  expect(valuesOf(ours)).toContain('env.ANTHROPIC_CUSTOM_HEADERS = "" (field)');
  expect(notesOf(ours)).toEqual([expect.stringContaining('ANTHROPIC_CUSTOM_HEADERS in "env" goes to this gateway')]);
});

test('a literal key is the token', () => {
  const values = valuesOf(inputOf({ gateway: { key: { form: 'literal', value: 'sk-placeholder' } } }));
  expect(values).toContain('env.ANTHROPIC_AUTH_TOKEN = "sk-placeholder" (outdated)');
  expect(values.join()).not.toContain('apiKeyHelper');
});

test('a command for Windows', () => {
  const key = {
    form: 'command',
    argv: ['C:\\Program Files\\node.exe', 'C:\\m\\modelrack.js', 'key', 'modelrack'],
  } as const;
  expect(valuesOf(inputOf({ platform: 'win32', gateway: { key } }))[1]).toBe(
    `apiKeyHelper = ${JSON.stringify(String.raw`"C:\Program Files\node.exe" C:\m\modelrack.js key modelrack`)} (outdated)`,
  );
});

describe('a row of the picker', () => {
  test.each([
    ['lite', undefined, { description: 'via My Gateway' }],
    ['lite', 128_000, { description: 'via My Gateway, 128k' }],
    ['lite', 199_999, { description: 'via My Gateway, 199k' }],
    ['qwen/coder', 262_144, { description: 'via My Gateway, 262k' }],
    ['x/big', 1_048_576, { description: 'via My Gateway, 1M' }],
    ['anthropic/claude-sonnet-4.5', 200_000, { description: 'via My Gateway, 200k' }],
  ])('%s with %s', (id, contextWindow, rest) => {
    const changes = claudeCode.plan(inputOf({ models: [fakeModel(id, { contextWindow })] }));
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'own', entries: [{ id, fields: { model: id, label: id, ...rest } }] }),
    );
  });
});

describe('a model that is said not to reason borrows the ways of one that does not', () => {
  test.each<[string, Partial<ToolModel>, string | undefined]>([
    ['of the usual kind', { reasoning: false, contextWindow: 128_000 }, 'claude-3-7-sonnet-20250219'],
    [
      'with short answers',
      { reasoning: false, contextWindow: 128_000, statedOutput: 8192 },
      'claude-3-5-haiku-20241022',
    ],
    ['with a larger window than that one', { reasoning: false, contextWindow: 262_144 }, undefined],
    ['of which nothing is stated', {}, undefined],
    ['that reasons', { reasoning: true, contextWindow: 128_000 }, undefined],
  ])('%s', (_, facts, behavesAs) => {
    const changes = claudeCode.plan(inputOf({ models: [fakeModel('m', facts)] }));
    const own = changes.find((change) => change.kind === 'own');
    expect(own?.entries[0]?.fields['behavesAs']).toBe(behavesAs);
  });
});

describe('what is stated of a model stands in modelSettings', () => {
  test.each<[string, Partial<ToolModel>, string[]]>([
    ['m', { contextWindow: 131_072 }, ['m.autoCompactWindow = 131072']],
    // It ignores less, with a warning.
    ['m', { contextWindow: 99_999 }, []],
    ['m', {}, []],
    // It would hold for the user's own model of that name, too.
    ['anthropic/claude-sonnet-4.5', { contextWindow: 150_000, efforts: ['low'] }, []],
    [
      'm',
      { efforts: ['minimal', 'low', 'high'], defaultEffort: 'low' },
      ['m.effortLevel = "low"', 'm.maxEffortLevel = "high"'],
    ],
    ['m', { efforts: ['high', 'max'], defaultEffort: 'max' }, []],
  ])('of %s with %j', (id, facts, expected) => {
    const values = valuesOf(inputOf({ models: [fakeModel(id, facts)] }));
    const settings = values.filter((value) => value.startsWith('modelSettings.'));
    expect(settings).toEqual(expected.map((value) => `modelSettings.${value} (field)`));
  });
});

describe('the slots', () => {
  const slotsOf = (ids: readonly string[], version?: string) => {
    const values = valuesOf(inputOf({ version, models: ids.map((id) => fakeModel(id)) }));
    return ['OPUS', 'SONNET', 'HAIKU'].map((name) => {
      const start = `env.ANTHROPIC_DEFAULT_${name}_MODEL = `;
      const value = values.find((text) => text.startsWith(start));
      return value?.slice(start.length).split(' ')[0]?.replaceAll('"', '');
    });
  };
  test.each<[string, string[], string[], string?]>([
    ['the tiers of the gateway', ['lite', 'plus', 'ultra', 'a/claude-opus-4'], ['ultra', 'plus', 'lite']],
    [
      'the newest model of the name',
      [
        'a/claude-haiku-4.5',
        'a/claude-opus-4.1',
        'a/claude-sonnet-4',
        'a/claude-sonnet-4.5',
        'a/claude-3-7-sonnet-20250219',
      ],
      ['a/claude-opus-4.1', 'a/claude-sonnet-4.5', 'a/claude-haiku-4.5'],
    ],
    [
      'a date is no version, and a variant is not the plain one',
      ['claude-sonnet-4-20250514', 'claude-sonnet-4-5:thinking', 'claude-sonnet-4-5'],
      ['claude-sonnet-4-20250514', 'claude-sonnet-4-5', 'claude-sonnet-4-20250514'],
    ],
    ['the first where there is none', ['a/x', 'a/y', 'a/z'], ['a/x', 'a/x', 'a/x']],
    ['three models where nothing else is listed', ['a/x', 'a/y', 'a/z'], ['a/x', 'a/y', 'a/z'], '2.1.197'],
    ['as far as there are three', ['a/x', 'a/claude-sonnet-4'], ['a/x', 'a/claude-sonnet-4', 'a/x'], '2.1.197'],
  ])('%s', (_, ids, expected, version) => expect(slotsOf(ids, version)).toEqual(expected));
});

test('words of its own are left out and said', () => {
  const models = ['opus', 'Default', 'x[1m]', 'plus'].map((id) => fakeModel(id));
  expect(claudeCode.plan(inputOf({ models })).find((change) => change.kind === 'own')).toMatchObject({
    entries: [{ id: 'plus' }],
  });
  expect(notesOf(inputOf({ models })).map((text) => text.split(' ')[0])).toEqual(['opus', 'Default', 'x[1m]']);
});

describe('which release', () => {
  test.each([
    ['2.1.197', true],
    ['2.1.331', true],
    ['2.1.332', false],
    ['3.0.0', false],
    [undefined, false],
  ])('%s: the older way as well: %s', (version, isOlder) => {
    const models = ['lite', 'plus', 'ultra', 'a/b'].map((id) => fakeModel(id, { label: `L ${id}` }));
    const values = valuesOf(inputOf({ version, models }));
    expect(values.includes('env.ANTHROPIC_CUSTOM_MODEL_OPTION = "a/b" (outdated)')).toBe(isOlder);
    expect(values.includes('env.ANTHROPIC_DEFAULT_OPUS_MODEL_NAME = "L ultra" (outdated)')).toBe(isOlder);
    expect(values).toContain('env.ANTHROPIC_DEFAULT_OPUS_MODEL = "ultra" (outdated)');
  });
});

describe("what is said of the user's own choices", () => {
  test.each<[string, Json, string[]]>([
    ['an alias of its own', { model: 'opusplan' }, []],
    ['a model that is not offered', { model: 'gone' }, ['model "gone" is not in']],
    ['a variable that beats it', { env: { ANTHROPIC_MODEL: 'x' } }, ['ANTHROPIC_MODEL in "env" stays']],
    ['a restriction', { availableModels: ['plus'] }, ['availableModels restricts']],
  ])('%s', (_, main, starts) => {
    const notes = notesOf(withMain(main));
    expect(notes).toHaveLength(starts.length);
    for (const [index, start] of starts.entries()) expect(notes[index]).toContain(start);
  });
  test('a named default replaces both', () => {
    const values = valuesOf(withMain({ model: 'x', env: { ANTHROPIC_MODEL: 'x' } }, { defaultModel: 'plus' }));
    expect(values).toContain('model = "plus" (choice)');
    expect(values).toContain('env.ANTHROPIC_MODEL = "plus" (choice)');
  });
});

describe('what would be diverted', () => {
  const seen = (files: Record<string, Json>) =>
    claudeCode
      .diverts?.(inputOf({ files: Object.entries(files).map(([id, content]) => fakeFile(id, content)) }))
      .map((one) => one.what);
  test.each<[string, Record<string, Json>, string[]]>([
    ['nothing', { main: { model: 'opusplan', env: { A: '1' } }, state: { hasCompletedOnboarding: true } }, []],
    [
      'ours already, and a login',
      { main: { env: { ANTHROPIC_BASE_URL: url } }, credentials: { claudeAiOauth: {} } },
      [],
    ],
    [
      'another URL',
      { main: { env: { ANTHROPIC_BASE_URL: 'https://o.test' } } },
      ['ANTHROPIC_BASE_URL is "https://o.test"'],
    ],
    ['a token', { main: { env: { ANTHROPIC_AUTH_TOKEN: 'placeholder' } } }, ['ANTHROPIC_AUTH_TOKEN is set']],
    ['a key', { main: { env: { ANTHROPIC_API_KEY: 'placeholder' } } }, ['ANTHROPIC_API_KEY is set']],
    ['headers', { main: { env: { ANTHROPIC_CUSTOM_HEADERS: 'x: placeholder' } } }, ['ANTHROPIC_CUSTOM_HEADERS is set']],
    ['what is switched off', { main: { env: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_USE_VERTEX: '' } } }, []],
    ['a helper', { main: { apiKeyHelper: 'pass show x' } }, ['apiKeyHelper is set']],
    ['another cloud', { main: { env: { CLAUDE_CODE_USE_VERTEX: '1' } } }, ['CLAUDE_CODE_USE_VERTEX is set']],
    [
      'a login',
      { credentials: { claudeAiOauth: { accessToken: 'placeholder' } } },
      ['a stored login (.credentials.json)'],
    ],
    ['an account', { state: { oauthAccount: { emailAddress: 'jo@example.test' } } }, ['a stored login (oauthAccount)']],
    ['a stored key', { state: { primaryApiKey: 'placeholder' } }, ['a stored key (primaryApiKey)']],
  ])('%s', (_, files, what) => expect(seen(files)).toEqual(what));
});
