import {
  equalsJson,
  findNode,
  sourceOf,
  toJson,
  type Document,
  type Edit,
  type Node,
  type Path,
} from '@modelrack/config-edit';
import { fingerprint, idOf, pathOf, type Owned, type OwnedCollection, type OwnedFields } from '../ledger/owned.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';

interface Place {
  readonly path: Path;
  /** What stood there. */
  readonly was: Node;
}

/**
 * The edits that bring back what a run took out, in the order of `before`, wherever things are as the run left them:
 * nothing stands there, or what the user had before us.
 */
export function returningKeys(file: OpenFile, before: Document, ownedBefore: Owned): Edit[] {
  const collections = Object.entries(ownedBefore.collections).flatMap(([key, collection]) =>
    goneEntries(before, pathOf(key), { old: collection, now: file.owned.collections[key] }),
  );
  const absent = collections.filter(({ path }) => nodeAt(file, path) === undefined);
  return [...goneValues(file, before, ownedBefore), ...absent]
    .toSorted((a, b) => a.was.start - b.was.start)
    .map(({ path, was }) => setAsIn(before, path, was));
}

function goneValues(file: OpenFile, before: Document, ownedBefore: Owned): Place[] {
  return Object.entries(ownedBefore.values).flatMap(([key, { replaced }]) => {
    const path = pathOf(key);
    const was = before.root && findNode(before.root, path);
    if (was === undefined || file.owned.values[key] !== undefined) return [];
    const current = nodeAt(file, path);
    const isAsLeft = current === undefined || (replaced !== undefined && equalsJson(current, replaced.value));
    return isAsLeft ? [{ path, was }] : [];
  });
}

function goneEntries(
  before: Document,
  path: Path,
  { old, now }: { old: OwnedCollection; now: OwnedCollection | undefined },
): Place[] {
  const container = before.root && findNode(before.root, path);
  const gone = Object.entries(old.entries).filter(([id]) => now?.entries[id] === undefined);
  if (container === undefined || container.kind === 'scalar' || gone.length === 0) return [];
  return gone.flatMap(([id, fields]) => {
    const found = placeIn(container, `${old.prefix ?? ''}${idOf(id)}`, fields);
    return found === undefined ? [] : [{ path: [...path, found.step], was: found.was }];
  });
}

/** In a list it is known by its text, or by all that we wrote of it. */
function placeIn(container: Node, id: string, fields: OwnedFields): { step: Path[number]; was: Node } | undefined {
  if (container.kind === 'map') {
    const was = findNode(container, [id]);
    return was && { step: id, was };
  }
  if (container.kind === 'scalar') return undefined;
  const text = container.items.find((item) => item.kind === 'scalar' && item.value === id);
  if (text !== undefined) return { step: { item: id }, was: text };
  const was = container.items.find((item) => isWritten(item, fields));
  return was && { step: { item: textsOf(was) }, was };
}

export function isWritten(item: Node, fields: OwnedFields): boolean {
  return (
    item.kind === 'map' &&
    item.entries.length === Object.keys(fields).length &&
    item.entries.every(({ key, value }) => fields[key] === fingerprint(key, toJson(value)))
  );
}

/** By these an item is found in its list. */
export function textsOf(item: Node): Record<string, string> {
  if (item.kind !== 'map') return {};
  return Object.fromEntries(
    item.entries.flatMap(({ key, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value]] : [],
    ),
  );
}

export function setAsIn(before: Document, path: Path, was: Node): Edit {
  const source = sourceOf(before, was);
  return { op: 'set', path, value: toJson(was), ...(isOneText(before, was, source) ? { raw: source } : {}) };
}

/** Its spelling can stand elsewhere as it is: not lines by indentation, nor the header of a table. */
function isOneText({ format }: Document, { kind }: Node, source: string): boolean {
  if (kind === 'scalar') return !source.includes('\n');
  if (kind === 'list') return source.startsWith('[') && format !== 'toml';
  return source.startsWith('{');
}
