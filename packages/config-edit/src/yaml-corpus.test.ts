import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { findNode } from './nodes.ts';
import { bytesOf, checkResult, checkSets, readText, textOf, type Subject } from './testing/check-edits.ts';
import { putBack } from './testing/standing-paths.ts';
import { commentsOfYaml } from './testing/yaml-comments.ts';
import type { Edit, SetEdit } from './types.ts';
import { yamlEditor } from './yaml.ts';

interface Case {
  readonly tool: string;
  readonly file: string;
  readonly outcome: string;
  readonly line?: number;
  readonly lines?: readonly number[];
  readonly why: string;
  readonly mustKeep?: readonly string[];
}

const folder = join(import.meta.dirname, '../../../fixtures/corpus');
// The corpus is data of the tests; a wrong row fails its own test.
const { cases } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as { cases: readonly Case[] };
// That the client under our name is another tool's is for the planning to see, not for the editor.
const ofYaml = cases.filter(({ file }) => file.endsWith('.yaml') && file !== 'aichat/same-name-other-type.yaml');

const editable = ofYaml.filter(({ outcome }) => outcome === 'edit');
const large = 'aichat/many-models.yaml';

const subject: Subject = {
  editor: yamlEditor,
  format: 'yaml',
  commentsOf: commentsOfYaml,
  parses(text) {
    expect(parseDocument(text, { uniqueKeys: true }).errors).toEqual([]);
  },
};

const client = { item: { type: 'openai-compatible', name: 'modelrack' } };

/** What setting up a gateway writes. Models that stand there are left as they are. */
function editsOf({ tool, file }: Case, ids: readonly string[]): SetEdit[] {
  const set = (path: SetEdit['path'], value: SetEdit['value']): SetEdit => ({ op: 'set', path, value });
  if (tool === 'goose') return [set(['GOOSE_PROVIDER'], 'modelrack'), set(['GOOSE_MODEL'], ids[0] ?? 'lite')];
  const known = file === 'aichat/ours-with-user-models.yaml' ? ['lite', 'plus'] : [];
  const fresh = ids.filter((id) => !known.includes(id));
  const models = fresh.map((name) =>
    set(['clients', client, 'models', { item: { name } }], { name, max_input_tokens: 131072 }),
  );
  return [
    set(['clients', client, 'api_base'], 'https://gw.example.test/v1'),
    ...models.map((edit, at) => ({ ...edit, after: models[at - 1]?.path.at(-1) })),
  ];
}

const textOfCase = ({ file }: Case): string => textOf(readFileSync(join(folder, file)));
const usual = ['lite', 'plus', 'anthropic/claude-sonnet-4.5', 'qwen/qwen3-coder:free'];
const odd = ['a"b\\c', '__proto__', 'yes', '012', '1e3', '2026-01-01', '模型/甲', '~', '<<', 'x: y', '', "it's", '- a'];

const axes: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with line ends of Windows': (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  'with a byte-order mark': (text) => `\uFEFF${text.replace(/^\uFEFF/, '')}`,
  'without a final newline': (text) => text.replace(/(?:\r?\n)+$/, ''),
  'with blank lines at the end': (text) => `${text}\n\n\n`,
};

/** New blocks are taken out again; else values that were replaced come back in their spelling. To the byte. */
function checkBothWays(one: Case, text: string, ids: readonly string[]): string {
  const edits = editsOf(one, ids);
  const document = readText(subject, text);
  const result = yamlEditor.edit(document, edits);
  if (edits.every(({ path }) => findNode(document.root, path.slice(0, 2)) === undefined)) {
    checkSets(subject, text, edits);
  } else {
    const after = checkResult(subject, document, { edits, result });
    const back = edits.map(({ path }): Edit => putBack(document, path) ?? { op: 'remove', path });
    expect(textOf(yamlEditor.edit(after, back).bytes)).toBe(text);
  }
  return textOf(result.bytes);
}

describe.each(editable.filter(({ file }) => file !== large))('$file', (one) => {
  test.each(Object.entries(axes))('%s', (_, change) => {
    const text = change(textOfCase(one));
    const result = checkBothWays(one, text, usual);
    for (const kept of one.mustKeep ?? []) expect(result).toContain(kept);
    if (text.trim() === '') return;
    expect(result.endsWith('\n')).toBe(text.endsWith('\n'));
    if (/^(?:[^\n]*\r\n)+[^\n]*$/.test(text)) expect(result).not.toMatch(/[^\r]\n/);
  });

  test.each([
    ['odd ids', odd],
    ['a hundred models', Array.from({ length: 100 }, (_, at) => `vendor-${at % 7}/model-${at}`)],
    ['one model', ['lite']],
    ['no model', []],
  ])('with %s', (_, ids) => {
    checkBothWays(one, textOfCase(one), ids);
  });
});

test.each(editable.filter(({ tool }) => tool === 'goose'))(
  '$file: a default whose name YAML reads as something else',
  (one) => {
    for (const id of odd) checkBothWays(one, textOfCase(one), [id]);
  },
);

test.each(ofYaml.filter(({ outcome }) => outcome === 'refuse'))('$file is refused: $why', (one) => {
  const run = () => yamlEditor.edit(yamlEditor.read(bytesOf(textOfCase(one)), one.file, 'yaml'), editsOf(one, usual));
  const error = caught(run);
  expect(['file-invalid', 'file-shape']).toContain(error.code);
  expect(error.path).toBe(one.file);
  expect(one.lines ?? [one.line]).toContain(error.line);
  expect(error.column).toBeGreaterThan(0);
});

test.each(ofYaml.filter(({ outcome }) => outcome === 'edit-or-refuse'))('$file: $why', (one) => {
  for (const change of Object.values(axes)) checkSets(subject, change(textOfCase(one)), editsOf(one, usual));
});

function caught(run: () => unknown): { code?: string; path?: string; line?: number; column?: number } {
  try {
    run();
  } catch (error) {
    return error as { code?: string };
  }
  throw new Error('nothing was refused');
}

test.each([0, 500, 5000])('%s models into a file of 2,500 others', (count) => {
  const one = ofYaml.find(({ file }) => file === large)!;
  const text = textOfCase(one);
  const ids = Array.from({ length: count }, (_, at) => `vendor-${at % 37}/model-${at}`);
  const edits = editsOf(one, ids);
  const start = process.cpuUsage();
  const document = readText(subject, text);
  const set = yamlEditor.edit(document, edits);
  const after = yamlEditor.read(set.bytes, one.file, 'yaml');
  expect(yamlEditor.edit(after, edits).bytes).toBe(set.bytes);
  const removed = yamlEditor.edit(after, [
    ...ids.map((name): Edit => ({ op: 'remove', path: ['clients', client, 'models', { item: { name } }] })),
    { op: 'remove', path: ['clients', client] },
  ]);
  const { user, system } = process.cpuUsage(start);
  expect(textOf(removed.bytes)).toBe(text);
  // Other tests use the processor at the same time; anything quadratic takes minutes here.
  expect((user + system) / 1000).toBeLessThan(15_000);
});
