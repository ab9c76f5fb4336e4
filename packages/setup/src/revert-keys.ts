import { findNode, sourceOf, toJson, type Document, type Edit, type Node, type Path } from '@modelrack/config-edit';
import { nodeAt, type OpenFile } from './draft.ts';
import { fingerprint, idOf, pathKey, pathOf, type Owned } from './owned.ts';
import { isUntouched } from './plan-value.ts';

/**
 * The edits that bring what is still as we wrote it back to what `before` says; what the user changed
 * since stays.
 */
export function revertKeys(file: OpenFile, before: Document, ownedBefore: Owned): Edit[] {
  return [
    ...revertCollections(file, before),
    ...revertValues(file, before),
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

function revertCollections(file: OpenFile, before: Document): Edit[] {
  return Object.entries(file.owned.collections).flatMap(([key, collection]) => {
    const path = pathOf(key);
    const node = nodeAt(file, path);
    if (node?.kind !== 'map') return node?.kind === 'list' ? revertList(file, before, path) : [];
    const returning = missingEntries(before, { path, node });
    const current = Object.entries(collection.entries).flatMap(([id, fields]) => {
      const entry = findNode(node, [idOf(id)]);
      if (entry?.kind !== 'map') return [];
      const isOurs = entry.entries.every(
        ({ key: field, value }) => fields[field] === fingerprint(field, toJson(value)),
      );
      return isOurs ? putBack(before, [...path, idOf(id)]) : [];
    });
    return [...current, ...returning];
  });
}

/** Items of lists are told apart by all their texts; what we wrote of them is found by its fields. */
function revertList(file: OpenFile, before: Document, path: Path): Edit[] {
  const list = nodeAt(file, path);
  const old = before.root === undefined ? undefined : findNode(before.root, path);
  const collection = file.owned.collections[pathKey(path)];
  if (list?.kind !== 'list' || collection === undefined) return [];
  const known = Object.values(collection.entries);
  return list.items.flatMap((item): Edit[] => {
    if (item.kind !== 'map') return [];
    const prints = new Map(item.entries.map(({ key, value }) => [key, fingerprint(key, toJson(value))]));
    const isOurs = known.some(
      (fields) =>
        prints.size === Object.keys(fields).length &&
        Object.entries(fields).every(([field, print]) => prints.get(field) === print),
    );
    if (!isOurs) return [];
    const step = { item: textsOf(item) };
    const was = old?.kind === 'list' ? old.items.find((candidate) => sameTexts(candidate, step.item)) : undefined;
    if (was === undefined) return [{ op: 'remove', path: [...path, step] }];
    return [{ op: 'set', path: [...path, step], value: toJson(was), raw: sourceOf(before, was) }];
  });
}

function textsOf(item: Node): Record<string, string> {
  if (item.kind !== 'map') return {};
  return Object.fromEntries(
    item.entries.flatMap(({ key, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value]] : [],
    ),
  );
}

function sameTexts(item: Node, texts: Readonly<Record<string, string>>): boolean {
  return Object.entries(textsOf(item)).every(([key, value]) => texts[key] === value);
}

function missingEntries(before: Document, there: { path: Path; node: Node }): Edit[] {
  const old = before.root === undefined ? undefined : findNode(before.root, there.path);
  if (old?.kind !== 'map' || there.node.kind !== 'map') return [];
  const present = new Set(there.node.entries.map(({ key }) => key));
  return old.entries
    .filter(({ key }) => !present.has(key))
    .map(({ key, value }): Edit => ({
      op: 'set',
      path: [...there.path, key],
      value: toJson(value),
      raw: sourceOf(before, value),
    }));
}

function putBack(before: Document, path: Path): Edit[] {
  const was = before.root === undefined ? undefined : findNode(before.root, path);
  if (was === undefined) return [{ op: 'remove', path }];
  return [{ op: 'set', path, value: toJson(was), raw: sourceOf(before, was) }];
}

function prunes(now: Owned, before: Owned): Edit[] {
  return Object.entries(now.containers)
    .filter(([key]) => before.containers[key] === undefined)
    .map(([key, { restore }]) => ({ path: pathOf(key), restore }))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, restore }): Edit => ({ op: 'prune', path, ...(restore === undefined ? {} : { restore }) }));
}
