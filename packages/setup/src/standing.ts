import type { Node, Path } from '@modelrack/config-edit';
import { nodeAt, type OpenFile } from './draft.ts';
import { idOf, isNothingOwned, pathOf, type OwnedCollection } from './owned.ts';

/** The ledger knows of something of ours in the file, and none of it stands there any more. */
export function isFileBlockGone(file: OpenFile): boolean {
  if (isNothingOwned(file.owned)) return false;
  const hasValue = Object.keys(file.owned.values).some((key) => nodeAt(file, pathOf(key)) !== undefined);
  return !hasValue && !hasEntry(file);
}

function hasEntry(file: OpenFile): boolean {
  return Object.entries(file.owned.collections).some(([key, collection]) => {
    const standing = entriesAt(file, pathOf(key), collection);
    return Object.keys(collection.entries).some((id) => standing.has(idOf(id)));
  });
}

/** By id; the items of a list that are ours hold it in one of their fields. */
export function entriesAt(file: OpenFile, path: Path, { entries, match }: OwnedCollection): ReadonlyMap<string, Node> {
  const node = nodeAt(file, path);
  if (node === undefined || node.kind === 'scalar') return new Map();
  if (node.kind === 'map') return new Map(node.entries.map((entry) => [entry.key, entry.value]));
  const known = new Set(Object.keys(entries).map(idOf));
  const found = new Map<string, Node>();
  for (const item of node.items) {
    const texts = textsOf(item);
    if (Object.entries(match ?? {}).some(([field, value]) => texts.get(field) !== value)) continue;
    const id = [...texts.values()].find((text) => known.has(text));
    if (id !== undefined && !found.has(id)) found.set(id, item);
  }
  return found;
}

function textsOf(item: Node): ReadonlyMap<string, string> {
  const pairs = item.kind === 'map' ? item.entries : [];
  return new Map(
    pairs.flatMap(({ key, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value] as const] : [],
    ),
  );
}
