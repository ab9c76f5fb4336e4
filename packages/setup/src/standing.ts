import { findNode } from '@modelrack/config-edit';
import { nodeAt, type OpenFile } from './draft.ts';
import { idOf, isNothingOwned, pathOf } from './owned.ts';

/** The ledger knows of something of ours in the file, and none of it stands there any more. */
export function isFileBlockGone(file: OpenFile): boolean {
  if (isNothingOwned(file.owned)) return false;
  const hasValue = Object.keys(file.owned.values).some((key) => nodeAt(file, pathOf(key)) !== undefined);
  return !hasValue && !hasEntry(file);
}

function hasEntry(file: OpenFile): boolean {
  return Object.entries(file.owned.collections).some(([key, collection]) => {
    const node = nodeAt(file, pathOf(key));
    if (node === undefined || node.kind === 'scalar') return false;
    const ids = new Set(Object.keys(collection.entries).map(idOf));
    if (node.kind === 'map') return node.entries.some((entry) => ids.has(entry.key));
    const match = Object.entries(collection.match ?? {});
    return node.items.some((item) => {
      if (item.kind !== 'map') return false;
      const isOurs = match.every(([field, value]) => {
        const found = findNode(item, [field]);
        return found?.kind === 'scalar' && found.value === value;
      });
      return isOurs && item.entries.some(({ value }) => value.kind === 'scalar' && ids.has(String(value.value)));
    });
  });
}
