import type { Draft, ListDraft, MapDraft } from '../edit/draft.ts';
import { headerOf, writeKey, writeToml } from './write-toml.ts';

/** Is this written under headers? Below a table that was given as one value, nothing is. */
export function isTableDraft(draft: Draft, isParentOnPath: boolean): draft is MapDraft | ListDraft {
  if (!isParentOnPath) return false;
  return (
    draft.kind === 'map' ||
    (draft.kind === 'list' &&
      draft.isOnPath &&
      draft.items.length > 0 &&
      draft.items.every((item) => item.kind === 'map'))
  );
}

/** The tables of a new map, or the rows of a new list of maps; each a header with its keys. */
export function tableTexts(path: readonly string[], draft: Draft, eol: string): string[] {
  if (draft.kind === 'list') {
    return draft.items.map((item) =>
      [`[${headerOf(path)}]`, ...(item.kind === 'map' ? item.entries.map(keyLine) : [])].join(eol),
    );
  }
  if (draft.kind !== 'map') return [];
  const lines: string[] = [];
  const tables: string[] = [];
  for (const entry of draft.entries) {
    if (isTableDraft(entry.value, draft.isOnPath)) tables.push(...tableTexts([...path, entry.key], entry.value, eol));
    else lines.push(keyLine(entry));
  }
  if (lines.length > 0 || tables.length === 0) tables.unshift([headerOf(path), ...lines].join(eol));
  return tables;
}

function keyLine({ key, value }: { key: string; value: Draft }): string {
  return `${writeKey(key)} = ${writeToml(value)}`;
}
