import fc from 'fast-check';
import { findNode } from '../nodes.ts';
import type { Document, Json, Node, Path, SetEdit, Step } from '../types.ts';

/** Chooses among what stands in a document. */
export const dice: fc.Arbitrary<number[]> = fc.array(fc.nat(11), { minLength: 1, maxLength: 5 });

/** undefined: nothing can be named on that way. */
export function standingPath(root: Node | undefined, numbers: readonly number[]): Path | undefined {
  const path: Step[] = [];
  let node = root;
  for (const number of numbers) {
    const step = node === undefined ? undefined : stepInto(node, number);
    const next = step === undefined ? undefined : findNode(node, [step]);
    if (step === undefined || next === undefined) break;
    path.push(step);
    node = next;
  }
  return path.length === 0 ? undefined : path;
}

function stepInto(node: Node, number: number): Step | undefined {
  if (node.kind === 'map') return node.entries[number % node.entries.length]?.key;
  if (node.kind !== 'list') return undefined;
  const item = node.items[number % node.items.length];
  if (item?.kind === 'scalar') return typeof item.value === 'string' ? { item: item.value } : undefined;
  const id = item === undefined ? undefined : findNode(item, ['id']);
  return id?.kind === 'scalar' && typeof id.value === 'string' ? { item: { id: id.value } } : undefined;
}

/** What brings a value back in its own spelling. */
export function putBack(document: Document, path: Path): SetEdit | undefined {
  const node = findNode(document.root, path);
  if (node === undefined) return undefined;
  return { op: 'set', path, value: jsonOf(node), raw: document.text.slice(node.start, node.end) };
}

function jsonOf(node: Node): Json {
  if (node.kind === 'list') return node.items.map(jsonOf);
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, jsonOf(value)]));
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}
