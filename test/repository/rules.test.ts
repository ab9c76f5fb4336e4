import { expect, test } from 'vitest';
import {
  circlesOf,
  crowdedFolders,
  longFiles,
  medianLines,
  reachableFrom,
  unknownFolders,
  upwardImports,
} from './house.ts';
import type { Source } from './sources.ts';

// A house that is wrong in every way that the rules know of.
const src = 'packages/bad/src';
const file = (name: string, imports: readonly string[] = [], lines = 10): Source => ({
  path: `${src}/${name}`,
  lines,
  imports: imports.map((target) => `${src}/${target}`),
});
const floors = { [src]: ['.', 'kitchen', 'cellar', 'types.ts'] };

test('a circle is found, however long', () => {
  const loop = [file('a.ts', ['b.ts']), file('b.ts', ['kitchen/c.ts']), file('kitchen/c.ts', ['a.ts'])];
  expect(circlesOf(loop)).toEqual([`${src}/a.ts -> ${src}/b.ts -> ${src}/kitchen/c.ts -> ${src}/a.ts`]);
  expect(circlesOf([file('a.ts', ['a.ts'])])).toEqual([`${src}/a.ts -> ${src}/a.ts`]);
  expect(circlesOf([file('a.ts', ['b.ts', 'c.ts']), file('b.ts', ['c.ts']), file('c.ts')])).toEqual([]);
});

test('an import that points up is found', () => {
  const found = upwardImports([file('cellar/wine.ts', ['kitchen/cook.ts']), file('kitchen/cook.ts')], floors);
  expect(found).toEqual([`${src}/cellar/wine.ts imports ${src}/kitchen/cook.ts, which is above it`]);
  expect(upwardImports([file('types.ts', ['index.ts']), file('index.ts')], floors)).toHaveLength(1);
});

test('an import that points down or sideways is none', () => {
  const fine = [
    file('index.ts', ['kitchen/cook.ts', 'types.ts']),
    file('kitchen/cook.ts', ['kitchen/pan.ts', 'cellar/wine.ts', 'types.ts']),
    file('kitchen/pan.ts'),
    file('cellar/wine.ts'),
    file('types.ts'),
  ];
  expect(upwardImports(fine, floors)).toEqual([]);
});

test('a test may look up', () => {
  expect(upwardImports([file('cellar/wine.test.ts', ['kitchen/cook.ts']), file('kitchen/cook.ts')], floors)).toEqual(
    [],
  );
});

test('a folder that nobody has drawn is found, and a package that has none', () => {
  expect(upwardImports([file('attic/box.ts')], floors)).toEqual([
    `${src}/attic/box.ts has no floor in the picture of ${src}`,
  ]);
  expect(unknownFolders([file('attic/box.ts'), file('index.ts')], {})).toEqual([src]);
  expect(unknownFolders([file('index.ts'), file('testing/double.ts')], {})).toEqual([]);
});

test('a crowd is found; tests do not count', () => {
  const some = Array.from({ length: 16 }, (_, number) => file(`room/n${number}.ts`));
  expect(crowdedFolders(some, {})).toEqual([`${src}/room has 16 files, at most 15 are allowed`]);
  expect(crowdedFolders(some, { [`${src}/room`]: 16 })).toEqual([]);
  expect(crowdedFolders([...some.slice(1), file('room/n1.test.ts')], {})).toEqual([]);
});

test('a long file is found', () => {
  expect(longFiles([file('long.ts', [], 301), file('short.ts', [], 300)])).toEqual([`${src}/long.ts has 301 lines`]);
});

test('the median is that of the lower middle', () => {
  expect(medianLines([file('a.ts', [], 5), file('b.ts', [], 70), file('c.ts', [], 90), file('d.ts', [], 71)])).toBe(70);
});

test('what nothing imports is not reached', () => {
  const all = [file('a.ts', ['b.ts']), file('b.ts', ['a.ts']), file('idle.ts', ['b.ts'])];
  expect(reachableFrom(all, [`${src}/a.ts`]).map(({ path }) => path)).toEqual([`${src}/a.ts`, `${src}/b.ts`]);
});
