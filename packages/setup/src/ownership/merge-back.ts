import { equalsJson, type Json, type Node, type Path } from '@modelrack/config-edit';
import { pathOf, type Claim, type Claims } from '../ledger/claims.ts';
import { isOf } from '../ledger/layers.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { otherClaim, whose } from './whose.ts';

/** What stood at a place; `raw` is left out where it cannot be written elsewhere as it is. */
export interface Stood {
  readonly raw?: string | undefined;
  readonly value: Json;
  /** Where in its file: what comes back keeps its order. */
  readonly at?: number;
}

export interface Back {
  /** What we claimed then; nothing where a connection leaves. */
  readonly to: Claims;
  stood(path: Path): Stood | undefined;
  /** Of what the user changed since. */
  edited(path: Path, node: Node, claim: Claim): void;
}

/**
 * The three-way merge by which `remove` and `undo` go back: what is as we left it becomes what it was; what the user
 * changed since stays.
 */
export function mergeBack(draft: FileDraft, { to, stood, edited }: Back): void {
  const puts: { readonly path: Path; readonly was: Stood }[] = [];
  for (const key of new Set([...Object.keys(draft.claims), ...Object.keys(to)])) {
    const claim = draft.claims[key];
    if (JSON.stringify(claim) === JSON.stringify(to[key])) continue;
    const path = pathOf(key);
    const node = nodeAt(draft.file, path);
    const was = stood(path);
    const isOurs = isWritten(claim);
    if (isOurs && node !== undefined) {
      const who = whose(draft, path, node);
      if (who === 'edited') edited(path, node, claim);
      // One whose value we covered lies beneath us, be it equal.
      const other = otherClaim(draft.file, path, node);
      const isOthers = other !== undefined && (claim.before === undefined || !isOf(other, claim.before));
      if (who !== 'ours' || isOthers) continue;
    } else if (isOurs || !isAsLeft(node, { claim, old: to[key], was })) continue;
    if (was !== undefined) puts.push({ path, was });
    else if (isOurs) draft.edits.push({ op: 'remove', path });
  }
  for (const { path, was } of puts.toSorted((a, b) => (a.was.at ?? 0) - (b.was.at ?? 0))) {
    draft.edits.push({ op: 'set', path, value: was.value, raw: was.raw });
  }
}

function isWritten(claim: Claim | undefined): claim is Claim {
  return claim?.print !== undefined || claim?.fields !== undefined;
}

interface Left {
  readonly claim: Claim | undefined;
  readonly old: Claim | undefined;
  readonly was: Stood | undefined;
}

/** What we took out then, or cleared away, is still out, or what stood there before us is back. */
function isAsLeft(node: Node | undefined, { claim, old, was }: Left): boolean {
  // A model of ours that was picked in the tool went with us.
  const isPick = claim === undefined && old?.isSeen === true && was !== undefined && !isSame(old.before, was);
  if (!isPick && !isWritten(old) && claim?.isCleared !== true) return false;
  return node === undefined || (old?.before !== undefined && equalsJson(node, old.before.value));
}

function isSame(one: Stood | undefined, other: Stood): boolean {
  return JSON.stringify(one?.value) === JSON.stringify(other.value);
}

/** The containers that we made since, deepest first, where nothing is left in them: one may have gone once already. */
export function pruneBack(draft: FileDraft, { to, stood }: Pick<Back, 'to' | 'stood'>): void {
  const made = Object.entries(draft.claims).flatMap(([key, { container }]) => {
    const path = pathOf(key);
    const wasMade = to[key]?.container === undefined || stood(path) === undefined;
    return container === undefined || !wasMade ? [] : [{ path, container }];
  });
  for (const { path, container } of made.toSorted((a, b) => b.path.length - a.path.length)) {
    draft.edits.push({ op: 'prune', path, ...(container === '' ? {} : { restore: container }) });
  }
}
