import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRackError, type RackError } from '@modelrack/errors';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { parseTOML } from 'toml-eslint-parser';
import { describe, expect, test } from 'vitest';
import { jsonEditor } from './json.ts';
import { findNode } from './nodes.ts';
import { bytesOf, checkSets, readText, textOf, type Subject } from './testing/check-edits.ts';
import { corpusTools } from './testing/corpus-edits.ts';
import { commentsOfJson } from './testing/json-comments.ts';
import { tomlEditor } from './toml.ts';

interface Case {
  readonly tool: string;
  readonly file: string;
  readonly outcome: string;
  readonly line?: number;
  readonly lines?: readonly number[];
  readonly column?: number;
  readonly why: string;
  readonly mustKeep?: readonly string[];
  readonly mustContain?: readonly string[];
}

const folder = join(import.meta.dirname, '../../../fixtures/corpus');
// The corpus is data of the tests; a wrong row fails its own test.
const { cases } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as { cases: readonly Case[] };
const ofTools = cases.filter(({ tool }) => tool in corpusTools);

function subjectOf(one: Case): Subject {
  const format = corpusTools[one.tool]!.format;
  if (format === 'toml') {
    return {
      editor: tomlEditor,
      format,
      parses: (text) => void parseToml(text, { integersAsBigInt: 'asNeeded' }),
      commentsOf: (text) => parseTOML(text).comments.map(({ range }) => text.slice(...range)),
    };
  }
  return { editor: jsonEditor, format, commentsOf: commentsOfJson, parses: (text) => parseJson(text, format) };
}

function parseJson(text: string, format: string): void {
  if (format === 'json') return void JSON.parse(text);
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  assert.deepEqual(
    errors.map(({ error }) => printParseErrorCode(error)),
    [],
  );
}

const bytesOfCase = (one: Case): Uint8Array => readFileSync(join(folder, one.file));
const usual = ['lite', 'plus', 'anthropic/claude-sonnet-4.5', 'qwen/qwen3-coder:free'];
const odd = ['a"b\\c', '__proto__', 'yes', '012', '1e3', '2026-01-01', '模型/甲', 'x.y', '', "it's"];
/** The long version writes as many as a large gateway lists. */
const many = process.env['MODELRACK_RUNS'] === undefined ? 60 : 500;
const counted = Array.from({ length: many }, (_, at) => `vendor-${at % 7}/model-${at}`);

const axes: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with line ends of Windows': (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  'with a byte-order mark': (text) => `\uFEFF${text.replace(/^\uFEFF/, '')}`,
  'without a final newline': (text) => text.replace(/(?:\r?\n)+$/, ''),
  'with tabs': (text) => text.replaceAll(/^ +/gm, (blanks) => '\t'.repeat(Math.ceil(blanks.length / 2))),
  'with blank lines at the end': (text) => `${text}\n\n\n`,
};

describe.each(ofTools.filter(({ outcome }) => outcome === 'edit' || outcome === 'ask'))('$file', (one) => {
  const tool = corpusTools[one.tool]!;
  const subject = subjectOf(one);
  const original = textOf(bytesOfCase(one));

  test.each(Object.entries(axes))('%s', (_, change) => {
    const text = change(original);
    checkSets(subject, text, tool.edits(usual));
    const result = textOf(subject.editor.edit(readText(subject, text), tool.edits(usual)).bytes);
    for (const kept of [...(one.mustKeep ?? []), ...(one.mustContain ?? [])]) expect(result).toContain(kept);
    if (text.trim() === '') return;
    expect(result.endsWith('\n')).toBe(text.endsWith('\n'));
    if (/^\S.*$/.test(text) && text.length > 4 && tool.format !== 'toml') expect(result).not.toContain('\n');
  });

  test.each([
    ['odd ids', odd],
    [`${many} models`, counted],
    ['no model', []],
  ])('with %s', (_, ids) => checkSets(subject, original, tool.edits(ids)));
});

test.each(ofTools.filter(({ outcome }) => outcome === 'refuse'))('$file is refused: $why', (one) => {
  const { editor, format } = subjectOf(one);
  const edits = corpusTools[one.tool]!.edits(usual);
  const run = () => editor.edit(editor.read(bytesOfCase(one), one.file, format), edits);
  const error = caught(run);
  expect(['file-invalid', 'file-shape']).toContain(error.code);
  expect(error.path).toBe(one.file);
  expect(one.lines ?? [one.line]).toContain(error.line);
  if (one.column !== undefined) expect(error.column).toBe(one.column);
});

test.each(ofTools.filter(({ outcome }) => outcome === 'edit-or-refuse'))('$file: $why', (one) => {
  const subject = subjectOf(one);
  const edits = corpusTools[one.tool]!.edits(usual);
  try {
    checkSets(subject, textOf(bytesOfCase(one)), edits);
  } catch (error) {
    expect(error).toMatchObject({ code: 'file-invalid', line: expect.any(Number) });
  }
});

test('five thousand models are a matter of a moment', () => {
  const one = ofTools.find(({ file }) => file === 'opencode/five-thousand-models.jsonc')!;
  const subject = subjectOf(one);
  const ids = Array.from({ length: 5000 }, (_, at) => `vendor-${at % 37}/model-${at}`);
  const edits = corpusTools['opencode']!.edits(ids);
  const start = process.cpuUsage();
  const document = subject.editor.read(bytesOfCase(one), one.file, 'jsonc');
  const set = subject.editor.edit(document, edits);
  const after = subject.editor.read(set.bytes, one.file, 'jsonc');
  expect(subject.editor.edit(after, edits).bytes).toBe(set.bytes);
  const removed = subject.editor.edit(after, [
    ...edits.map(({ path }) => ({ op: 'remove' as const, path: path.slice(0, 4) })),
    { op: 'prune', path: ['provider', 'modelrack', 'options'] },
    { op: 'prune', path: ['provider', 'modelrack', 'models'] },
    { op: 'prune', path: ['provider', 'modelrack'] },
  ]);
  const { user, system } = process.cpuUsage(start);
  expect(findNode(after.root, ['provider', 'modelrack', 'models', ids.at(-1)!])).toBeDefined();
  expect(Buffer.from(removed.bytes).equals(bytesOfCase(one))).toBe(true);
  // Other tests use the processor at the same time; anything quadratic takes minutes here.
  expect((user + system) / 1000).toBeLessThan(15_000);
});

function caught(run: () => unknown): RackError {
  try {
    run();
  } catch (error) {
    if (isRackError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('bytes that are no text are refused', () => {
  const read = (bytes: Uint8Array) => caught(() => jsonEditor.read(bytes, 'f', 'jsonc'));
  expect(read(Uint8Array.of(0xff, 0xfe, 0x7b, 0))).toMatchObject({ code: 'file-invalid', line: 1, column: 1 });
  expect(read(Uint8Array.of(0x7b, 0, 0x7d, 0))).toMatchObject({ code: 'file-invalid', line: 1 });
  expect(read(Uint8Array.of(...bytesOf('{\n "a": "'), 0xe9, ...bytesOf('"}')))).toMatchObject({
    code: 'file-invalid',
    line: 2,
    column: 8,
  });
});
