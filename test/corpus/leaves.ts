import { parseTree, type Node } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

/** Every value of a file that is no container, by path, in its own spelling; read by parsers that do not write. */
export function leavesOf(path: string, text: string): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const clean = text.replace(/^\uFEFF/, '');
  if (path.endsWith('.yaml')) collectYaml(parseYaml(clean), [], leaves);
  else if (path.endsWith('.toml')) collectToml(parseToml(clean, { integersAsBigInt: 'asNeeded' }), [], leaves);
  else if (clean.trim() !== '') collectJson(clean, leaves);
  return leaves;
}

function collectJson(text: string, leaves: Map<string, string>): void {
  const errors: { offset: number }[] = [];
  const root = parseTree(text, errors as never, { allowTrailingComma: true });
  const isBlank = root === undefined && errors.every(({ offset }) => offset >= text.trimEnd().length);
  if (errors.length > 0 && !isBlank) throw new Error(`does not parse at ${errors[0]?.offset}`);
  if (root !== undefined) walk(root, [], { text, leaves });
}

function walk(node: Node, path: readonly string[], found: { text: string; leaves: Map<string, string> }): void {
  const { text, leaves } = found;
  if (node.type === 'object') {
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key !== undefined && value !== undefined) walk(value, [...path, String(key.value)], found);
    }
  } else if (node.type === 'array') {
    for (const [index, item] of (node.children ?? []).entries()) walk(item, [...path, String(index)], found);
  } else {
    // A key may stand twice: both are kept.
    const key = path.join('\u0000');
    leaves.set(leaves.has(key) ? `${key}\u0000again` : key, text.slice(node.offset, node.offset + node.length));
  }
}

function collectToml(value: unknown, path: readonly string[], leaves: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectToml(item, [...path, String(index)], leaves);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [key, item] of Object.entries(value)) collectToml(item, [...path, key], leaves);
  } else {
    leaves.set(path.join('\u0000'), `${typeof value} ${String(value)}`);
  }
}

function parseYaml(text: string): unknown {
  const { errors, contents } = parseDocument(text);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return contents;
}

/** An item that has a name is found by it, wherever it stands. */
function collectYaml(node: unknown, path: readonly string[], leaves: Map<string, string>): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) collectYaml(value, [...path, String(key)], leaves);
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const name = isMap(item) ? item.get('name') : undefined;
      collectYaml(item, [...path, String(name ?? index)], leaves);
    }
  } else if (isScalar(node) && node.source !== '') {
    // A key without a value is an empty list to its owner.
    leaves.set(path.join('\u0000'), `${typeof node.value} ${node.source}`);
  }
}
