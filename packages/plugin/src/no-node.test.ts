import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync(import.meta.dirname, { encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

/** They need the language only, too. */
const allowed = new Set(['@modelrack/json', '@modelrack/picker', '@modelrack/text']);

// A part of it runs inside a coding tool, where there is no Node; the rest makes texts and touches nothing.
it.each(sources)('%s needs the language only', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const imported = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, specifier = '']) => specifier);
  expect(imported.filter((specifier) => !specifier.startsWith('.') && !allowed.has(specifier))).toEqual([]);
  expect(text).not.toMatch(/\b(?:process|Buffer|globalThis|window\.|document|performance|setTimeout|require)\b[.(]/);
});
