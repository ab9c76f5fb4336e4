import { equalsJson, sourceOf, toJson, type Node } from '@modelrack/config-edit';
import type { MemberChange, SetChange } from '@modelrack/tool-kit';
import { isInOurBlock } from '../ledger/our-block.ts';
import { pathKey, pathOf, type OwnedValue } from '../ledger/owned.ts';
import {
  adopt,
  draftPrunes,
  draftSet,
  errorAt,
  nodeAt,
  pathText,
  rememberContainers,
  type FileDraft,
  type OpenFile,
} from '../open-file/draft.ts';
import { isSharedValue } from '../ownership/other-owners.ts';
import { isNobodys, isOurCall, isUntouched, takeBack, written } from '../ownership/value-marks.ts';

/** Decides about one single value: write it, leave what is the user's, or refuse the file. */
export function planValue(draft: FileDraft, change: SetChange): void {
  const key = pathKey(change.path);
  const known = draft.file.owned.values[key];
  const current = nodeAt(draft.file, change.path);
  if (current === undefined) {
    planAbsent(draft, change, known);
    return;
  }
  if (equalsJson(current, change.value)) {
    // A default of the user's that happens to be ours stays the user's.
    if (isNobodys(change.rule) && known === undefined) {
      if (isSharedValue(draft, change.path, current)) draft.values[key] = written(change);
      return;
    }
    if (known === undefined) adopt(draft, change.path.slice(0, -1));
    draft.values[key] = { ...known, ...written(change) };
    return;
  }
  const isOurs = known !== undefined && isUntouched(current, known);
  if (change.rule === 'missing') return;
  if (isOurs || isOurCall(draft, change, current)) {
    if (known === undefined) adopt(draft, change.path.slice(0, -1));
    draftSet(draft, { path: change.path, value: change.value });
    draft.values[key] = { ...known, ...written(change) };
    return;
  }
  planForeign(draft, change, current);
}

function planAbsent(draft: FileDraft, change: SetChange, known: OwnedValue | undefined): void {
  const isChoice = change.rule === 'field' || change.rule === 'missing' || change.rule === 'needed';
  // A refresh does not divert a tool anew that the user took away from us.
  const isPointer = (change.rule === 'outdated' || change.rule === 'switch') && !isOurPlace(draft, change);
  if (known !== undefined && (isChoice || (isPointer && draft.context.command === 'refresh'))) {
    draft.notes.push(`${pathText(change.path)} was taken out by you and stays out`);
    return;
  }
  draftSet(draft, { path: change.path, value: change.value });
  draft.values[pathKey(change.path)] = written(change);
}

/** Another value of the user's stands there. */
function planForeign(draft: FileDraft, change: SetChange, current: Node): void {
  const { file } = draft;
  const where = pathText(change.path);
  if (change.rule === 'identity') {
    throw errorAt(file, current, {
      code: 'file-not-ours',
      message: `"${draft.context.connection}" stands here already and is not ours: ${where} is another one`,
      hint: `rename that entry, or use another name: --gateway NAME`,
    });
  }
  const isBlockOurs = isOurPlace(draft, change) || isOurOldMark(file, current);
  const isChoice = change.rule === 'field' || change.rule === 'needed';
  if (isChoice || (!isBlockOurs && !draft.context.isForced)) {
    draft.notes.push(`${where} was changed by you and stays so`);
    return;
  }
  draftSet(draft, { path: change.path, value: change.value });
  const replaced = { raw: sourceOf(file.document, current), value: toJson(current) };
  draft.values[pathKey(change.path)] = {
    ...written(change),
    // Inside our own block an old URL is no possession of the user's.
    ...(isBlockOurs ? {} : { replaced }),
  };
  if (isBlockOurs) adopt(draft, change.path.slice(0, -1));
}

/** By this very text, an address that moved since, our entries were told from others. */
function isOurOldMark({ owned }: OpenFile, current: Node): boolean {
  const value = toJson(current);
  return Object.values(owned.collections).some(
    ({ match }) => typeof value === 'string' && Object.values(match ?? {}).includes(value),
  );
}

function isOurPlace({ file, context }: FileDraft, { path }: SetChange): boolean {
  return isInOurBlock(file.spec, path, context.connection);
}

/**
 * What we wrote and would write no more (another form of the key, say) goes again, and what it replaced
 * comes back. What was written only because nothing stood there stays.
 */
export function planUnwanted(draft: FileDraft, changes: readonly SetChange[]): void {
  const wanted = new Set(changes.map((change) => pathKey(change.path)));
  for (const [key, known] of Object.entries(draft.file.owned.values)) {
    if (wanted.has(key) || known.isOptional === true) continue;
    delete draft.values[key];
    const path = pathOf(key);
    const current = nodeAt(draft.file, path);
    if (current === undefined || !isUntouched(current, known)) continue;
    takeBack(draft, path, known);
    draftPrunes(draft, path);
  }
}

/** Puts one text into a list of the user's, if there is such a list. */
export function planMember(draft: FileDraft, change: MemberChange): void {
  const list = nodeAt(draft.file, change.path);
  const key = pathKey(change.path);
  if (list?.kind !== 'list') return;
  if (list.items.some((item) => equalsJson(item, change.value))) return;
  if (draft.file.owned.members[key] === change.value) {
    draft.notes.push(`${pathText(change.path)}: "${change.value}" was taken out by you and stays out`);
    return;
  }
  const path = [...change.path, { item: change.value }];
  draft.edits.push({ op: 'set', path, value: change.value });
  rememberContainers(draft, change.path);
  draft.members[key] = change.value;
}
