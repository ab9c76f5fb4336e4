import { findNode, toJson, type MapNode, type Node, type Path } from '@modelrack/config-edit';
import { fingerprint, idOf, isNothingOwned, pathOf, type OwnedCollection, type OwnedFields } from '../ledger/owned.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { holdsComment } from '../open-file/holds-comment.ts';
import { withoutPrefix } from './standing-collection.ts';

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
export function entriesAt(file: OpenFile, path: Path, collection: OwnedCollection): ReadonlyMap<string, Node> {
  const { entries, match, prefix } = collection;
  const node = nodeAt(file, path);
  if (node === undefined || node.kind === 'scalar') return new Map();
  const known = new Set(Object.keys(entries).map(idOf));
  const idIn = (texts: Iterable<string>): string | undefined => {
    const ids = [...texts].map((text) => withoutPrefix(text, prefix));
    return ids.find((id) => id !== undefined && known.has(id));
  };
  const found = new Map<string, Node>();
  for (const [name, entry] of node.kind === 'map'
    ? pairsOf(node)
    : node.items.map((item) => [undefined, item] as const)) {
    const texts = textsOf(entry);
    if (Object.entries(match ?? {}).some(([field, value]) => texts.get(field) !== value)) continue;
    const id = idIn(name === undefined ? texts.values() : [name]);
    if (id !== undefined && !found.has(id)) found.set(id, entry);
  }
  return found;
}

function pairsOf(node: MapNode): (readonly [string, Node])[] {
  return node.entries.map(({ key, value }) => [key, value] as const);
}

/** The texts in an entry by their field; a text that is the entry itself. */
function textsOf(item: Node): ReadonlyMap<string, string> {
  if (item.kind === 'scalar') return new Map(typeof item.value === 'string' ? [['', item.value]] : []);
  const pairs = item.kind === 'map' ? item.entries : [];
  return new Map(
    pairs.flatMap(({ key, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value] as const] : [],
    ),
  );
}

/** Some field is not as we wrote it. */
export function isEdited(entry: Node, fields: OwnedFields): boolean {
  return Object.entries(fields).some(([field, print]) => {
    const value = findNode(entry, [field]);
    return value === undefined || fingerprint(field, toJson(value)) !== print;
  });
}

/** Every field is as we wrote it, and nothing of the user's, not even a comment, is inside. */
export function isAllOurs(file: OpenFile, node: Node, known: OwnedFields): boolean {
  if (node.kind !== 'map') return node.kind === 'scalar' && Object.keys(known).length === 0;
  const isOurs = node.entries.every(({ key, value }) => {
    const print = known[key];
    return print !== undefined && fingerprint(key, toJson(value)) === print;
  });
  return isOurs && !holdsComment(file, node);
}
