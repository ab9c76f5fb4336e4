import { fakeFile, fakeInput, fakeModel } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import droid from './index.ts';

test('every entry says where it leads, and has an id that does not depend on its place', () => {
  const [own] = droid.plan(fakeInput()).flatMap((change) => (change.kind === 'own' ? [change] : []));
  expect(own?.shape).toEqual({ as: 'list', key: 'model', match: { baseUrl: 'https://gw.example.test/v1' } });
  expect(own?.entries[0]?.fields).toMatchObject({
    id: 'custom:lite',
    baseUrl: 'https://gw.example.test/v1',
    apiKey: '${MODELRACK_API_KEY}',
    provider: 'generic-chat-completion-api',
  });
});

test.each([
  [{}, 'model'],
  [{ sessionDefaultSettings: { model: 'x' } }, 'sessionDefaultSettings.model'],
])('with %j a default goes to %s', (content, path) => {
  const changes = droid.plan(fakeInput({ files: [fakeFile('main', content)], defaultModel: 'plus' }));
  expect(changes.flatMap((change) => (change.kind === 'set' ? [change.path.join('.')] : []))).toEqual([path]);
});

test.each([
  ['nothing stated', {}, {}],
  ['images', { vision: true }, { noImageSupport: false }],
  ['no images: what it takes for granted itself', { vision: false }, {}],
  ['a default level', { efforts: ['low', 'high'], defaultEffort: 'high' }, { reasoningEffort: 'high' }],
  ['levels without a default', { efforts: ['low', 'medium', 'high'] }, { reasoningEffort: 'medium' }],
  ['a level that it does not know', { efforts: ['xhigh'], defaultEffort: 'xhigh' }, {}],
])('what it gets of a model with %s', (_, facts, expected) => {
  const [own] = droid
    .plan(fakeInput({ models: [fakeModel('m', facts)] }))
    .flatMap((change) => (change.kind === 'own' ? [change] : []));
  const { noImageSupport, reasoningEffort } = own?.entries[0]?.fields ?? {};
  expect(JSON.parse(JSON.stringify({ noImageSupport, reasoningEffort }))).toEqual(expected);
});
