import { equalsJson, findNode, toJson, type Json, type Node, type Path } from '@modelrack/config-edit';
import type { Change, OwnChange, SetChange } from '@modelrack/tool-kit';
import { isInOurBlock, ourDepth } from '../ledger/our-block.ts';
import {
  fingerprint,
  idKey,
  idOf,
  isNothingOwned,
  pathKey,
  pathOf,
  type OwnedFields,
  type OwnedValue,
} from '../ledger/owned.ts';
import { draftPrunes, isAbove, nodeAt, pathText, type FileDraft } from '../open-file/draft.ts';
import { reportingFor } from '../open-file/reporting.ts';
import { isSharedValue, sharedFields } from '../ownership/other-owners.ts';
import { standingOf, stepTo, type Standing } from '../ownership/standing-collection.ts';
import { isAllOurs } from '../ownership/standing.ts';
import { isNobodys, isOurCall, isUntouched, takeBack } from '../ownership/value-marks.ts';
import { isSecretName } from '../secrets/mask-secrets.ts';
import { removeChoices } from './remove-choices.ts';
import { fieldsOf, goesWith, removedNodes } from './removed-nodes.ts';

/**
 * Takes out, key by key, all that is ours: what the ledger knows, and what equals what `changes` would
 * write now (entries that were adopted, or whose ledger is lost). Values that we replaced come back.
 */
export function planRemoval(draft: FileDraft, changes: readonly Change[]): void {
  const sets = changes.filter((change) => change.kind === 'set');
  // What stands under our name is somebody else's: nothing of it is ours.
  if (isNothingOwned(draft.file.owned) && sets.some((change) => isForeign(draft, change))) return;
  for (const change of changes) {
    if (change.kind === 'own') removeCollection(reportingFor(draft, change), change);
  }
  const keys = new Set([...Object.keys(draft.file.owned.values), ...sets.map((set) => pathKey(set.path))]);
  for (const key of keys) {
    removeValue(draft, pathOf(key), {
      known: draft.file.owned.values[key],
      change: sets.find((set) => pathKey(set.path) === key),
    });
  }
  if (isNothingOwned(draft.file.owned)) removeChoices(draft, changes);
  keepNeeded(draft, changes);
  for (const change of changes) {
    if (change.kind === 'slot') removeSlot(draft, change.path);
  }
  for (const [key, value] of Object.entries(draft.file.owned.members)) {
    draft.edits.push({ op: 'remove', path: [...pathOf(key), { item: value }] });
  }
  pruneOurBlock(draft, changes);
  if (leavesNoItem(draft)) draft.edits.splice(0, Infinity, { op: 'set', path: [], value: [] });
  else draftPrunes(draft);
  for (const part of [draft.values, draft.collections, draft.members, draft.containers]) {
    for (const key of Object.keys(part)) delete part[key];
  }
}

/** A YAML list without items is nothing, and no list any more to the tool that reads the file: it keeps its brackets. */
function leavesNoItem({ file, edits }: FileDraft): boolean {
  const { root, format } = file.document;
  if (file.spec.top !== 'list' || format !== 'yaml' || root?.kind !== 'list') return false;
  const removed = new Set(edits.flatMap((edit) => (edit.op === 'remove' ? [nodeAt(file, edit.path)] : [])));
  return root.items.every((item) => removed.has(item)) && edits.every((edit) => edit.op !== 'set');
}

function removeValue(
  draft: FileDraft,
  path: Path,
  what: { known: OwnedValue | undefined; change: SetChange | undefined },
): void {
  const current = nodeAt(draft.file, path);
  if (current === undefined) return;
  const { known, change } = what;
  if (isSharedValue(draft, path, current)) return;
  const isAdopted = change !== undefined && isFound(draft, change, { current, known });
  if (known === undefined ? !isAdopted : !isUntouched(current, known) && !isAdopted) {
    if (known !== undefined) draft.notes.push(`${pathText(path)} was changed by you and is left`);
    return;
  }
  takeBack(draft, path, known);
}

/** Nothing says that we wrote it, but what it is, or where. */
function isFound(
  draft: FileDraft,
  change: SetChange,
  there: { current: Node; known: OwnedValue | undefined },
): boolean {
  const { rule, value, path } = change;
  if (isNobodys(rule)) return false;
  if (equalsJson(there.current, value) || isOurCall(draft, change, there.current)) return true;
  if (there.known !== undefined || !isInOurBlock(draft.file.spec, path, draft.context.connection)) return false;
  // An older URL in our block is ours; so is a key that cannot be read here.
  const isKey = value === '' && isSecretName(String(path.at(-1)));
  return rule === 'outdated' || rule === 'required' || isKey;
}

/** A place that stood there before us, empty or not, or to which another's values come back, is emptied value by value. */
function removeSlot(draft: FileDraft, path: Path): void {
  const container = draft.file.owned.containers[pathKey(path)];
  if (container === undefined || container.restore !== undefined) return;
  const isGivenBack = draft.edits.some((edit) => edit.op === 'set' && isAbove(path, edit.path));
  if (isGivenBack) return;
  if (nodeAt(draft.file, path) !== undefined) draft.edits.push({ op: 'remove', path });
}

function isForeign(draft: FileDraft, { path, rule, value }: SetChange): boolean {
  const current = nodeAt(draft.file, path);
  return rule === 'identity' && current !== undefined && !equalsJson(current, value);
}

/** A block in which something of the user's stays keeps what the tool cannot do without. */
function keepNeeded(draft: FileDraft, changes: readonly Change[]): void {
  const removed = new Set(removedNodes(draft));
  const emptied = new Set(
    changes.flatMap((change) =>
      change.kind === 'own' && change.shape.needed === true ? [nodeAt(draft.file, change.path)] : [],
    ),
  );
  const goes = goesWith(removed, emptied);
  const isWhole = (path: Path): boolean => {
    const block = nodeAt(draft.file, path.slice(0, -1));
    const names = fieldsOf(path.at(-2));
    return block?.kind !== 'map' || block.entries.every(({ key, value }) => names.includes(key) || goes(value));
  };
  for (const change of changes) {
    if (change.kind === 'own' && change.shape.needed === true && !isWhole(change.path)) {
      draft.containers[pathKey(change.path)] = { restore: '[]' };
    }
    if (change.kind !== 'set' || (change.rule !== 'needed' && change.rule !== 'required')) continue;
    const { path } = change;
    const current = nodeAt(draft.file, path);
    if (current === undefined || !removed.has(current) || isWhole(path)) continue;
    const index = draft.edits.findIndex((edit) => edit.op === 'remove' && pathKey(edit.path) === pathKey(path));
    draft.edits.splice(index, 1);
    draft.notes.push(`${pathText(path)} is left: the tool needs it beside what you added there`);
  }
}

function removeCollection(draft: FileDraft, change: OwnChange): void {
  const standing = standingOf(draft, change);
  const known = standing.known?.entries ?? {};
  const current = new Map(change.entries.map((entry) => [entry.id, entry.fields]));
  for (const [id, node] of standing.entries) {
    const isWhole = !standing.isShared || isWritten(change, node, current.get(id));
    const fields = ownFields(known[idKey(id)], isWhole ? current.get(id) : undefined);
    if (fields === undefined) {
      draft.protectedModels.push({ id, why: 'yours' });
      continue;
    }
    const path = [...change.path, stepTo(standing, id)];
    const isShared = sharedFields(draft, change, id).some((other) => isAllOurs(draft.file, node, other));
    if (isShared) continue;
    if (isAllOurs(draft.file, node, fields)) {
      draft.edits.push({ op: 'remove', path });
      draft.removed.push(id);
      continue;
    }
    draft.protectedModels.push({ id, why: 'edited' });
    // One that the user changed stays whole where it means nothing without its id, or without what it belongs to.
    if (change.shape.as !== 'map' || change.shape.match !== undefined) continue;
    for (const [field, print] of Object.entries(fields)) {
      const value = findNode(node, [field]);
      if (value !== undefined && fingerprint(field, toJson(value)) === print) {
        draft.edits.push({ op: 'remove', path: [...path, field] });
      }
    }
  }
  restoreDisplaced(draft, standing);
}

function isWritten({ shape }: OwnChange, node: Node, fields: Readonly<Record<string, Json>> | undefined): boolean {
  return fields !== undefined && (shape.as === 'texts' || equalsJson(node, fields));
}

/** Rows that made way for ours come back, unless the user changed what stands there now. */
function restoreDisplaced(draft: FileDraft, standing: Standing): void {
  for (const [key, { value, raw }] of Object.entries(standing.known?.displaced ?? {})) {
    const id = idOf(key);
    if (standing.entries.has(id) && !draft.removed.includes(id)) continue;
    draft.edits.push({ op: 'set', path: [...standing.change.path, stepTo(standing, id)], value, raw });
  }
}

/** What the ledger says we wrote, with what we would write now where the ledger says nothing. */
function ownFields(
  known: OwnedFields | undefined,
  current: Readonly<Record<string, Json>> | undefined,
): OwnedFields | undefined {
  if (known === undefined && current === undefined) return undefined;
  const adopted = Object.entries(current ?? {}).map(([field, value]) => [field, fingerprint(field, value)]);
  return { ...Object.fromEntries(adopted), ...known };
}

/**
 * Containers inside the block under our name are ours even when the ledger is lost; then those that lead to
 * it count as well, if they are empty afterwards.
 */
function pruneOurBlock(draft: FileDraft, changes: readonly Change[]): void {
  const { connection } = draft.context;
  const isLost = isNothingOwned(draft.file.owned);
  for (const change of changes) {
    if (change.kind !== 'set' && change.kind !== 'own') continue;
    const depth = ourDepth(change.path, connection);
    const first = isLost ? 0 : depth;
    if (first < 0) continue;
    const last = change.kind === 'own' ? change.path.length : change.path.length - 1;
    for (let length = last; length > first; length--) {
      const key = pathKey(change.path.slice(0, length));
      draft.containers[key] ??= {};
    }
  }
}
