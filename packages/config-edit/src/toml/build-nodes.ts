import type { AST } from 'toml-eslint-parser';
import type { Node, ScalarNode } from '../types.ts';
import type { MapForm, TomlEntry, TomlList, TomlMap } from './toml-nodes.ts';
import { bodyEnd, isTomlList, isTomlMap, keyName } from './toml-nodes.ts';

/** Maps under construction find their entries by key. */
type Index = Map<TomlMap, Map<string, TomlEntry>>;

/** The values of a file, whatever mixture of headers, dotted keys and braces they are written in. */
export function buildNodes(text: string, top: AST.TOMLTopLevelTable): TomlMap {
  const index: Index = new Map();
  const root = emptyMap('root', { start: 0, end: text.length });
  root.table = top;
  for (const statement of top.body) {
    if (statement.type === 'TOMLKeyValue') addPair(text, index, { map: root, pair: statement });
    else addTable(text, index, { root, table: statement });
  }
  return root;
}

export function emptyMap(form: MapForm, { start, end }: { start: number; end: number }): TomlMap {
  return { kind: 'map', form, start, end, entries: [], table: undefined, inline: undefined, dotted: [] };
}

function addTable(text: string, index: Index, { root, table }: { root: TomlMap; table: AST.TOMLTable }): void {
  const range = { start: table.range[0], end: bodyEnd(text, table) };
  const parts = table.key.keys;
  const last = parts.at(-1);
  if (last === undefined) return;
  let map = root;
  for (const part of parts.slice(0, -1)) map = stepInto(index, map, { part, range });
  const own =
    table.kind === 'array' ? addItem(index, map, { part: last, range }) : stepInto(index, map, { part: last, range });
  own.form = table.kind === 'array' ? 'item' : 'table';
  own.table = table;
  own.start = range.start;
  own.end = Math.max(own.end, range.end);
  for (const pair of table.body) addPair(text, index, { map: own, pair });
}

interface Part {
  readonly part: AST.TOMLBare | AST.TOMLQuoted;
  readonly range: { readonly start: number; readonly end: number };
}

/** The map that a key leads to; of a row of tables, the last. */
function stepInto(index: Index, map: TomlMap, { part, range }: Part): TomlMap {
  const found = find(index, map, keyName(part))?.value;
  const inner = isTomlList(found) ? found.items.at(-1) : found;
  if (isTomlMap(inner)) {
    inner.end = Math.max(inner.end, range.end);
    return inner;
  }
  const made = emptyMap('implied', range);
  add(index, map, { key: keyName(part), at: part.range[0], value: made, pair: undefined });
  return made;
}

function addItem(index: Index, map: TomlMap, { part, range }: Part): TomlMap {
  const found = find(index, map, keyName(part))?.value;
  const item = emptyMap('item', range);
  if (isTomlList(found)) {
    found.items.push(item);
    found.end = range.end;
  } else {
    const list: TomlList = { kind: 'list', ...range, items: [item], array: undefined };
    add(index, map, { key: keyName(part), at: part.range[0], value: list, pair: undefined });
  }
  return item;
}

function addPair(text: string, index: Index, { map, pair }: { map: TomlMap; pair: AST.TOMLKeyValue }): void {
  const range = { start: pair.range[0], end: pair.range[1] };
  const last = pair.key.keys.at(-1);
  if (last === undefined) return;
  let owner = map;
  for (const [depth, part] of pair.key.keys.slice(0, -1).entries()) {
    owner = stepInto(index, owner, { part, range });
    owner.dotted.push({ pair, parts: depth + 1 });
  }
  add(index, owner, { key: keyName(last), at: last.range[0], value: valueOf(text, index, pair.value), pair });
}

function find(index: Index, map: TomlMap, key: string): TomlEntry | undefined {
  return index.get(map)?.get(key);
}

function add(index: Index, map: TomlMap, entry: TomlEntry): void {
  map.entries.push(entry);
  const keys = index.get(map);
  if (keys === undefined) index.set(map, new Map([[entry.key, entry]]));
  else keys.set(entry.key, entry);
}

function valueOf(text: string, index: Index, node: AST.TOMLContentNode): Node {
  const range = { start: node.range[0], end: node.range[1] };
  if (node.type === 'TOMLArray') {
    const list: TomlList = {
      kind: 'list',
      ...range,
      items: node.elements.map((item) => valueOf(text, index, item)),
      array: node,
    };
    return list;
  }
  if (node.type === 'TOMLInlineTable') {
    const map = emptyMap('inline', range);
    map.inline = node;
    for (const pair of node.body) addPair(text, index, { map, pair });
    return map;
  }
  return { kind: 'scalar', ...range, value: scalarOf(text, node) };
}

function scalarOf(text: string, node: AST.TOMLValue): ScalarNode['value'] {
  if (node.kind === 'integer') return wholeNumber(node.bigint);
  if (node.kind === 'string' || node.kind === 'float' || node.kind === 'boolean') return node.value;
  return text.slice(node.range[0], node.range[1]);
}

function wholeNumber(value: bigint): number | bigint {
  return BigInt(Number(value)) === value ? Number(value) : value;
}
