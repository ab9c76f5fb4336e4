import { sourceOf, toJson, type Node, type Path } from '@modelrack/config-edit';
import type { FileDraft, OpenFile } from './draft.ts';
import { ownedFrom, pathKey, type DisplacedEntry, type OwnedFields } from './owned.ts';

/** What other connections have in a collection that cannot tell whose an entry is. */
export interface OtherOwners {
  /** By key of the id: whose it is, and what was written. */
  readonly entries: ReadonlyMap<string, { connection: string; fields: OwnedFields }>;
  /** Keys of ids of ours that made way for another connection: nobody deleted them. */
  readonly displacedFromUs: ReadonlySet<string>;
}

const nobody: OtherOwners = { entries: new Map(), displacedFromUs: new Set() };

/** Only a run that was told to take over looks at them. */
export function otherOwners({ file, context }: FileDraft, path: Path): OtherOwners {
  if (!context.isForced) return nobody;
  const key = pathKey(path);
  const entries = new Map<string, { connection: string; fields: OwnedFields }>();
  const displacedFromUs = new Set<string>();
  for (const [connection, value] of Object.entries(file.record?.owners ?? {})) {
    const collection = ownedFrom(value).collections[key];
    if (connection === context.connection || collection === undefined) continue;
    for (const [id, fields] of Object.entries(collection.entries)) entries.set(id, { connection, fields });
    for (const [id, entry] of Object.entries(collection.displaced ?? {})) {
      if (entry.connection === context.connection) displacedFromUs.add(id);
    }
  }
  return { entries, displacedFromUs };
}

export function displacedEntry(file: OpenFile, node: Node, connection: string): DisplacedEntry {
  return { connection, raw: sourceOf(file.document, node), value: toJson(node) };
}
