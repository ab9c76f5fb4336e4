import assert from 'node:assert/strict';
import { isRackError } from '@modelrack/errors';
import { equalsJson, findNode, sourceOf } from '../nodes.ts';
import { applyPasses, invertPasses } from '../splices.ts';
import type { Document, Edit, EditResult, Format, FormatEditor, Node, Path, PruneEdit, SetEdit } from '../types.ts';

/** A format with what a test knows of it beyond the editor. */
export interface Subject {
  readonly editor: FormatEditor;
  readonly format: Format;
  /** Another parser's opinion. @throws any error */
  parses(text: string): void;
  commentsOf(text: string): readonly string[];
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function readText(subject: Subject, text: string): Document {
  return subject.editor.read(bytesOf(text), 'test', subject.format);
}

/** undefined: the shape of the file forbids it, which is a refusal and no fault. */
export function tryEdit(subject: Subject, document: Document, edits: readonly Edit[]): EditResult | undefined {
  try {
    return subject.editor.edit(document, edits);
  } catch (error) {
    if (isRackError(error) && error.code === 'file-shape') return undefined;
    throw error;
  }
}

/** What holds of any edits: the result parses, its splices lead there and back, and a second run is no change. */
export function checkResult(
  subject: Subject,
  document: Document,
  { edits, result }: { edits: readonly Edit[]; result: EditResult },
): Document {
  const after = textOf(result.bytes);
  const bare = after.replace(/^\uFEFF/, '');
  assert.equal(after.length - bare.length, document.bom ? 1 : 0, 'byte-order mark');
  assert.equal(applyPasses(document.text, result.passes), bare);
  assert.equal(applyPasses(bare, invertPasses(document.text, result.passes)), document.text);
  const again = readText(subject, after);
  if (again.root !== undefined) subject.parses(bare);
  // Of several items that a step selects, the next has moved up.
  if (edits.some(({ op, path }) => op === 'remove' && typeof path.at(-1) !== 'string')) return again;
  const second = subject.editor.edit(again, edits);
  assert.deepEqual(second.passes, [], 'a second run changes nothing');
  assert.equal(textOf(second.bytes), after);
  return again;
}

export function checkSets(subject: Subject, text: string, edits: readonly SetEdit[]): void {
  const document = readText(subject, text);
  const result = tryEdit(subject, document, edits);
  if (result === undefined) return;
  const after = checkResult(subject, document, { edits, result });
  for (const { path, value } of edits) {
    const node = findNode(after.root, path);
    assert(node !== undefined && equalsJson(node, value), `value at ${JSON.stringify(path)}`);
  }
  if (edits.some(({ path }) => findNode(document.root, path) !== undefined)) return;
  assert.deepEqual(subject.commentsOf(after.text), subject.commentsOf(document.text), 'comments');
  // In YAML the brackets of an empty map or list give way to lines.
  const mayGo = subject.format === 'yaml' ? /^\s*(?:\[\s*\]|\{\s*\})?\s*$/ : /^\s*$/;
  for (const { start, end } of result.passes.flat())
    assert.match(document.text.slice(start, end), mayGo, 'foreign text');
  checkTakenBack(subject, text, { edits, after });
}

/** New values are taken out again, at once and one by one: the file is as it was, to the byte. */
function checkTakenBack(
  subject: Subject,
  text: string,
  { edits, after }: { edits: readonly SetEdit[]; after: Document },
): void {
  const before = readText(subject, text);
  const paths = edits.map(({ path }) => ownPath(before, path));
  const removals = paths.map((path): Edit => ({ op: 'remove', path }));
  const prunes = prunesFor(before, paths);
  const full = (after.bom ? '\uFEFF' : '') + after.text;
  const atOnce = subject.editor.edit(readText(subject, full), [...removals, ...prunes]);
  assert.equal(textOf(atOnce.bytes), text, 'taken out at once');
  if (edits.length > 50) return;
  let current = full;
  for (const edit of [...removals, ...prunes])
    current = textOf(subject.editor.edit(readText(subject, current), [edit]).bytes);
  assert.equal(current, text, 'taken out one by one');
}

/** A new item of a list holds the fields by which it is found: it goes as a whole. */
function ownPath(before: Document, path: Path): Path {
  const end = path.findIndex(
    (step, depth) => typeof step !== 'string' && findNode(before.root, path.slice(0, depth + 1)) === undefined,
  );
  return end === -1 ? path : path.slice(0, end + 1);
}

/** For every container that has to be made, or is empty; the deepest first. */
function prunesFor(before: Document, paths: readonly Path[]): PruneEdit[] {
  const prunes = new Map<string, PruneEdit>();
  for (const path of paths) {
    for (let depth = path.length - 1; depth >= 0; depth -= 1) {
      const container = path.slice(0, depth);
      const node = findNode(before.root, container);
      if (node !== undefined && !isEmpty(node)) break;
      const restore = node === undefined ? {} : { restore: sourceOf(before, node) };
      prunes.set(JSON.stringify(container), { op: 'prune', path: container, ...restore });
    }
  }
  return [...prunes.values()].toSorted((a, b) => b.path.length - a.path.length);
}

function isEmpty(node: Node): boolean {
  return node.kind !== 'scalar' && (node.kind === 'map' ? node.entries : node.items).length === 0;
}

export function checkRemovals(subject: Subject, text: string, edits: readonly Edit[]): void {
  const document = readText(subject, text);
  const result = tryEdit(subject, document, edits);
  if (result === undefined) return;
  const after = checkResult(subject, document, { edits, result });
  for (const { path } of edits) {
    // Of a list, the next item that the step selects may have moved up.
    if (path.every((step) => typeof step === 'string')) assert.equal(findNode(after.root, path), undefined);
  }
  assertSubsequence(subject.commentsOf(after.text), subject.commentsOf(document.text));
}

function assertSubsequence(part: readonly string[], whole: readonly string[]): void {
  let at = 0;
  for (const item of whole) if (item === part[at]) at += 1;
  assert.equal(at, part.length, 'comments came or moved');
}

/** A value is replaced and put back in its own spelling: the file is as it was, to the byte. */
export function checkReplacement(subject: Subject, text: string, edit: SetEdit): void {
  const document = readText(subject, text);
  const old = findNode(document.root, edit.path);
  if (old === undefined || typeof edit.path.at(-1) !== 'string') return;
  const scalar: SetEdit = { op: 'set', path: edit.path, value: 'another value' };
  const result = tryEdit(subject, document, [scalar]);
  if (result === undefined || result.passes.length === 0) return;
  const after = checkResult(subject, document, { edits: [scalar], result });
  const raw = sourceOf(document, old);
  const back = subject.editor.edit(after, [{ ...edit, value: jsonOf(old), raw }]);
  assert.equal(textOf(back.bytes), text, 'put back');
}

function jsonOf(node: Node): SetEdit['value'] {
  if (node.kind === 'list') return node.items.map(jsonOf);
  if (node.kind === 'map') return Object.fromEntries(node.entries.map((entry) => [entry.key, jsonOf(entry.value)]));
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}
