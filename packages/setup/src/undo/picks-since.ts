import { equalsJson } from '@modelrack/config-edit';
import { keyBelow, pathOf, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { whose } from '../ownership/whose.ts';

/**
 * What the user put in the place of ours, or of what we had seen there, since the write that is undone stays, with the
 * gateway's name beside it: it may be a model of ours that they picked in the tool. What stood there before us is then
 * known from this write alone.
 */
export function picksSince(draft: FileDraft): Claims {
  const covering = Object.keys(draft.claims).filter((key) => draft.claims[key]?.before !== undefined);
  const edited = covering.filter((key) => whose(draft, pathOf(key)) === 'edited' || isOtherThanSeen(draft, key));
  const around = edited.map((key) => keyBelow(pathOf(key).slice(0, -1)));
  const name = secretPrint(draft.file.connection);
  const beside = covering.filter(
    (key) => draft.claims[key]?.print === name && around.includes(keyBelow(pathOf(key).slice(0, -1))),
  );
  return Object.fromEntries([...edited, ...beside].map((key) => [key, draft.claims[key] ?? {}]));
}

function isOtherThanSeen({ file, claims }: FileDraft, key: string): boolean {
  const { isSeen, before } = claims[key] ?? {};
  const node = isSeen === true ? nodeAt(file, pathOf(key)) : undefined;
  return node !== undefined && before !== undefined && !equalsJson(node, before.value);
}

/** The claims of before that write, with what stands beneath it now: it alone knows what the user put there since. */
export function withPicksSince(then: Claims, picks: Claims): Claims {
  const kept = Object.entries(picks).map(([key, { before }]) => {
    const known = then[key] ?? { isSeen: true as const };
    return [key, before === undefined ? known : { ...known, before }] as const;
  });
  return { ...then, ...Object.fromEntries(kept) };
}
