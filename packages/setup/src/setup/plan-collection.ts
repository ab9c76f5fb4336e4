import { equalsJson, findNode, toJson, type Json, type Node, type Step } from '@modelrack/config-edit';
import type { OwnChange, OwnedEntry } from '@modelrack/tool-kit';
import { fingerprint, idKey, idOf, pathKey, type OwnedFields } from '../ledger/owned.ts';
import { adopt, draftSet, nodeAt, rememberContainers, type FileDraft, type OpenFile } from '../open-file/draft.ts';
import { holdsComment, losesComment } from '../open-file/holds-comment.ts';
import { reportingFor } from '../open-file/reporting.ts';
import { displacedEntry, otherOwners } from '../ownership/other-owners.ts';
import { standingOf, stepTo, textOf, type Standing } from '../ownership/standing-collection.ts';
import { isAllOurs } from '../ownership/standing.ts';

/** The three-way merge of a collection: what we wrote, what stands there, what the live list says. */
export function planCollection(draft: FileDraft, change: OwnChange): void {
  const scope = reportingFor(draft, change);
  planEntries(scope, change);
  draft.adopted ||= scope.adopted;
}

function planEntries(draft: FileDraft, change: OwnChange): void {
  const standing = standingOf(draft, change, otherOwners(draft, change));
  const fields: Record<string, OwnedFields> = {};
  const fresh: OwnedEntry[] = [];
  for (const entry of change.entries) {
    if (isUsersEntry(standing, entry)) {
      draft.protectedModels.push({ id: entry.id, why: 'yours' });
      draft.total.count += 1;
      continue;
    }
    const owned = planEntry(draft, standing, entry);
    if (owned === undefined) fresh.push(entry);
    else fields[idKey(entry.id)] = owned;
  }
  const wanted = new Set(change.entries.map((entry) => entry.id));
  for (const [key, known] of Object.entries(standing.known?.entries ?? {})) {
    if (wanted.has(idOf(key))) continue;
    const kept = planGone(draft, standing, { id: idOf(key), known });
    if (kept !== undefined) fields[key] = kept;
  }
  removeOthers(draft, standing, wanted);
  insertFresh(draft, standing, { fresh, fields });
  reportForeign(draft, standing, wanted);
  if (change.shape.needed === true && fresh.length === 0) standEmpty(draft, change);
  const { match, prefix, uncounted } = change.shape;
  if (Object.keys(fields).length === 0 && standing.known === undefined) return;
  const { displaced } = standing;
  draft.collections[pathKey(change.path)] = {
    ...(match === undefined ? {} : { match }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(uncounted === true ? { isUncounted: true } : {}),
    entries: fields,
    ...(Object.keys(displaced).length === 0 ? {} : { displaced }),
  };
}

/**
 * An entry with the id of a model in a collection in which nothing tells ours apart: without a ledger it is
 * ours only if it is, field for field, what we would write. One that tells that it is another's never is.
 */
function isUsersEntry(standing: Standing, entry: OwnedEntry): boolean {
  if (standing.taken.has(entry.id)) return true;
  const node = standing.entries.get(entry.id);
  const key = idKey(entry.id);
  const isKnown = standing.known?.entries[key] !== undefined || standing.others.entries.has(key);
  if (node === undefined || isKnown || !standing.isShared) return false;
  return node.kind === 'map' && !equalsJson(node, entry.fields);
}

/** undefined: the entry is to be written as a whole. */
function planEntry(draft: FileDraft, standing: Standing, entry: OwnedEntry): OwnedFields | undefined {
  const node = standing.entries.get(entry.id);
  const known = standing.known?.entries[idKey(entry.id)];
  if (node === undefined) {
    const hasMadeWay = standing.others.displacedFromUs.has(idKey(entry.id));
    const isDeleted = known !== undefined && standing.hasSiblings && !hasMadeWay;
    if (!isDeleted || draft.context.namedIds.has(entry.id)) return undefined;
    draft.protectedModels.push({ id: entry.id, why: 'deleted-by-you' });
    return known;
  }
  draft.total.count += 1;
  const other = standing.others.entries.get(idKey(entry.id));
  if (other !== undefined && isAllOurs(draft.file, node, other.fields)) {
    standing.displaced[idKey(entry.id)] = displacedEntry(draft.file, node, other.connection);
    return mergeFields(draft, standing, { entry, node, known: other.fields });
  }
  if (known === undefined) adopt(draft, standing.change.path);
  return mergeFields(draft, standing, { entry, node, known });
}

interface Merge {
  readonly entry: OwnedEntry;
  readonly node: Node;
  readonly known: OwnedFields | undefined;
}

function mergeFields(draft: FileDraft, standing: Standing, merge: Merge): OwnedFields {
  const { entry, node, known } = merge;
  const base = [...standing.change.path, stepTo(standing, entry.id)];
  const owned: Record<string, string> = {};
  const before = draft.edits.length;
  let isEdited = false;
  for (const [field, value] of Object.entries(entry.fields)) {
    const current = findNode(node, [field]);
    const print = known?.[field];
    if (current === undefined && print !== undefined) {
      // Taken out by the user; remembered, so that it stays out.
      owned[field] = print;
      isEdited = true;
    } else if (current !== undefined && equalsJson(current, value)) {
      owned[field] = fingerprint(field, value);
    } else if (current === undefined || isOursToSet(draft.file, current, { print, field, value })) {
      setField(draft, [...base, field], { current, value });
      owned[field] = fingerprint(field, value);
    } else {
      if (print !== undefined) owned[field] = print;
      isEdited = true;
    }
  }
  if (dropFields(draft, base, merge)) isEdited = true;
  if (draft.edits.length > before) draft.updated.push(entry.id);
  if (isEdited) draft.protectedModels.push({ id: entry.id, why: 'edited' });
  return owned;
}

/** Fields that an entry has no more. Whether one of them stays, because it is the user's by now. */
function dropFields(draft: FileDraft, base: readonly Step[], { entry, node, known }: Merge): boolean {
  let isKept = false;
  for (const [field, print] of Object.entries(known ?? {})) {
    const current = field in entry.fields ? undefined : findNode(node, [field]);
    if (current === undefined) continue;
    const isOurs = fingerprint(field, toJson(current)) === print && !holdsComment(draft.file, current);
    if (isOurs) draft.edits.push({ op: 'remove', path: [...base, field] });
    else isKept = true;
  }
  return isKept;
}

/** As we wrote it, and no comment of the user's goes with it. */
function isOursToSet(file: OpenFile, current: Node, known: { field: string; print: string | undefined; value: Json }) {
  const { field, print, value } = known;
  return fingerprint(field, toJson(current)) === print && !losesComment(file, current, value);
}

/** A map of which one field differs is not written anew: only that field is. */
function setField(draft: FileDraft, path: readonly Step[], field: { current: Node | undefined; value: Json }): void {
  const { current, value } = field;
  if (current?.kind !== 'map' || !isRecord(value)) {
    draftSet(draft, { path, value });
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    const there = findNode(current, [key]);
    if (there === undefined || !equalsJson(there, part))
      draft.edits.push({ op: 'set', path: [...path, key], value: part });
  }
  for (const { key } of current.entries) {
    if (!(key in value)) draft.edits.push({ op: 'remove', path: [...path, key] });
  }
}

function isRecord(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An entry that we know and that is wanted no more. Returns what is still to be remembered of it. */
function planGone(
  draft: FileDraft,
  standing: Standing,
  gone: { id: string; known: OwnedFields },
): OwnedFields | undefined {
  const node = standing.entries.get(gone.id);
  const isKept = draft.context.keepsGone && !draft.context.liveIds.has(gone.id);
  if (isKept) {
    if (node !== undefined) {
      draft.kept.push(gone.id);
      draft.total.count += 1;
    }
    // That the user deleted it is worth knowing once the list is whole again.
    return gone.known;
  }
  if (node === undefined) return undefined;
  if (isAllOurs(draft.file, node, gone.known)) {
    draft.edits.push({ op: 'remove', path: [...standing.change.path, stepTo(standing, gone.id)] });
    draft.removed.push(gone.id);
    return undefined;
  }
  draft.total.count += 1;
  draft.protectedModels.push({ id: gone.id, why: 'edited' });
  return gone.known;
}

/** New entries follow the last one of ours; each is written as a whole. */
function insertFresh(
  draft: FileDraft,
  standing: Standing,
  insert: { fresh: readonly OwnedEntry[]; fields: Record<string, OwnedFields> },
): void {
  const ours = [...standing.entries.keys()].filter((id) => insert.fields[idKey(id)] !== undefined);
  const last = ours.at(-1);
  const after = last === undefined ? undefined : stepTo(standing, last);
  for (const entry of insert.fresh) {
    const path = [...standing.change.path, stepTo(standing, entry.id)];
    const value = standing.change.shape.as === 'texts' ? textOf(standing.change, entry.id) : entry.fields;
    draftSet(draft, { path, value, after });
    draft.added.push(entry.id);
    draft.total.count += 1;
    insert.fields[idKey(entry.id)] = printsOf(entry);
  }
}

/** Without one model that the tool can take, what the tool cannot do without is there all the same. */
function standEmpty(draft: FileDraft, { path, shape }: OwnChange): void {
  if (nodeAt(draft.file, path) !== undefined) return;
  draftSet(draft, { path, value: shape.as === 'map' ? {} : [] });
  rememberContainers(draft, path);
}

/** Rows of a connection that is taken over go, and are kept for its return; those that the user changed stay. */
function removeOthers(draft: FileDraft, standing: Standing, wanted: ReadonlySet<string>): void {
  for (const [key, other] of standing.others.entries) {
    const id = idOf(key);
    const node = standing.entries.get(id);
    if (node === undefined || wanted.has(id) || !isAllOurs(draft.file, node, other.fields)) continue;
    standing.displaced[key] = displacedEntry(draft.file, node, other.connection);
    draft.edits.push({ op: 'remove', path: [...standing.change.path, stepTo(standing, id)] });
  }
}

function printsOf(entry: OwnedEntry): OwnedFields {
  return Object.fromEntries(Object.entries(entry.fields).map(([field, value]) => [field, fingerprint(field, value)]));
}

function reportForeign(draft: FileDraft, standing: Standing, wanted: ReadonlySet<string>): void {
  for (const id of standing.entries.keys()) {
    const isKnown = standing.known?.entries[idKey(id)] !== undefined || standing.displaced[idKey(id)] !== undefined;
    if (wanted.has(id) || isKnown) continue;
    draft.protectedModels.push({ id, why: 'yours' });
  }
}
