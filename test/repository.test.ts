import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from './repository/imports.ts';
import { root } from './repository/packages.ts';

const topLevel = [
  '.changeset',
  '.ci',
  '.editorconfig',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.npmrc',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'fixtures',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'test',
  'tsconfig.base.json',
];

/** Made by tools, and ignored by git. */
const ignored = new Set(['.git', '.pack', 'node_modules', '.DS_Store']);

const files = filesBelow('.');
/** Without the bytes that others wrote. */
const texts = files.filter((file) => !/^(?:fixtures|test\/demo|packages\/tools\/[^/]+\/fixtures)\//.test(file));

function linesWith(pattern: RegExp, candidates: readonly string[]): readonly string[] {
  return candidates.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 160)}`] : [])),
  );
}

test('nothing new stands at the top level', () => {
  expect(
    readdirSync(root)
      .filter((name) => !ignored.has(name))
      .toSorted(),
  ).toEqual(topLevel);
});

test('no folder is named after nothing in particular', () => {
  const vague = /(?:^|\/)(?:scripts|docs|utils?|common|shared|helpers?|lib|misc)\//;
  expect(texts.filter((file) => vague.test(file))).toEqual([]);
});

test('files are named in kebab-case after what they export', () => {
  const odd = texts.filter(
    (file) => /\.(?:ts|mjs)$/.test(file) && !/\/[a-z0-9]+(?:[-.][a-z0-9]+)*\.(?:ts|mjs)$/.test(file),
  );
  expect(odd).toEqual([]);
});

// Split, so that this file does not find itself.
const words = (...parts: readonly string[]) => new RegExp(parts.join(''));

test('no path of one machine is written down', () => {
  // The invented people of tests and fixtures are jo, u, me and user.
  const home = words('(?<![\\w.~}$-])/(?:work/|ro', 'ot/|(?:Users|home)/(?!(?:jo|u|me|user)\\b|[<$]))');
  expect(linesWith(home, files)).toEqual([]);
});

test('no registry is named', () => {
  expect(linesWith(words('registry\\.', '(?:npmjs|yarnpkg|npmmirror)'), files)).toEqual([]);
  expect(linesWith(words('https?', '://|tarb', 'all:'), ['pnpm-lock.yaml'])).toEqual([]);
});

test('nothing outside the repository is read', () => {
  expect(linesWith(words('\\.\\./', 'shared'), files)).toEqual([]);
});

// The names are not on the registry yet, and whoever takes one first would run on our readers' machines.
test('nobody is told to run a name that is not published', () => {
  const wrappers = words('np', 'x\\s+(?:-y\\s+|--yes\\s+)?(?:@modelrack/|modelrack\\b)');
  const installs = words(
    '(?:np',
    'm|pnpm|yarn|bun)\\s+(?:i|install|add|global add)\\s+(?:-\\S+\\s+)*(?:modelrack(?![-.\\w])|@modelrack/)',
  );
  expect([...linesWith(wrappers, texts), ...linesWith(installs, texts)]).toEqual([]);
});
