import { sourceOf, toJson, type Node, type Path } from '@modelrack/config-edit';
import type { OwnChange } from '@modelrack/tool-kit';
import {
  idKey,
  ownedFrom,
  pathKey,
  secretPrint,
  type DisplacedEntry,
  type Owned,
  type OwnedFields,
} from '../ledger/owned.ts';
import type { FileDraft, OpenFile } from '../open-file/draft.ts';

/** What other connections have in a collection that cannot tell whose an entry is. */
export interface OtherOwners {
  /** By key of the id: whose it is, and what was written. */
  readonly entries: ReadonlyMap<string, { connection: string; fields: OwnedFields }>;
  /** Keys of ids of ours that made way for another connection: nobody deleted them. */
  readonly displacedFromUs: ReadonlySet<string>;
}

const nobody: OtherOwners = { entries: new Map(), displacedFromUs: new Set() };

/** Only a run that was told to take over looks at them. */
export function otherOwners({ file, context }: FileDraft, { path, shape }: OwnChange): OtherOwners {
  if (!context.isForced) return nobody;
  const key = pathKey(path);
  const entries = new Map<string, { connection: string; fields: OwnedFields }>();
  const displacedFromUs = new Set<string>();
  for (const [connection, value] of Object.entries(file.record?.owners ?? {})) {
    const collection = ownedFrom(value).collections[key];
    if (connection === context.connection || collection?.prefix !== shape.prefix) continue;
    if (collection === undefined) continue;
    for (const [id, fields] of Object.entries(collection.entries)) entries.set(id, { connection, fields });
    for (const [id, entry] of Object.entries(collection.displaced ?? {})) {
      if (entry.connection === context.connection) displacedFromUs.add(id);
    }
  }
  return { entries, displacedFromUs };
}

/** Whether another connection that stays wrote this very value too: then it is not ours alone to take. */
export function isSharedValue({ file, context }: FileDraft, path: Path, current: Node): boolean {
  const print = secretPrint(toJson(current));
  return othersOf(file, context.connection).some(({ values }) => values[pathKey(path)]?.print === print);
}

/** The same for an entry of a collection: what the other one wrote of it. */
export function sharedFields({ file, context }: FileDraft, change: OwnChange, id: string): readonly OwnedFields[] {
  return othersOf(file, context.connection).flatMap(({ collections }) => {
    const collection = collections[pathKey(change.path)];
    const fields = collection?.prefix === change.shape.prefix ? collection?.entries[idKey(id)] : undefined;
    return fields === undefined ? [] : [fields];
  });
}

function othersOf(file: OpenFile, connection: string): Owned[] {
  const owners = Object.entries(file.record?.owners ?? {});
  return owners.filter(([name]) => name !== connection).map(([, owned]) => ownedFrom(owned));
}

export function displacedEntry(file: OpenFile, node: Node, connection: string): DisplacedEntry {
  return { connection, raw: sourceOf(file.document, node), value: toJson(node) };
}
