import type { Node, Range } from '../../types.ts';
import type { TomlKeyPart, TomlPair, TomlTable, TomlTop, TomlValue } from '../syntax.ts';
import { bodyEnd, keyStart } from '../syntax.ts';
import type { MapForm, TomlEntry, TomlList, TomlMap } from '../toml-nodes.ts';
import { isTomlList, isTomlMap } from '../toml-nodes.ts';

/** The entries by key of maps that other keys or headers lead through. */
type Index = Map<TomlMap, Map<string, TomlEntry>>;

/** The values of a file, whatever mixture of headers, dotted keys and braces they are written in. */
export function buildNodes(text: string, top: TomlTop): TomlMap {
  const index: Index = new Map();
  const root = emptyMap('root', { start: 0, end: text.length });
  root.table = top;
  for (const statement of top.body) {
    if (statement.kind === 'pair') addPair(index, { map: root, pair: statement });
    else addTable(index, { root, table: statement });
  }
  return root;
}

export function emptyMap(form: MapForm, { start, end }: { start: number; end: number }): TomlMap {
  return { kind: 'map', form, start, end, entries: [], table: undefined, inline: undefined, dotted: [] };
}

function addTable(index: Index, { root, table }: { root: TomlMap; table: TomlTable }): void {
  const range = { start: table.start, end: bodyEnd(table) };
  let map = root;
  for (const part of table.path) map = stepInto(index, map, { part, range });
  const own = (table.isItem ? addItem : stepInto)(index, map, { part: table.last, range });
  own.form = table.isItem ? 'item' : 'table';
  own.table = table;
  own.start = range.start;
  own.end = Math.max(own.end, range.end);
  for (const pair of table.body) addPair(index, { map: own, pair });
}

interface Part {
  readonly part: TomlKeyPart;
  readonly range: Range;
}

/** The map that a key leads to; of a row of tables, the last. */
function stepInto(index: Index, map: TomlMap, { part: { name, start }, range }: Part): TomlMap {
  const found = find(index, map, name)?.value;
  const inner = isTomlList(found) ? found.items.at(-1) : found;
  if (isTomlMap(inner)) {
    inner.end = Math.max(inner.end, range.end);
    return inner;
  }
  const made = emptyMap('implied', range);
  add(index, map, { key: name, at: start, value: made, pair: undefined });
  return made;
}

function addItem(index: Index, map: TomlMap, { part: { name, start }, range }: Part): TomlMap {
  const found = find(index, map, name)?.value;
  const item = emptyMap('item', range);
  if (isTomlList(found)) {
    found.items.push(item);
    found.end = range.end;
  } else {
    const list: TomlList = { kind: 'list', start: range.start, end: range.end, items: [item], array: undefined };
    add(index, map, { key: name, at: start, value: list, pair: undefined });
  }
  return item;
}

function addPair(index: Index, { map, pair }: { map: TomlMap; pair: TomlPair }): void {
  const { path, last, value } = pair;
  let owner = map;
  let parts = 0;
  for (const part of path) {
    owner = stepInto(index, owner, { part, range: { start: keyStart(pair), end: value.end } });
    parts += 1;
    owner.dotted.push({ pair, parts });
  }
  add(index, owner, { key: last.name, at: last.start, value: valueOf(index, value), pair });
}

function find(index: Index, map: TomlMap, key: string): TomlEntry | undefined {
  let keys = index.get(map);
  if (keys === undefined) {
    keys = new Map(map.entries.map((entry) => [entry.key, entry]));
    index.set(map, keys);
  }
  return keys.get(key);
}

function add(index: Index, map: TomlMap, entry: TomlEntry): void {
  map.entries.push(entry);
  index.get(map)?.set(entry.key, entry);
}

function valueOf(index: Index, value: TomlValue): Node {
  if (value.kind === 'scalar') return value;
  const { start, end } = value;
  if (value.kind === 'array') {
    const list: TomlList = {
      kind: 'list',
      start,
      end,
      items: value.elements.map((item) => valueOf(index, item)),
      array: value,
    };
    return list;
  }
  const map = emptyMap('inline', value);
  map.inline = value;
  for (const pair of value.body) addPair(index, { map, pair });
  return map;
}
