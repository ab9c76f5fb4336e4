import { toJson } from '@modelrack/config-edit';
import type { ClaimChange } from '@modelrack/tool-kit';
import { pathKey } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, putClaim, type FileDraft } from './draft.ts';

/** What the tool wrote about us is ours. */
export function planClaim(draft: FileDraft, { path }: ClaimChange): void {
  const node = nodeAt(draft.file, path);
  if (node === undefined) return;
  const claim = draft.claims[pathKey(path)];
  const print = secretPrint(toJson(node));
  const noted = claim?.print === print ? {} : { isNoted: true as const };
  putClaim(draft, path, { ...claim, ...noted, print });
  if (claim?.print !== undefined) return;
  // What the tool made for it goes with it.
  for (let depth = path.length - 1; depth > 0; depth--) {
    const key = pathKey(path.slice(0, depth));
    draft.claims[key] = { container: '', ...draft.claims[key] };
  }
}
