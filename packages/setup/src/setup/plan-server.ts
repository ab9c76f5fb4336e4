import { foundServer } from '../equip/found-server.ts';
import { serverPlace } from '../equip/with-mcp.ts';
import { keyBelow, pathKey, pathOf } from '../ledger/claims.ts';
import type { RequestedTool } from '../machine/types.ts';
import { draftPrunes, dropClaim, nodeAt, takeBack, type FileDraft } from '../open-file/draft.ts';
import { isFilledByUs } from '../ownership/plan-claim.ts';
import { whose } from '../ownership/whose.ts';

/**
 * Our server among those of a tool goes when it is chosen no more, whatever becomes of the models: where we made its
 * entry as a whole, and with it the switch that we set for it.
 */
export function planServerGone(draft: FileDraft, { tool, mcp: isChosen }: RequestedTool): void {
  const { mcp } = tool;
  const place = mcp && serverPlace(mcp, draft.file.connection);
  if (mcp === undefined || place?.file !== draft.file.spec.id) return;
  const below = keyBelow(place.path);
  if (isChosen === false) Object.assign(draft.claims, foundServer(draft.file, tool, draft.claims));
  const isWanted = [...draft.wanted].some((key) => key.startsWith(below));
  if (isWanted || !isFilledByUs(draft.claims, place.path)) return;
  const isMade = draft.claims[pathKey(place.path)]?.container === '';
  const needed = mcp.needs && pathKey(mcp.needs.path);
  for (const [key, claim] of Object.entries(draft.claims)) {
    const isInEntry = key.startsWith(below);
    if ((!isInEntry && key !== needed) || claim.print === undefined) continue;
    if (!(isInEntry && isMade) && whose(draft, pathOf(key)) === 'ours') takeBack(draft, pathOf(key), claim.before);
    dropClaim(draft, key);
    draftPrunes(draft, pathOf(key));
  }
  if (isMade && nodeAt(draft.file, place.path) !== undefined) draft.edits.push({ op: 'remove', path: place.path });
  draftPrunes(draft, place.path);
}
