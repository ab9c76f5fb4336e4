import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { shortHead, shortPath } from './short-path.ts';

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

it('shortens the head of a diff, and nothing in the file', () => {
  const file = at('home', 'jo', 'my files', 'a.json');
  const body = `@@ -0,0 +1,1 @@\n+++ ${file}\n`;
  const shown = ['~', 'my files', 'a.json'].join(sep);
  expect(shortHead(`--- ${file}\n+++ ${file}\n${body}`, at('home', 'jo'))).toBe(`--- ${shown}\n+++ ${shown}\n${body}`);
  expect(shortHead(`--- /dev/null\n+++ ${file}\n${body}`, at('home', 'jo'))).toBe(
    `--- /dev/null\n+++ ${shown}\n${body}`,
  );
});
