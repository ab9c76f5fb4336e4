import { equalsJson, toJson, type Node } from '@modelrack/config-edit';
import type { ChoiceChange, SetChange } from '@modelrack/tool-kit';
import { pathKey, type Claim } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { draftSet, nodeAt, putClaim, type FileDraft } from '../open-file/draft.ts';
import { chosenIn } from '../ownership/chosen.ts';
import { wasOf, whose } from '../ownership/whose.ts';
import { planValue } from './plan-value.ts';

/** The model that the tool starts with: named, needed, picked in the tool, gone from the list, or none of ours. */
export function planChoice(draft: FileDraft, change: ChoiceChange): void {
  const { paths, named, ids, isNeeded } = change;
  for (const path of paths) draft.wanted.add(pathKey(path));
  const nodes = paths.map((path) => nodeAt(draft.file, path));
  if (named !== undefined) {
    setAll(draft, change, { id: named, rule: 'outdated' });
    return;
  }
  if (nodes.every((node) => node === undefined)) {
    const [first] = ids;
    if (isNeeded === true && first !== undefined) setAll(draft, change, { id: first, rule: 'missing' });
    return;
  }
  if (isDead(draft, change)) {
    moveOn(draft, change);
    return;
  }
  const isPicked = draft.file.claims !== undefined && chosenIn(draft, change) !== undefined;
  for (const [index, path] of paths.entries()) noteChoice(draft, { path, node: nodes[index], isPicked });
}

function setAll(draft: FileDraft, change: ChoiceChange, set: { id: string; rule: SetChange['rule'] }): void {
  const values = change.valuesOf(set.id);
  for (const [index, path] of change.paths.entries()) {
    const value = values[index];
    if (value !== undefined) planValue(draft, { kind: 'set', file: change.file, path, value, rule: set.rule });
  }
}

/** As we set it, and its model is not in the list any more. */
function isDead(draft: FileDraft, change: ChoiceChange): boolean {
  const { paths, ids } = change;
  const claims = paths.map((path) => draft.claims[pathKey(path)]);
  if (draft.context.keepsGone || ids.length === 0) return false;
  if (claims.some((claim) => claim?.print === undefined || claim.isNoted === true || claim.moved === 'back')) return false;
  return paths.every((path) => whose(draft, path) === 'ours') && chosenIn(draft, change) === undefined;
}

function moveOn(draft: FileDraft, change: ChoiceChange): void {
  const [first] = change.ids;
  if (first === undefined) return;
  for (const [index, path] of change.paths.entries()) {
    const value = change.valuesOf(first)[index];
    const claim = draft.claims[pathKey(path)];
    const node = nodeAt(draft.file, path);
    if (value === undefined || node === undefined || equalsJson(node, value)) continue;
    draftSet(draft, { path, value });
    putClaim(draft, path, { ...claim, print: secretPrint(value), moved: 'on' });
    draft.notes.push(`the default ${JSON.stringify(toJson(node))} is no longer in the gateway's list: ${JSON.stringify(value)} is the default now`);
  }
}

/** What the user has there is known when they pick one of ours, and what they pick is ours to take back. */
function noteChoice(
  draft: FileDraft,
  { path, node, isPicked }: { path: FileDraftPath; node: Node | undefined; isPicked: boolean },
): void {
  const claim: Claim | undefined = draft.claims[pathKey(path)];
  if (node === undefined || (claim?.print !== undefined && whose(draft, path, node) === 'ours')) return;
  const isTheirs = claim?.isSeen === true && claim.before !== undefined && equalsJson(node, claim.before.value);
  if (isTheirs) return;
  if (isPicked) {
    const { isSeen: _, ...known } = claim ?? {};
    putClaim(draft, path, { ...known, isNoted: true, print: secretPrint(toJson(node)) });
  } else putClaim(draft, path, { isSeen: true, before: wasOf(draft.file, node) });
}

type FileDraftPath = ChoiceChange['paths'][number];
