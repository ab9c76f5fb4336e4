import type { Change, Json } from '@modelrack/tool-kit';
import { fakeFile, fakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import goose from './index.ts';

function setsOf(changes: readonly Change[], file: string): Record<string, Json> {
  const sets = changes.flatMap((change) => (change.kind === 'set' && change.file === file ? [change] : []));
  return Object.fromEntries(sets.map(({ path, value }) => [path.join('.'), value]));
}

// Seen with goose 1.52: all of these reach `<root>/chat/completions`, also for an id like `openai/gpt-5-mini`.
test.each([
  ['https://gw.example.test/v1', { base_url: 'https://gw.example.test', base_path: './v1/chat/completions' }],
  ['http://127.0.0.1:4120/v1', { base_url: 'http://127.0.0.1:4120', base_path: './v1/chat/completions' }],
  ['https://gw.example.test/api/v1', { base_url: 'https://gw.example.test/api/v1/chat/completions' }],
  ['https://gw.example.test/openai', { base_url: 'https://gw.example.test/openai/chat/completions' }],
])('%s is written so that no id goes to the Responses API', (url, expected) => {
  const { base_url, base_path } = setsOf(goose.plan(fakeInput({ gateway: { url } })), 'main');
  expect({ base_url, ...(base_path === undefined ? {} : { base_path }) }).toEqual(expected);
});

test('a stored key is a header, because the store of goose is another one on each machine', () => {
  const value = '$HOME`id`${X}';
  const key = { form: 'literal', value: goose.escape?.(value) ?? '' } as const;
  expect(setsOf(goose.plan(fakeInput({ gateway: { key } })), 'main')).toMatchObject({
    api_key_env: '',
    requires_auth: false,
    'headers.Authorization': `Bearer ${value}`,
  });
  expect(setsOf(goose.plan(fakeInput()), 'main')).not.toHaveProperty('requires_auth');
});

const older = { GOOSE_PROVIDER: 'modelrack', GOOSE_MODEL: 'plus' };
const newer = {
  active_provider: 'modelrack',
  'providers.modelrack.enabled': true,
  'providers.modelrack.configured': true,
  'providers.modelrack.model': 'plus',
};

test.each<[string, Json | undefined, Record<string, Json>]>([
  ['no settings', undefined, older],
  ['the older form', { GOOSE_PROVIDER: 'ollama' }, older],
  ['the newer form', { active_provider: 'ollama' }, newer],
  // The newer one wins where both are.
  ['both', { active_provider: 'ollama', GOOSE_PROVIDER: 'openai' }, newer],
])('a default where there is %s', (_, content, expected) => {
  const files = [fakeFile('config', content)];
  expect(setsOf(goose.plan(fakeInput({ files, defaultModel: 'plus' })), 'config')).toEqual(expected);
  expect(setsOf(goose.plan(fakeInput({ files })), 'config')).toEqual({});
});

test('a file under our name that is another one is not taken over', () => {
  const rules = (content: Json) =>
    goose
      .plan(fakeInput({ files: [fakeFile('main', content)] }))
      .flatMap((change) => (change.kind === 'set' && change.path[0] === 'engine' ? [change.rule] : []));
  expect(rules({ engine: 'anthropic' })).toEqual(['identity']);
  expect(rules({ engine: 'openai' })).toEqual(['needed']);
});
