import { fakeFile, fakeInput, type FakeInput } from '@modelrack/tool-kit/testing';
import { expect, test } from 'vitest';
import router from './index.ts';

const sets = (input: FakeInput) =>
  router.plan(fakeInput(input)).flatMap((change) => (change.kind === 'set' ? [change] : []));

test.each([
  ['nothing there', undefined, undefined, 'modelrack,lite', 'missing'],
  ['a default of the run', undefined, 'plus', 'modelrack,plus', 'choice'],
  ['a pick of ours', 'modelrack,plus', undefined, undefined, undefined],
  ["the user's own route", 'office,mini', undefined, 'modelrack,lite', 'missing'],
  ['a provider whose name begins like ours', 'modelracks,mini', undefined, 'modelrack,lite', 'missing'],
])('the default route: %s', (_, route, defaultModel, value, rule) => {
  const content = route === undefined ? undefined : { Router: { default: route } };
  const changes = router.plan(fakeInput({ files: [fakeFile('main', content)], defaultModel }));
  const found = changes.find((change) => 'path' in change && change.path[0] === 'Router');
  expect(found).toMatchObject(rule === undefined ? { kind: 'claim' } : { kind: 'set', value, rule });
});

test.each([
  [undefined, 'Providers'],
  [{ providers: [] }, 'providers'],
  [{ Providers: [], providers: [] }, 'Providers'],
])('in %j the list is %s', (content, name) => {
  expect(sets({ files: [fakeFile('main', content)] })[0]?.path[0]).toBe(name);
});

test.each([
  [{ form: 'env', name: 'my_key' } as const, '${my_key}'],
  [{ form: 'literal', value: 'sk-placeholder' } as const, 'sk-placeholder'],
])('the key %j stands there as %s', (key, text) => {
  expect(sets({ gateway: { key } }).find(({ path }) => path.at(-1) === 'api_key')?.value).toBe(text);
});
