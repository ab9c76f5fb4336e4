import { toJson, type Path } from '@modelrack/config-edit';
import type { Change, ClaimChange } from '@modelrack/tool-kit';
import { claimContainers, keyBelow, pathKey, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { wasOf } from './whose.ts';
import { isAbove, nodeAt, putClaim, type FileDraft } from '../open-file/draft.ts';

/**
 * What the tool wrote about us is ours, but for what stands in a slot that the user filled before us, and for a pick
 * that stood there before our first write: `isFirst` says that this is it.
 */
export function planClaim(
  draft: FileDraft,
  { path }: ClaimChange,
  { changes, isFirst }: { readonly changes: readonly Change[]; readonly isFirst: boolean },
): void {
  const node = nodeAt(draft.file, path);
  const slot = changes.find(
    (change) => change.kind === 'slot' && change.file === draft.file.spec.id && isAbove(change.path, path),
  );
  if (node === undefined || (slot?.kind === 'slot' && !isFilledByUs(draft.claims, slot.path))) return;
  const claim = draft.claims[pathKey(path)];
  const print = secretPrint(toJson(node));
  const noted = claim?.print === print ? {} : { isNoted: true as const };
  const isTheirs = isFirst && node.kind === 'scalar';
  putClaim(draft, path, { ...claim, ...noted, print, ...(isTheirs ? { before: wasOf(draft.file, node) } : {}) });
  if (claim?.print !== undefined || isTheirs) return;
  // What the tool made for it goes with it.
  claimContainers(draft.claims, path);
}

/** More than what fills gaps, or the tool noted, is ours in it. */
export function isFilledByUs(claims: Claims, slot: Path): boolean {
  const below = keyBelow(slot);
  return Object.entries(claims).some(
    ([key, { print, isNoted, isOptional }]) =>
      key.startsWith(below) && print !== undefined && isNoted !== true && isOptional !== true,
  );
}
