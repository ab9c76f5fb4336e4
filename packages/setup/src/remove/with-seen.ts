import { claimContainers, noClaims, pathKey, type Claims } from '../ledger/claims.ts';
import {
  nodeAt,
  putClaim,
  rememberContainers,
  startDraft,
  type OpenFile,
  type PlanContext,
} from '../open-file/draft.ts';
import { wasOf } from '../ownership/whose.ts';
import type { Choices } from '../plan/choices-of.ts';

/**
 * A removal without our record leaves one for its undo. That one is to know what a set-up would have seen where the tool
 * keeps its choice: a pick of ours that comes back is ours still, and so is one that is made then.
 */
export function withSeen(
  file: OpenFile,
  picked: Claims = noClaims,
  { context, choices }: { context: PlanContext; choices: Choices },
): OpenFile {
  const draft = startDraft(file, context, file.owners[file.connection] ?? noClaims);
  for (const { path } of [...choices.places, ...choices.beside].filter((place) => place.file === file.spec.id)) {
    const { [pathKey(path)]: claim } = draft.claims;
    if (claim?.print !== undefined) continue;
    const isPick = picked[pathKey(path)]?.print !== undefined;
    const node = nodeAt(file, path);
    const isTheirs = node !== undefined && !isPick;
    putClaim(draft, path, { isSeen: true, ...(isTheirs ? { before: wasOf(file, node) } : {}) });
    if (node === undefined) rememberContainers(draft, path.slice(0, -1));
    else if (isPick) claimContainers(draft.claims, path);
  }
  return { ...file, owners: { ...file.owners, [file.connection]: draft.claims } };
}
