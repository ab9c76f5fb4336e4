import { noClaims, pathKey, type Claims } from '../ledger/claims.ts';
import { startDraft, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import type { Choices } from '../plan/choices-of.ts';
import { noteSeen } from '../plan/note-seen.ts';

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
    noteSeen(draft, path, { isOurs: isPick, isPicked: isPick });
  }
  return { ...file, owners: { ...file.owners, [file.connection]: draft.claims } };
}
