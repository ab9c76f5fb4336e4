import { equalsJson, findNode, isJsonMap, type Json, type Node, type Path } from '@modelrack/config-edit';
import type { OwnChange, OwnedEntry } from '@modelrack/tool-kit';
import { pathKey, type Claim } from '../ledger/claims.ts';
import { fingerprint, secretPrint } from '../ledger/prints.ts';
import { draftSet, dropClaim, nodeAt, putClaim, rememberContainers, type FileDraft } from '../open-file/draft.ts';
import { holdsComment, losesComment } from '../open-file/holds-comment.ts';
import { reportingFor } from '../open-file/reporting.ts';
import { standingOf, stepTo, textOf, type Entry, type Standing } from '../ownership/entries-of.ts';
import { isSettled } from './is-settled.ts';
import { isWrittenSince } from '../ownership/since-record.ts';
import { isAsWritten, isFieldAsWritten, otherClaim, wasOf, whose } from '../ownership/whose.ts';

/** The three-way merge of a collection: what we wrote, what stands there, what the live list says. */
export function planCollection(whole: FileDraft, change: OwnChange): void {
  const draft = reportingFor(whole, change);
  if (isSettled(draft, change)) {
    draft.total.count += change.entries.length;
    return;
  }
  const standing = standingOf(draft, change);
  const fresh = change.entries.filter((entry) => !planEntry(draft, standing, entry));
  const wanted = new Set(change.entries.map((entry) => entry.id));
  for (const [id, entry] of standing.entries) if (!wanted.has(id)) planUnlisted(draft, id, entry);
  for (const { path, node, claim } of standing.stale) {
    if (node !== undefined && claim !== undefined && isAsWritten(draft.file, node, claim))
      removeEntry(draft, { path, node, claim });
  }
  insertFresh(draft, standing, fresh);
  if (change.shape.needed === true && fresh.length === 0) standEmpty(draft, change);
}

/** Whether it is done; else it is to be written as a whole. */
function planEntry(draft: FileDraft, standing: Standing, entry: OwnedEntry): boolean {
  const { id } = entry;
  const there = standing.entries.get(id);
  if (standing.taken.has(id)) return isLeft(draft, id);
  if (there?.node === undefined) return isDeleted(draft, standing, there);
  const { path, node } = there;
  const who = whose(draft, path, node);
  const other = who === 'others' ? otherClaim(draft.file, path, node) : undefined;
  const isShared = node.kind === 'scalar' || equalsJson(node, entry.fields);
  if (other !== undefined && !draft.context.isForced && !isShared) return isLeft(draft, id);
  if (who === 'theirs' && !isOursUnknown(draft, standing, { entry, there })) {
    fillTheirs(draft, standing, { entry, there });
    return true;
  }
  draft.total.count += 1;
  const isDisplaced = other !== undefined && !isShared;
  const known: Claim = other === undefined ? (there.claim ?? {}) : { fields: other.fields ?? {} };
  mergeFields(draft, standing, {
    entry,
    there: { path, node, claim: isDisplaced ? { ...known, id, before: wasOf(draft.file, node) } : { ...known, id } },
  });
  return true;
}

function isLeft(draft: FileDraft, id: string): true {
  draft.protectedModels.push({ id, why: 'yours' });
  draft.total.count += 1;
  return true;
}

/** What we wrote once and the user took out stays out, until it is named. */
function isDeleted(
  { context, protectedModels, wanted, file }: FileDraft,
  standing: Standing,
  there: Entry | undefined,
): boolean {
  if (there?.claim === undefined || context.namedIds.has(there.claim.id)) return false;
  const hasSiblings = [...standing.entries.values()].some(
    ({ node, claim }) => node !== undefined && claim?.fields !== undefined,
  );
  if (!hasSiblings || hasMadeWay(file, there.path)) return false;
  protectedModels.push({ id: there.claim.id, why: 'deleted-by-you' });
  wanted.add(pathKey(there.path));
  return true;
}

/** Another connection took its place: nobody deleted it. */
function hasMadeWay(file: FileDraft['file'], path: Path): boolean {
  return Object.values(file.owners).some((claims) => claims[pathKey(path)]?.isCleared === true);
}

/** An older record, from another machine, does not know of it: it is in our block, and all of it is what we write. */
function isOursUnknown(
  { file }: FileDraft,
  { isNamed }: Standing,
  { entry, there: { node, claim } }: { entry: OwnedEntry; there: Entry },
): boolean {
  const hasRecord = Object.keys(file.claims ?? {}).length > 0;
  if (!hasRecord || claim !== undefined) return false;
  return node?.kind === 'map' ? equalsJson(node, entry.fields) : isNamed && isWrittenSince(file);
}

interface Merge {
  readonly entry: OwnedEntry;
  readonly there: { readonly path: Path; readonly node: Node; readonly claim: Claim };
}

/** An entry of the user's gets what it lacks, in a place that is ours; each of that has a claim of its own. */
function fillTheirs(
  draft: FileDraft,
  { isNamed, change }: Standing,
  { entry, there }: { entry: OwnedEntry; there: Entry },
): void {
  const { id, fields } = entry;
  const { path, node } = there;
  draft.total.count += 1;
  const before = draft.edits.length;
  let isOthers = !isNamed;
  for (const [field, value] of isNamed ? Object.entries(fields) : []) {
    const place = [...path, field];
    const current = node && findNode(node, [field]);
    const claim = draft.claims[pathKey(place)];
    draft.wanted.add(pathKey(place));
    const isOurs = current === undefined ? claim === undefined : whose(draft, place, current) === 'ours';
    if (!isOurs) isOthers ||= current === undefined || !equalsJson(current, value);
    else if (current === undefined || !equalsJson(current, value)) draftSet(draft, { path: place, value });
    if (isOurs) putClaim(draft, place, { ...claim, print: secretPrint(value) });
  }
  putClaim(draft, path, { id, isTheirs: true, ...uncounted(change) });
  if (draft.edits.length > before) draft.updated.push(id);
  if (isOthers) draft.protectedModels.push({ id, why: isNamed ? 'edited' : 'yours' });
}

function uncounted({ shape }: OwnChange): Pick<Claim, 'isUncounted'> {
  return shape.uncounted === true ? { isUncounted: true } : {};
}

function mergeFields(draft: FileDraft, { change }: Standing, { entry, there }: Merge): void {
  const { path, node, claim } = there;
  const step = stepTo(change, entry.id);
  const next = [...change.path, step];
  const old = path.at(-1);
  const isMoved = pathKey(path) !== pathKey(next);
  const or = isMoved && typeof old === 'object' && typeof old.item === 'object' ? { or: old.item } : {};
  const place = [...change.path, typeof step === 'object' ? { ...step, ...or } : step];
  const known = claim.fields ?? {};
  const owned: Record<string, string> = {};
  const before = draft.edits.length;
  let isEdited = false;
  for (const [field, value] of Object.entries(entry.fields)) {
    const current = findNode(node, [field]);
    const print = known[field];
    if (current === undefined && print !== undefined) {
      // Taken out by the user; remembered, so that it stays out.
      owned[field] = print;
      isEdited = true;
    } else if (current !== undefined && equalsJson(current, value)) {
      owned[field] = fingerprint(field, value);
    } else if (current === undefined || isToSet(draft, current, { field, value, known })) {
      setField(draft, [...place, field], { current, value });
      owned[field] = fingerprint(field, value);
    } else {
      if (print !== undefined) owned[field] = print;
      isEdited = true;
    }
  }
  if (dropFields(draft, place, { entry, there })) isEdited = true;
  if (isMoved) dropClaim(draft, pathKey(path));
  putClaim(draft, next, {
    id: entry.id,
    fields: owned,
    ...uncounted(change),
    ...(claim.before === undefined ? {} : { before: claim.before }),
  });
  if (draft.edits.length > before) draft.updated.push(entry.id);
  if (isEdited) draft.protectedModels.push({ id: entry.id, why: 'edited' });
}

/** As we wrote it, and no comment of the user's goes with it. */
function isToSet(
  { file }: FileDraft,
  current: Node,
  { field, value, known }: { field: string; value: Json; known: Readonly<Record<string, string>> },
): boolean {
  return isFieldAsWritten(current, known, field) && !losesComment(file, current, value);
}

/** Fields that an entry has no more. Whether one of them stays, because it is the user's by now. */
function dropFields(draft: FileDraft, place: Path, { entry, there }: Merge): boolean {
  let isKept = false;
  const known = there.claim.fields ?? {};
  for (const field of Object.keys(known)) {
    const current = field in entry.fields ? undefined : findNode(there.node, [field]);
    if (current === undefined) continue;
    const isOurs = isFieldAsWritten(current, known, field) && !holdsComment(draft.file, current);
    if (isOurs) draft.edits.push({ op: 'remove', path: [...place, field] });
    else isKept = true;
  }
  return isKept;
}

/** A map of which one field differs is not written anew: only that field is. */
function setField(draft: FileDraft, path: Path, field: { current: Node | undefined; value: Json }): void {
  const { current, value } = field;
  if (current?.kind !== 'map' || !isJsonMap(value)) {
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

/** An entry with an id that is not wanted. */
function planUnlisted(draft: FileDraft, id: string, { path, node, claim }: Entry): void {
  const key = pathKey(path);
  if (claim?.fields !== undefined) {
    planGone(draft, { id, path, node, claim });
    return;
  }
  if (claim !== undefined && (node !== undefined || claim.isCleared === true)) draft.wanted.add(key);
  if (node === undefined || claim?.isCleared === true) return;
  // A row of a connection that is taken over goes, and is kept for its return.
  if (claim === undefined && draft.context.isForced && otherClaim(draft.file, path, node) !== undefined) {
    draft.edits.push({ op: 'remove', path });
    putClaim(draft, path, { id, isCleared: true, before: wasOf(draft.file, node) });
    return;
  }
  draft.protectedModels.push({ id, why: 'yours' });
}

/** One that we wrote and that is wanted no more. */
function planGone(draft: FileDraft, gone: { id: string; path: Path; node: Node | undefined; claim: Claim }): void {
  const { id, path, node, claim } = gone;
  draft.wanted.add(pathKey(path));
  const isKept = draft.context.keepsGone && !draft.context.liveIds.has(id);
  if (node === undefined) {
    // That the user deleted it is worth knowing when the list has it again.
    if (!isKept) putClaim(draft, path, { ...claim, isGone: true });
    return;
  }
  if (!isKept && isAsWritten(draft.file, node, claim)) {
    removeEntry(draft, { path, node, claim });
    draft.removed.push(id);
    return;
  }
  draft.total.count += 1;
  if (isKept) draft.kept.push(id);
  else draft.protectedModels.push({ id, why: 'edited' });
}

function removeEntry(draft: FileDraft, { path, node, claim }: { path: Path; node: Node; claim: Claim }): void {
  const isShared = otherClaim(draft.file, path, node) !== undefined;
  const before = claim.before ?? (isShared ? wasOf(draft.file, node) : undefined);
  draft.edits.push({ op: 'remove', path });
  dropClaim(draft, pathKey(path));
  // What it had displaced, or shared with another connection, comes back when we leave.
  if (before !== undefined && claim.id !== undefined) putClaim(draft, path, { id: claim.id, isCleared: true, before });
}

/** New entries follow the last one of ours; each is written as a whole. */
function insertFresh(draft: FileDraft, { change, entries }: Standing, fresh: readonly OwnedEntry[]): void {
  const last = [...entries].findLast(
    ([id, { node }]) =>
      node !== undefined && draft.claims[pathKey([...change.path, stepTo(change, id)])]?.fields !== undefined,
  );
  const after = last === undefined ? undefined : stepTo(change, last[0]);
  for (const { id, fields } of fresh) {
    const path = [...change.path, stepTo(change, id)];
    const before = draft.claims[pathKey(path)]?.before;
    draftSet(draft, { path, value: change.shape.as === 'texts' ? textOf(change, id) : fields, after });
    putClaim(draft, path, {
      id,
      fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, fingerprint(field, value)])),
      ...uncounted(change),
      ...(before === undefined ? {} : { before }),
    });
    draft.added.push(id);
    draft.total.count += 1;
  }
}

/** Without one model that the tool can take, what the tool cannot do without is there all the same. */
function standEmpty(draft: FileDraft, { path, shape }: OwnChange): void {
  if (nodeAt(draft.file, path) !== undefined) return;
  draftSet(draft, { path, value: shape.as === 'map' ? {} : [] });
  rememberContainers(draft, path);
}
