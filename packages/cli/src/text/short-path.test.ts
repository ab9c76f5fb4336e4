import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { shortPath } from './short-path.ts';

const at = (...parts: readonly string[]) => ['', ...parts].join(sep);

it.each([
  [at('home', 'jo', '.config', 'a.json'), ['~', '.config', 'a.json'].join(sep)],
  [at('home', 'jo'), '~'],
  [at('home', 'jojo', 'a.json'), at('home', 'jojo', 'a.json')],
  [at('etc', 'a.json'), at('etc', 'a.json')],
])('%s is shown as %s', (path, shown) => {
  expect(shortPath(path, at('home', 'jo'))).toBe(shown);
});

it('leaves paths alone where the home folder is the root', () => {
  expect(shortPath(at('etc', 'a.json'), sep)).toBe(at('etc', 'a.json'));
});
