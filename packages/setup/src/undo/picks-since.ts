import { equalsJson } from '@modelrack/config-edit';
import { pathKey, pathOf, type Claims } from '../ledger/claims.ts';
import { isOf } from '../ledger/layers.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { whose } from '../ownership/whose.ts';

/**
 * What the user put in the place of ours, or of what we had seen there, since the write that is undone stays, with the
 * gateway's name beside it: it may be a model of ours that they picked in the tool. What stood there before us is then
 * known from this write alone. Where the name of another gateway of ours comes back beside it, that one knows it too.
 */
export function picksSince(draft: FileDraft): Claims {
  const { file, claims } = draft;
  const covering = Object.keys(claims).filter((key) => claims[key]?.before !== undefined);
  const name = secretPrint(file.connection);
  const names = covering.filter((key) => claims[key]?.print === name);
  const others = names.filter((key) => isOthers(draft, key)).map(around);
  const edited = covering.filter(
    (key) => whose(draft, pathOf(key)) === 'edited' || (!others.includes(around(key)) && isOtherThanSeen(draft, key)),
  );
  const places = edited.map(around);
  const beside = names.filter((key) => places.includes(around(key)));
  return Object.fromEntries([...edited, ...beside].map((key) => [key, claims[key] ?? {}]));
}

const around = (key: string): string => pathKey(pathOf(key).slice(0, -1));

function isOthers({ file, claims }: FileDraft, key: string): boolean {
  const before = claims[key]?.before;
  const others = Object.entries(file.owners).filter(([name]) => name !== file.connection);
  return before !== undefined && others.some(([, { [key]: claim }]) => claim !== undefined && isOf(claim, before));
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
