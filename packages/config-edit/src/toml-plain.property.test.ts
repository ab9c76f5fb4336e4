import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseTOML } from 'toml-eslint-parser';
import { describe, expect, test } from 'vitest';
import { bytesOf, textOf } from './testing/check-edits.ts';
import { plainTomlDocuments, tomlDocuments } from './testing/toml-documents.ts';
import { tomlEditor } from './toml.ts';
import { tokensOf, topOf } from './toml/library-syntax.ts';
import { parseByLibrary, parseToml } from './toml/parse-toml.ts';
import { readPlain } from './toml/read-plain.ts';
import type { Document } from './types.ts';

// `npm run torture` runs these for longer.
const numRuns = Number(process.env['MODELRACK_RUNS'] ?? 500);
const seed = Number(process.env['MODELRACK_SEED'] ?? 1);

interface Change {
  readonly kind: 'delete' | 'insert' | 'repeat' | 'swap' | 'cut';
  /** Where, as a part of the text. */
  readonly at: number;
  readonly piece: string;
}

const PIECES = [
  ['"', "'", '\\', '#', ',', '.', '=', '[', ']', '[[', ']]', '{', '}', '{}', '[]', '_', '-', '+', ':', '0', '1e5'],
  [' ', '\t', '\n', '\r', '\r\n', '\0', '\u0001', '\u007F', '\u0085', '\u00A0', '\u2028', '\uFEFF', '\uD83D'],
  ['\uDE00', '\u{1F600}', 'é', 'true', 'x', '"""', "''", '\n[p]\n', '\n[p.q]\n', '\n[[p]]\n', '\n[[p.q.r]]\n'],
  ['\np.q = 1\n', '\nq.r = 1\n', '\n"p" = 1\n', '\n# c', '1979-05-27', '0x1F', '9007199254740993'],
].flat();

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('delete', 'insert', 'insert', 'repeat', 'swap', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  piece: fc.constantFrom(...PIECES),
});

function changed(text: string, { kind, at, piece }: Change): string {
  const offset = Math.floor(at * (text.length + 1));
  if (kind === 'insert') return text.slice(0, offset) + piece + text.slice(offset);
  if (kind === 'delete') return text.slice(0, offset) + text.slice(offset + 1);
  const lines = text.split('\n');
  const index = Math.floor(at * lines.length);
  const line = lines[index] ?? '';
  if (kind === 'repeat') lines.splice(Math.floor(at * 7919) % lines.length, 0, line);
  else if (kind === 'cut') lines.splice(index, 1);
  else lines.splice(index, 2, lines[index + 1] ?? '', line);
  return lines.join('\n');
}

const documents = fc
  .record({
    text: fc.oneof({ weight: 3, arbitrary: plainTomlDocuments }, { weight: 1, arbitrary: tomlDocuments }),
    isCrlf: fc.boolean(),
    changes: fc.oneof(fc.constant<Change[]>([]), fc.array(change, { maxLength: 3 })),
  })
  .map(({ text, isCrlf, changes }) => changes.reduce(changed, isCrlf ? text.replaceAll('\n', '\r\n') : text));

const sourceOf = (text: string): Omit<Document, 'root'> => {
  return { format: 'toml', name: 'f.toml', text, bom: false, eol: '\n', top: 'map' };
};

function outcomeOf<T>(run: () => T): T | { error: unknown } {
  try {
    return run();
  } catch (error) {
    return { error };
  }
}

const refusalOf = (result: object): string => ('error' in result ? String(result.error) : '');

test('with and without the library a file is the same, or is refused with the same words', () => {
  let plain = 0;
  fc.assert(
    fc.property(documents, (text) => {
      const expected = outcomeOf(() => parseByLibrary(sourceOf(text)));
      // Values, ranges, forms, statements, tokens and comments.
      assert.deepStrictEqual(
        outcomeOf(() => parseToml(sourceOf(text))),
        expected,
      );
      if (refusalOf(expected) === '' && readPlain(text) !== undefined) plain += 1;
    }),
    { numRuns, seed },
  );
  expect(plain).toBeGreaterThan(numRuns / 4);
});

test('what the quick reader reads is right by itself, but for keys that stand twice', () => {
  fc.assert(
    fc.property(documents, (text) => {
      const plain = readPlain(text);
      if (plain === undefined) return;
      const refusal = refusalOf(outcomeOf(() => parseByLibrary(sourceOf(text))));
      assert.match(refusal, /^$|second time|redefine/);
      if (refusal !== '') return;
      const program = parseTOML(`${text}\n`);
      assert.deepStrictEqual(plain, { top: topOf(text, program.body[0]), tokens: tokensOf(program) });
    }),
    { numRuns, seed },
  );
});

test.each([
  ['a table that a longer header implied gets dotted keys', '[[t.a.c]]\n[t.a]\n[t]\na.x = 1\n'],
  ['a key twice', 'a = 1\na = 2\n'],
  ['a table twice', '[a]\n[a]\n'],
  ['a comment with half a character', '# \uD83D\na = 1\n'],
  ['lists in lists without end', `a = ${'['.repeat(3000)}${']'.repeat(3000)}\n`],
])('%s', (_, text) => {
  const refusal = outcomeOf(() => parseByLibrary(sourceOf(text)));
  expect(refusal).toHaveProperty('error');
  assert.deepStrictEqual(
    outcomeOf(() => parseToml(sourceOf(text))),
    refusal,
  );
});

test.each([
  ['broken lines', ['a = 1 b = 2', '[a] b = 1', 'a =\n1', 'a\n= 1', 'a = 1\rb = 2', 'a = 1\f', 'a', '=', 'a = ']],
  ['broken headers', ['[ [a]]', '[[a] ]', '[a', '[]', '[a.]']],
  ['broken keys', ['a. = 1', '.a = 1', 'a..b = 1', 'é = 1', '"""a""" = 1', '\uFEFFa = 1']],
  ['broken brackets', ['a = [1', 'a = [1 2]', 'a = [,]', 'a = {', 'a = {,}', 'a = { b = 1 c = 2 }']],
  ['texts', ['a = """x"""', "a = '''x'''", 'a = "\\n"', 'a = "\u0001"', "a = '\u007F'", 'a = "', "a = '\n'"]],
  [
    'numbers',
    ['a = 01', 'a = +1', 'a = -0', 'a = 1__0', 'a = 1_', 'a = 1e5', 'a = .5', 'a = 1.', 'a = 0xF', 'a = inf'],
  ],
  ['other values', ['a = 1979-05-27', 'a = 07:32', 'a = truex', 'a = yes', 'a = { b = 1, }', 'a = {\nb = 1 }']],
  ['comments', ['a = 1 # \u0000', '# \u007F', '# \uD83D']],
  ['what is long', ['a = 1234567890123456', `a = "${'x'.repeat(10_000)}"`, `a = ${'['.repeat(20)}${']'.repeat(20)}`]],
])('%s are left to the library', (_, texts) => {
  for (const text of texts) expect(readPlain(text), text).toBeUndefined();
});

describe('the library is not needed', () => {
  const fixtures = join(import.meta.dirname, '../../../fixtures/tools');
  const files = ['codex', 'gptme', 'kimi', 'mistral-vibe'].flatMap((tool) =>
    readdirSync(join(fixtures, tool), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^[^/]*\/after\/.*\.toml$/.test(path.replaceAll('\\', '/')))
      .map((path) => join(tool, path)),
  );

  test.each(files)('for %s', (file) => {
    const bytes = readFileSync(join(fixtures, file));
    // But for a quote in a name.
    expect(readPlain(tomlEditor.read(bytes, file, 'toml').text) === undefined).toBe(textOf(bytes).includes('\\"'));
  });

  test('for what we write ourselves', () => {
    const value = { name: 'N', 'x y': [1, -2.5, true, 'two'], inner: { list: [], map: {}, 模型: '甲' } };
    const { bytes } = tomlEditor.edit(tomlEditor.read(bytesOf('a = 1\n'), 'f.toml', 'toml'), [
      { op: 'set', path: ['p', 'k'], value },
      { op: 'set', path: ['p', 'k', 'headers'], value: { 'X-y': 'z' } },
      { op: 'set', path: ['l', { item: { name: 'N' } }], value },
    ]);
    expect(textOf(bytes)).toContain('\n[[l]]\n');
    expect(readPlain(textOf(bytes))).toBeDefined();
  });
});
