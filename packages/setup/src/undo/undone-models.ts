import { findNode, toJson, type Node } from '@modelrack/config-edit';
import { entryClaims, pathOf, type Claims } from '../ledger/claims.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { isEdited } from '../ownership/whose.ts';
import type { ModelReport } from '../plan/tool-plan.ts';

/** Of a file that goes back to what it was; `claimsNow` are ours before that. */
export async function undoneModels(plan: FilePlan, claimsNow: Claims): Promise<ModelReport> {
  const known = entryClaims({ ...plan.claims, ...claimsNow }).filter(([, { isUncounted }]) => isUncounted !== true);
  const now = await entriesIn(plan, plan.file.state.bytes, known);
  const then = await entriesIn(plan, plan.bytes, known);
  const fieldsOf = new Map(entryClaims(claimsNow).map(([, { id, fields }]) => [id, fields]));
  const protectedModels = [...then.keys()].flatMap((id): ModelReport['protectedModels'] => {
    const entry = now.get(id);
    const fields = fieldsOf.get(id);
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

async function entriesIn(
  { file }: FilePlan,
  bytes: Uint8Array | undefined,
  known: ReturnType<typeof entryClaims>,
): Promise<ReadonlyMap<string, Node>> {
  if (bytes === undefined) return new Map();
  const { root } = await readDocument(file.spec, bytes, file.state.path);
  return new Map(
    known.flatMap(([key, { id }]) => {
      const node = findNode(root, pathOf(key));
      return node === undefined ? [] : [[id, node] as const];
    }),
  );
}

function isOther(entry: Node, before: Node | undefined): boolean {
  return before !== undefined && JSON.stringify(toJson(entry)) !== JSON.stringify(toJson(before));
}
