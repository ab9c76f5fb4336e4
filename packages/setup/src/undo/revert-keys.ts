import {
  findNode,
  toJson,
  type Document,
  type Edit,
  type ListNode,
  type Node,
  type Path,
} from '@modelrack/config-edit';
import { fingerprint, idOf, pathOf, type Owned, type OwnedCollection } from '../ledger/owned.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isUntouched } from '../ownership/value-marks.ts';
import { isWritten, returningKeys, setAsIn, textsOf } from './returning-keys.ts';

/**
 * The edits that bring what is still as we wrote it back to what `before` says; what the user changed
 * since stays.
 */
export function revertKeys(file: OpenFile, before: Document, ownedBefore: Owned): Edit[] {
  return [
    ...revertCollections(file, before, ownedBefore),
    ...revertValues(file, before),
    ...returningKeys(file, before, ownedBefore),
    ...Object.entries(file.owned.members)
      .filter(([key]) => ownedBefore.members[key] === undefined)
      .map(([key, item]): Edit => ({ op: 'remove', path: [...pathOf(key), { item }] })),
    ...prunes(file.owned, ownedBefore),
  ];
}

function revertValues(file: OpenFile, before: Document): Edit[] {
  return Object.entries(file.owned.values).flatMap(([key, known]) => {
    const current = nodeAt(file, pathOf(key));
    if (current === undefined || !isUntouched(current, known)) return [];
    return putBack(before, pathOf(key));
  });
}

function revertCollections(file: OpenFile, before: Document, ownedBefore: Owned): Edit[] {
  return Object.entries(file.owned.collections).flatMap(([key, collection]) => {
    const path = pathOf(key);
    const node = nodeAt(file, path);
    if (node?.kind === 'list')
      return revertList({ list: node, before, path }, collection, ownedBefore.collections[key]);
    if (node?.kind !== 'map') return [];
    const current = Object.entries(collection.entries).flatMap(([id, fields]) => {
      const entry = findNode(node, [idOf(id)]);
      if (entry?.kind !== 'map') return [];
      const isOurs = entry.entries.every(
        ({ key: field, value }) => fields[field] === fingerprint(field, toJson(value)),
      );
      return isOurs ? putBack(before, [...path, idOf(id)]) : [];
    });
    return [...current, ...displacedEntries(before, { path, node, collection })];
  });
}

/** Items of lists are told apart by all their texts; what we wrote of them is found by its fields. */
function revertList(
  { list, before, path }: { list: ListNode; before: Document; path: Path },
  collection: OwnedCollection,
  then: OwnedCollection | undefined,
): Edit[] {
  const old = before.root === undefined ? undefined : findNode(before.root, path);
  const known = Object.values(collection.entries);
  const fresh = Object.keys(collection.entries).filter((id) => then?.entries[id] === undefined);
  const freshTexts = new Set<unknown>(fresh.map((id) => `${collection.prefix ?? ''}${idOf(id)}`));
  return list.items.flatMap((item): Edit[] => {
    if (item.kind === 'scalar' && typeof item.value === 'string' && freshTexts.has(item.value))
      return [{ op: 'remove', path: [...path, { item: item.value }] }];
    if (!known.some((fields) => isWritten(item, fields))) return [];
    const step = { item: textsOf(item) };
    const was = old?.kind === 'list' ? old.items.find((candidate) => sameTexts(candidate, step.item)) : undefined;
    return was === undefined ? [{ op: 'remove', path: [...path, step] }] : [setAsIn(before, [...path, step], was)];
  });
}

function sameTexts(item: Node, texts: Readonly<Record<string, string>>): boolean {
  return Object.entries(textsOf(item)).every(([key, value]) => texts[key] === value);
}

/** Rows of another connection that made way for ours. */
function displacedEntries(
  before: Document,
  { path, node, collection }: { path: Path; node: Node; collection: OwnedCollection },
): Edit[] {
  const old = before.root === undefined ? undefined : findNode(before.root, path);
  return Object.keys(collection.displaced ?? {}).flatMap((key) => {
    const was = old && findNode(old, [idOf(key)]);
    return was === undefined || findNode(node, [idOf(key)]) !== undefined
      ? []
      : [setAsIn(before, [...path, idOf(key)], was)];
  });
}

function putBack(before: Document, path: Path): Edit[] {
  const was = before.root === undefined ? undefined : findNode(before.root, path);
  if (was === undefined) return [{ op: 'remove', path }];
  return [setAsIn(before, path, was)];
}

function prunes(now: Owned, before: Owned): Edit[] {
  return Object.entries(now.containers)
    .filter(([key]) => before.containers[key] === undefined)
    .map(([key, { restore }]) => ({ path: pathOf(key), restore }))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, restore }): Edit => ({ op: 'prune', path, ...(restore === undefined ? {} : { restore }) }));
}
