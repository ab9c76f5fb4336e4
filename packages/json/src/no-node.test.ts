import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

// It also runs where there is no Node and no DOM: inside a coding tool.
it.each(sources)('%s needs the language only', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const imported = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, specifier = '']) => specifier);
  expect(imported.filter((specifier) => !specifier.startsWith('./'))).toEqual([]);
  expect(text).not.toMatch(
    /\b(?:process|Buffer|globalThis|window\.|document|performance|setTimeout|Intl|require)\b[.(]/,
  );
});
