import { equalsJson, toJson, type Node, type Path } from '@modelrack/config-edit';
import type { MemberChange, SetChange } from '@modelrack/tool-kit';
import { entryClaims, modelsOf, pathKey, pathOf, type Claim } from '../ledger/claims.ts';
import { isOf } from '../ledger/layers.ts';
import { isInOurBlock } from '../ledger/our-block.ts';
import { secretPrint } from '../ledger/prints.ts';
import { isOurCall } from '../ownership/value-marks.ts';
import { isAsWritten, otherClaim, wasOf, whose } from '../ownership/whose.ts';
import {
  draftPrunes,
  draftSet,
  dropClaim,
  errorAt,
  nodeAt,
  pathText,
  putClaim,
  rememberContainers,
  takeBack,
  type FileDraft,
} from '../open-file/draft.ts';

/** Decides about one single value: write it, leave what is the user's, or refuse the file. */
export function planValue(draft: FileDraft, change: SetChange): void {
  const { path, value, rule } = change;
  const claim = draft.claims[pathKey(path)];
  const node = nodeAt(draft.file, path);
  draft.wanted.add(pathKey(path));
  if (node === undefined) {
    planAbsent(draft, change, claim);
  } else if (equalsJson(node, value)) {
    const known = knownAt(draft, path, node);
    // What stood there before us stays the user's, equal or not.
    if (known !== undefined) putClaim(draft, path, { ...ownPart(known), ...written(change) });
  } else if (claim === undefined && isEmptyList(node) && isOurPlace(draft, change)) {
    // As a removal leaves what the user put something beside.
    draftSet(draft, { path, value });
    putClaim(draft, path, { ...written(change), before: wasOf(draft.file, node) });
  } else if (rule === 'missing' || (claim?.moved === 'back' && !draft.context.isForced)) {
    return;
  } else if (whose(draft, path, node) === 'ours' || isOurCall(draft, change, node)) {
    draftSet(draft, { path, value });
    const { moved, ...rest } = ownPart(claim);
    // What they took back once is chosen anew.
    putClaim(draft, path, { ...rest, ...(moved === 'on' ? { moved } : {}), ...written(change) });
  } else {
    planForeign(draft, change, node);
  }
}

/** Where ours is gone since, and another connection filled the gap, what ours had covered is nobody's any more. */
function knownAt({ file, claims }: FileDraft, path: Path, node: Node): Claim | undefined {
  const claim = claims[pathKey(path)];
  const other = otherClaim(file, path, node);
  if (claim?.print === undefined) return other;
  const isGone = other !== undefined && !isAsWritten(file, node, claim) && !(other.before && isOf(claim, other.before));
  return isGone ? other : claim;
}

function written({ rule, value }: SetChange): Claim {
  return rule === 'missing' ? { print: secretPrint(value), isOptional: true } : { print: secretPrint(value) };
}

/** Without its container, and that it was the tool's once. */
function ownPart(claim: Claim = {}): Claim {
  const { container: _, isNoted: __, ...rest } = claim;
  return rest;
}

function planAbsent(draft: FileDraft, change: SetChange, claim: Claim | undefined): void {
  const isChoice = isNeverSet(change) || change.rule === 'missing';
  // A refresh does not divert a tool anew that the user took away from us.
  const isPointer = ['outdated', 'switch', 'choice'].includes(change.rule) && !isOurPlace(draft, change);
  if (claim?.print !== undefined && (isChoice || (isPointer && draft.context.command === 'refresh'))) {
    draft.notes.push(`${pathText(change.path)} was removed by you, it stays removed`);
    return;
  }
  draftSet(draft, { path: change.path, value: change.value });
  putClaim(draft, change.path, written(change));
}

/** Another value of the user's stands there, or one of another connection. */
function planForeign(draft: FileDraft, change: SetChange, node: Node): void {
  const { file, context } = draft;
  const { path, value, rule } = change;
  if (rule === 'identity') {
    throw errorAt(file, node, {
      code: 'file-not-ours',
      message: `"${context.connection}" is already here and was not written by modelrack: ${pathText(path)} differs`,
      hint: `rename that entry, or use another name: --gateway NAME`,
    });
  }
  const isOldMark = isOurOldMark(draft, node);
  const isBlockOurs = isOurPlace(draft, change) || isOldMark;
  if (isNeverSet(change) || (!isBlockOurs && !context.isForced)) {
    draft.notes.push(`${pathText(path)} was changed by you, left as it is`);
    return;
  }
  const claim = draft.claims[pathKey(path)];
  const isEdit = claim?.print !== undefined && isBlockOurs;
  draftSet(draft, { path, value });
  // Inside our own block what the user made of a URL of ours is no possession of theirs.
  const before = isEdit || isOldMark ? claim?.before : wasOf(file, node);
  putClaim(draft, path, { ...written(change), ...(before === undefined ? {} : { before }) });
}

function isEmptyList(node: Node): boolean {
  return node.kind === 'list' && node.items.length === 0;
}

function isNeverSet({ rule }: SetChange): boolean {
  return rule === 'field' || rule === 'needed';
}

function isOurPlace({ file }: FileDraft, { path }: SetChange): boolean {
  return isInOurBlock(file.spec, path, file.connection);
}

/** By this very text, an address that moved since, our entries were told from others. */
function isOurOldMark({ claims }: FileDraft, node: Node): boolean {
  const value = toJson(node);
  if (typeof value !== 'string') return false;
  return entryClaims(claims).some(([key, { id }]) => {
    const step = pathOf(key).at(-1);
    return (
      typeof step === 'object' &&
      typeof step.item === 'object' &&
      id !== value &&
      Object.values(step.item).includes(value)
    );
  });
}

/** What we wrote and would write no more goes again, and what it replaced comes back. A word that says nothing of us stays. */
export function planUnwanted(draft: FileDraft): void {
  const gone = new Set([...modelsOf(draft.file.claims ?? {})].filter((id) => !draft.context.liveIds.has(id)));
  for (const [key, claim] of Object.entries(draft.claims)) {
    if (claim.print === undefined || draft.wanted.has(key) || claim.isOptional === true) continue;
    // The user chose it.
    if (claim.moved === 'back') continue;
    const path = pathOf(key);
    // What goes with a chosen default cannot be told while that is not in the list; what is said of a model can.
    if (draft.context.lacksDefault && !path.some((step) => typeof step === 'string' && gone.has(step))) continue;
    if (whose(draft, path) === 'ours' && claim.isNoted !== true) {
      takeBack(draft, path, claim.before);
      draftPrunes(draft, path);
    }
    dropClaim(draft, key);
  }
}

/** Puts one text into a list of the user's, if there is such a list. */
export function planMember(draft: FileDraft, { path, value }: MemberChange): void {
  const list = nodeAt(draft.file, path);
  const place: Path = [...path, { item: value }];
  draft.wanted.add(pathKey(place));
  if (list?.kind !== 'list' || nodeAt(draft.file, place) !== undefined) return;
  if (draft.claims[pathKey(place)] !== undefined) {
    draft.notes.push(`${pathText(path)}: "${value}" was removed by you, it stays removed`);
    return;
  }
  draft.edits.push({ op: 'set', path: place, value });
  rememberContainers(draft, path);
  putClaim(draft, place, { print: secretPrint(value) });
}
