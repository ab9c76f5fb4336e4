import { toJson, type Node } from '@modelrack/config-edit';
import { idKey, pathOf, type Owned, type OwnedCollection } from '../ledger/owned.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { entriesAt, isEdited } from '../ownership/standing.ts';
import type { ModelReport } from '../plan/tool-plan.ts';

/** Of a file that goes back to what it was; `ownedNow` is ours before that. */
export async function undoneModels(plan: FilePlan, ownedNow: Owned): Promise<ModelReport> {
  const known = bothOf(ownedNow, plan.owned);
  const now = await entriesIn(plan, plan.file.state.bytes, known);
  const then = await entriesIn(plan, plan.bytes, known);
  const protectedModels = [...then.keys()].flatMap((id): ModelReport['protectedModels'] => {
    const entry = now.get(id);
    const fields = Object.values(ownedNow.collections).find(({ entries }) => idKey(id) in entries)?.entries[idKey(id)];
    return entry !== undefined && fields !== undefined && isEdited(entry, fields) ? [{ id, why: 'edited' }] : [];
  });
  return {
    added: [...then.keys()].filter((id) => !now.has(id)),
    updated: [...then].filter(([id, entry]) => isOther(entry, now.get(id))).map(([id]) => id),
    removed: [...now.keys()].filter((id) => !then.has(id)),
    protectedModels,
    total: { count: then.size },
  };
}

function bothOf(now: Owned, then: Owned): readonly (readonly [string, OwnedCollection])[] {
  return Object.entries({ ...then.collections, ...now.collections }).map(([key, collection]) => {
    const entries = { ...then.collections[key]?.entries, ...now.collections[key]?.entries };
    return [key, { ...collection, entries }] as const;
  });
}

async function entriesIn(
  { file }: FilePlan,
  bytes: Uint8Array | undefined,
  known: readonly (readonly [string, OwnedCollection])[],
): Promise<ReadonlyMap<string, Node>> {
  if (bytes === undefined) return new Map();
  const document = await readDocument(file.spec, bytes, file.state.path);
  const counted = known.filter(([, { isUncounted }]) => isUncounted !== true);
  return new Map(
    counted.flatMap(([key, collection]) => [...entriesAt({ ...file, document }, pathOf(key), collection)]),
  );
}

function isOther(entry: Node, before: Node | undefined): boolean {
  return before !== undefined && JSON.stringify(toJson(entry)) !== JSON.stringify(toJson(before));
}
