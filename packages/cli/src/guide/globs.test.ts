import { readModelList } from '@modelrack/catalog';
import { expect, test } from 'vitest';
import { added, isShown, toggled } from './globs.ts';

const rows = ['lite', 'a/one', 'a/two', 'b/one'].map((id) => ({ id }));
const models = [...readModelList(rows).models.values()];
const matching = (filter: string) => models.filter(({ id, name }) => isShown(`${id} ${name}`, filter));

test.each([
  ['', ['lite', 'a/one', 'a/two', 'b/one']],
  ['one', ['a/one', 'b/one']],
  ['ONE a/', ['a/one']],
  ['a/*', ['a/one', 'a/two']],
  ['nothing', []],
])('the filter %j shows', (filter, ids) => {
  expect(matching(filter).map(({ id }) => id)).toEqual(ids);
});

test('one word is kept as a glob, several as the ids that they show', () => {
  expect(added([], 'one', matching('one'))).toEqual(['*one*']);
  expect(added(['lite'], 'a/*', matching('a/*'))).toEqual(['lite', 'a/*']);
  expect(added(['a/one'], 'a/*', matching('a/*'))).toEqual(['a/*']);
  expect(added([], 'a one', matching('a one'))).toEqual(['a/one']);
  expect(added([], '', models)).toEqual(['*']);
});

test('one model that is taken out of a glob leaves the others by their ids', () => {
  expect(toggled(['a/*'], 'a/one', models)).toEqual(['a/two']);
  expect(toggled(['a/*'], 'lite', models)).toEqual(['a/*', 'lite']);
  expect(toggled(['lite'], 'lite', models)).toEqual([]);
});
