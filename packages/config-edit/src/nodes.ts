import type { Document, ItemStep, Json, ListNode, MapNode, Node, Path, Step } from './types.ts';

/** Below this size looking through is faster than an index. */
const SMALL = 16;
const none: readonly number[] = [];
const keyIndexes = new WeakMap<MapNode, Map<string, number[]>>();
const itemIndexes = new WeakMap<ListNode, Map<string, Map<string, number>>>();

/** Indices of the entries with this key; more than one where the key is written twice. */
export function entriesOf(map: MapNode, key: string): readonly number[] {
  if (map.entries.length <= SMALL) {
    const at = map.entries.findIndex((entry) => entry.key === key);
    if (at === -1) return none;
    const second = map.entries.findIndex((entry, index) => index > at && entry.key === key);
    if (second === -1) return [at];
    return map.entries.flatMap((entry, index) => (entry.key === key ? [index] : []));
  }
  let index = keyIndexes.get(map);
  if (index === undefined) {
    index = new Map<string, number[]>();
    for (const [at, entry] of map.entries.entries()) {
      const found = index.get(entry.key);
      if (found === undefined) index.set(entry.key, [at]);
      else found.push(at);
    }
    keyIndexes.set(map, index);
  }
  return index.get(key) ?? none;
}

/** Index of the first item that the step selects, or -1. */
export function itemOf(list: ListNode, step: ItemStep): number {
  const { item, or } = step;
  const index = indexOf(list, { item });
  return index < 0 && or !== undefined ? indexOf(list, { item: or }) : index;
}

function indexOf(list: ListNode, step: ItemStep): number {
  if (list.plain !== undefined) return indexIn(list, list.plain, step.item);
  if (list.items.length <= SMALL) return list.items.findIndex((item) => isSelected(item, step));
  const { item } = step;
  if (typeof item === 'string')
    return itemIndexOf(list, '', { items: list.items.entries(), valueOf: textOf }).get(item) ?? -1;
  const fields = Object.keys(item);
  const [field = '', ...others] = fields;
  if (others.length === 0) {
    const index = itemIndexOf(list, `=${field}`, {
      items: list.items.entries(),
      valueOf: (node) => textOf(childOf(node, field)),
    });
    return index.get(item[field] ?? '') ?? -1;
  }
  fields.sort();
  const index = itemIndexOf(list, JSON.stringify(fields), {
    items: list.items.entries(),
    valueOf: (node) => fieldsOf(node, fields),
  });
  return index.get(JSON.stringify(fields.map((one) => item[one]))) ?? -1;
}

/** The same by values alone. */
function indexIn(list: ListNode, plain: readonly Json[], item: ItemStep['item']): number {
  if (typeof item === 'string') return plain.indexOf(item);
  const fields = Object.keys(item).toSorted();
  const index = itemIndexOf(list, JSON.stringify(fields), {
    items: plain.entries(),
    valueOf: (row) => textsIn(row, fields),
  });
  return index.get(JSON.stringify(fields.map((one) => item[one]))) ?? -1;
}

function textsIn(row: Json, fields: readonly string[]): string | undefined {
  if (!isJsonMap(row)) return undefined;
  const values = fields.map((field) => (Object.hasOwn(row, field) ? row[field] : undefined));
  return values.every((value) => typeof value === 'string') ? JSON.stringify(values) : undefined;
}

/** The index of the first item for each value. */
function itemIndexOf<Item>(
  list: ListNode,
  name: string,
  { items, valueOf }: { items: Iterable<readonly [number, Item]>; valueOf: (item: Item) => string | undefined },
): ReadonlyMap<string, number> {
  let indexes = itemIndexes.get(list);
  if (indexes === undefined) {
    indexes = new Map();
    itemIndexes.set(list, indexes);
  }
  let index = indexes.get(name);
  if (index === undefined) {
    index = new Map();
    for (const [at, item] of items) {
      const value = valueOf(item);
      if (value !== undefined && !index.has(value)) index.set(value, at);
    }
    indexes.set(name, index);
  }
  return index;
}

function isSelected(node: Node, step: ItemStep): boolean {
  if (typeof step.item === 'string') return textOf(node) === step.item;
  return Object.entries(step.item).every(([field, value]) => textOf(childOf(node, field)) === value);
}

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function fieldsOf(node: Node, fields: readonly string[]): string | undefined {
  const values = fields.map((field) => textOf(childOf(node, field)));
  return node.kind !== 'map' || values.includes(undefined) ? undefined : JSON.stringify(values);
}

/** What a reader of the file gets: of a key that is written twice, the last. */
function childOf(node: Node, step: Step): Node | undefined {
  if (typeof step === 'string') {
    if (node.kind !== 'map') return undefined;
    if (node.child !== undefined) return node.child(step);
    if (node.entries.length <= SMALL) return node.entries.findLast((entry) => entry.key === step)?.value;
    const at = entriesOf(node, step).at(-1);
    return at === undefined ? undefined : node.entries[at]?.value;
  }
  if (node.kind !== 'list') return undefined;
  const at = itemOf(node, step);
  return node.child === undefined ? node.items[at] : node.child(at);
}

/** The value at a path; of a key that is written twice, the last, which is what readers see. */
export function findNode(root: Node | undefined, path: Path): Node | undefined {
  let node = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = childOf(node, step);
  }
  return node;
}

/** The value without its spelling. A key that is written twice: the last. Whole numbers lose digits beyond 2^53. */
export function toJson(node: Node): Json {
  if (node.kind === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.plain !== undefined) return node.plain;
  if (node.kind === 'list') return node.items.map(toJson);
  // fromEntries defines properties, so that a key `__proto__` stays a key.
  return Object.fromEntries(node.entries.map((entry) => [entry.key, toJson(entry.value)]));
}

/** Deeply; the order of keys and the spelling of numbers do not matter. */
export function equalsJson(node: Node, json: Json): boolean {
  if (node.kind === 'scalar') return equalsScalar(node.value, json);
  if (json === null || typeof json !== 'object') return false;
  if (node.plain !== undefined) return isEqualJson(node.plain, json);
  if (node.kind === 'list') {
    return (
      isJsonList(json) &&
      json.length === node.items.length &&
      node.items.every((item, at) => equalsItem(item, json[at]))
    );
  }
  if (isJsonList(json)) return false;
  const keys = Object.keys(json);
  // Fewer entries than keys cannot hold them all; more may be keys that are written twice.
  if (node.entries.length < keys.length) return false;
  if (node.entries.length > keys.length && new Set(node.entries.map((entry) => entry.key)).size !== keys.length)
    return false;
  return keys.every((key) => equalsItem(childOf(node, key), json[key]));
}

/** The same of two values. */
export function isEqualJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return Object.is(one, other);
  if (isJsonList(one)) {
    return (
      isJsonList(other) && one.length === other.length && one.every((item, at) => isEqualJson(item, other[at] ?? null))
    );
  }
  if (isJsonList(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isEqualJson(one[key] ?? null, other[key] ?? null));
}

function equalsItem(node: Node | undefined, json: Json | undefined): boolean {
  return node !== undefined && json !== undefined && equalsJson(node, json);
}

function equalsScalar(value: null | boolean | number | bigint | string, json: Json): boolean {
  // As `toJson` gives it: a value that went through JSON still equals where it came from.
  return typeof value === 'bigint' ? Number(value) === json : value === json || Object.is(value, json);
}

export function isJsonList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

export function isJsonMap(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !isJsonList(json);
}

/** The exact text of a value. A TOML table that is spread over the file: from its first to its last line. */
export function sourceOf(document: Document, node: Node): string {
  return document.text.slice(node.start, node.end);
}
