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
import { commandEntries, crowded, floors, grantedLines, mostMedianLines } from './picture.ts';
import { allSources, isProduct } from './sources.ts';

const sources = allSources();
const product = sources.filter(isProduct);
const shipped = reachableFrom(sources, commandEntries);
const linesOf = (files: typeof shipped) => files.reduce((sum, { lines }) => sum + lines, 0);
// A new tool is a folder, and changes no number of the picture.
const shippedLines = linesOf(shipped.filter(({ path }) => !path.startsWith('packages/tools/')));
const mostShippedLines = Object.values(grantedLines).reduce((sum, lines) => sum + lines, 0);
const median = medianLines(product);

test('no file imports itself by way of others', () => {
  expect(circlesOf(sources)).toEqual([]);
});

test('folders import downward only', () => {
  expect(upwardImports(sources, floors)).toEqual([]);
});

test('every folder of a package has its place in the picture', () => {
  expect(unknownFolders(sources, floors)).toEqual([]);
});

test('no folder has more files than one takes in at a glance', () => {
  expect(crowdedFolders(sources, crowded)).toEqual([]);
});

test('no file is too long', () => {
  expect(longFiles(sources)).toEqual([]);
});

test('files are short', () => {
  expect(median).toBeLessThanOrEqual(mostMedianLines);
});

test('the command ships no more lines than the picture grants it', () => {
  expect(shipped.filter((source) => !isProduct(source)).map(({ path }) => path)).toEqual([]);
  expect(shippedLines).toBeLessThanOrEqual(mostShippedLines);
});

test('the figures, for whoever reads them', () => {
  console.log(
    [
      `house: ${product.length} source files, median ${median} lines (at most ${mostMedianLines})`,
      `house: the command reaches ${shipped.length} files with ${linesOf(shipped)} lines, ${shippedLines} without the tools (at most ${mostShippedLines})`,
    ].join('\n'),
  );
  // Both are read from the tree: an empty one would pass every rule above.
  expect(shipped.length).toBeGreaterThan(200);
});
