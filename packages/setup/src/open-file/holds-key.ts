import type { Change, Key } from '@modelrack/tool-kit';

/** Whether these changes put the key itself into a file; it may stand in a text of several words, or in every entry of a list. */
export function holdsKey(key: Key, changes: readonly Change[], fileId: string): boolean {
  if (key.form !== 'literal' || key.isNone === true || key.value === '') return false;
  const inside = JSON.stringify(key.value).slice(1, -1);
  return changes.some(
    (change) => change.kind !== 'note' && change.file === fileId && JSON.stringify(change).includes(inside),
  );
}
