import type { OwnedEntry, OwnShape, ToolFile } from './types.ts';

/** The words by which a plan says what is to become of the file with this id. */
export function fileWords(file: string): Pick<ToolFile, 'set' | 'own' | 'member' | 'slot' | 'claim'> {
  return {
    set: (path, value, rule = 'field') => ({ kind: 'set', file, path, value, rule }),
    own: (path, entries, shape = { as: 'map' }) => ({
      kind: 'own',
      file,
      path,
      entries: entries.map((entry) => named(entry, shape)),
      shape,
    }),
    member: (path, value) => ({ kind: 'member', file, path, value }),
    slot: (path) => ({ kind: 'slot', file, path }),
    claim: (path) => ({ kind: 'claim', file, path }),
  };
}

/** An item of a list is known by the field that holds its id: it comes first where the plan does not write it itself. */
function named(entry: OwnedEntry, shape: OwnShape): OwnedEntry {
  if (shape.as !== 'list' || shape.key in entry.fields) return entry;
  return { id: entry.id, fields: { [shape.key]: `${shape.prefix ?? ''}${entry.id}`, ...entry.fields } };
}
