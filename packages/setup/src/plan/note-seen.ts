import type { Path } from '@modelrack/config-edit';
import { claimContainers } from '../ledger/claims.ts';
import { nodeAt, putClaim, rememberContainers, type FileDraft } from '../open-file/draft.ts';
import { wasOf } from '../ownership/whose.ts';

export interface Seen {
  /** What stands there is a pick of ours: nobody knows any more what stood there before. */
  readonly isOurs: boolean;
  /** The tool may have made what leads to it. */
  readonly isPicked: boolean;
}

/** Where a tool keeps its choice, or writes beside it: what stands there is known when a model of ours is picked. */
export function noteSeen(draft: FileDraft, path: Path, { isOurs, isPicked }: Seen): void {
  const node = nodeAt(draft.file, path);
  const isTheirs = node !== undefined && !isOurs;
  putClaim(draft, path, { isSeen: true, ...(isTheirs ? { before: wasOf(draft.file, node) } : {}) });
  // What the tool makes for a pick goes with it.
  if (node === undefined) rememberContainers(draft, path.slice(0, -1));
  else if (isPicked) claimContainers(draft.claims, path);
}
