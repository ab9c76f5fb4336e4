import { findNode, toJson, type Node, type Path } from '@modelrack/config-edit';
import type { Change, SetChange } from '@modelrack/tool-kit';
import { keyBelow, pathKey, type Claim } from '../ledger/claims.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import { draftPrunes, isAbove, nodeAt, pathText, takeBack, type FileDraft } from '../open-file/draft.ts';
import { isFilledByUs } from '../ownership/plan-claim.ts';
import { reportingFor } from '../open-file/reporting.ts';
import { standingOf } from '../ownership/entries-of.ts';
import { mergeBack } from '../ownership/merge-back.ts';
import { callsUs, isOurCall, ourCallIn } from '../ownership/value-marks.ts';
import { isFieldAsWritten } from '../ownership/whose.ts';
import { isReference, isSecretName } from '../secrets/mask-secrets.ts';
import { fieldsOf, goesWith } from '../ownership/covered.ts';

/**
 * Takes out, key by key, all that we claim in a file; what we replaced comes back. `changes` say what the tool cannot
 * do without beside something of the user's; without them all goes.
 */
export function planRemoval(draft: FileDraft, changes: readonly Change[]): void {
  mergeBack(draft, {
    to: {},
    stood: (path) => draft.claims[pathKey(path)]?.before,
    edited: (path, node, claim) => removeEdited(draft, changes, { path, node, claim }),
  });
  reportEntries(draft, changes);
  keepNeeded(draft, changes);
  for (const change of changes) if (change.kind === 'slot') removeSlot(draft, change.path);
  if (leavesNoItem(draft)) draft.edits.splice(0, Infinity, { op: 'set', path: [], value: [] });
  else draftPrunes(draft);
  for (const key of Object.keys(draft.claims)) delete draft.claims[key];
}

interface Edited {
  readonly path: Path;
  readonly node: Node;
  readonly claim: Claim;
}

/** What the user made of a value of ours stays; an entry loses what is still ours in it where it means something without. */
function removeEdited(draft: FileDraft, changes: readonly Change[], { path, node, claim }: Edited): void {
  const { fields, before } = claim;
  if (fields === undefined) {
    const call = changes.find((change) => change.kind === 'set' && pathKey(change.path) === pathKey(path));
    if (call?.kind === 'set' && isOurCall(draft, call, node)) takeBack(draft, path, before);
    else if (call?.kind !== 'set' || !removeCalls(draft, call, node))
      draft.notes.push(`${pathText(path)} was changed by you, left as it is`);
    return;
  }
  const own = changes.find((change) => change.kind === 'own' && pathKey(change.path) === pathKey(path.slice(0, -1)));
  const isWhole = own?.kind !== 'own' || own.shape.as !== 'map' || own.shape.match !== undefined;
  for (const field of Object.keys(fields)) {
    const value = findNode(node, [field]);
    if (value === undefined || !isFieldAsWritten(value, fields, field)) continue;
    // A key goes even where the entry stays as it is: it belongs to a gateway that is not there any more.
    if (isWhole && !isKey(field, value)) continue;
    draft.edits.push({ op: 'remove', path: [...path, field] });
    if (isWhole) draft.notes.push(`${pathText(path)} was changed by you and stays; the key in it was removed`);
  }
}

/** Of a list of what a tool runs, what calls us goes whatever the user made of it; what they put beside it stays. */
function removeCalls(draft: FileDraft, call: SetChange, list: Node): boolean {
  const { path } = call;
  const items = list.kind === 'list' ? list.items : [];
  const calls = items.map((item) => ourCallIn(call, toJson(item))).filter((item) => item !== undefined);
  for (const item of calls) draft.edits.push({ op: 'remove', path: [...path, { item }] });
  if (calls.length > 0) draft.claims[pathKey(path)] = { container: '' };
  return calls.length > 0;
}

function isKey(field: string, value: Node): boolean {
  const text = toJson(value);
  return isSecretName(field) && typeof text === 'string' && text !== '' && !isReference(text);
}

/** Which of the models go, and which stay as the user's. */
function reportEntries(whole: FileDraft, changes: readonly Change[]): void {
  const gone = new Set(whole.edits.map(({ op, path }) => (op === 'prune' ? undefined : nodeAt(whole.file, path))));
  for (const change of changes) {
    if (change.kind !== 'own') continue;
    const draft = reportingFor(whole, change);
    for (const [id, { node, claim }] of standingOf(draft, change).entries) {
      if (node === undefined) continue;
      if (gone.has(node)) draft.removed.push(id);
      else draft.protectedModels.push({ id, why: claim?.fields === undefined ? 'yours' : 'edited' });
    }
  }
}

/** A YAML list without items is nothing, and no list any more to the tool that reads the file: it keeps its brackets. */
function leavesNoItem({ file, edits }: FileDraft): boolean {
  const { root, format } = file.document;
  if (file.spec.top !== 'list' || format !== 'yaml' || root?.kind !== 'list') return false;
  const removed = new Set(edits.flatMap((edit) => (edit.op === 'remove' ? [nodeAt(file, edit.path)] : [])));
  return root.items.every((item) => removed.has(item)) && edits.every((edit) => edit.op !== 'set');
}

/** A place that stood there before us, empty or not, or to which another's values come back, is emptied value by value. */
function removeSlot(draft: FileDraft, path: Path): void {
  const { claims = {} } = draft.file;
  if (claims[pathKey(path)]?.container !== '' || !isFilledByUs(claims, path) || isOthers(draft, path)) return;
  const isGivenBack = draft.edits.some((edit) => edit.op === 'set' && isAbove(path, edit.path));
  if (isGivenBack) return;
  if (nodeAt(draft.file, path) !== undefined) draft.edits.push({ op: 'remove', path });
}

/** Another connection has taken the place over since. */
function isOthers({ file, context }: FileDraft, path: Path): boolean {
  const below = keyBelow(path);
  const others = Object.entries(file.owners).filter(([name]) => name !== context.connection);
  return others.some(([, claims]) =>
    Object.entries(claims).some(([key, { print }]) => print !== undefined && key.startsWith(below)),
  );
}

/** A block of ours to which the user added something keeps what the tool cannot do without. */
function keepNeeded(draft: FileDraft, changes: readonly Change[]): void {
  const { file } = draft;
  const removed = new Set(draft.edits.flatMap(({ op, path }) => (op === 'remove' ? [nodeAt(draft.file, path)] : [])));
  const emptied = new Set(
    changes.flatMap((change) =>
      change.kind === 'own' && change.shape.needed === true ? [nodeAt(draft.file, change.path)] : [],
    ),
  );
  const goes = goesWith(removed, emptied);
  const isWhole = (path: Path): boolean => {
    const block = nodeAt(draft.file, path.slice(0, -1));
    // One that stood there before us did without; where the record was lost, one under our name counts as ours.
    const isMade = draft.claims[pathKey(path.slice(0, -1))]?.container !== undefined;
    const isAdopted = path.length === 1 && isNamedByConnection(file.spec) && file.record?.clean !== true;
    if (!isMade && !isAdopted) return true;
    const names = fieldsOf(path.at(-2));
    return block?.kind !== 'map' || block.entries.every(({ key, value }) => names.includes(key) || goes(value));
  };
  for (const change of changes) {
    if (change.kind === 'own' && change.shape.needed === true && !isWhole(change.path)) {
      draft.claims[pathKey(change.path)] = { container: '[]' };
    }
    if (change.kind !== 'set') continue;
    const { path } = change;
    const current = nodeAt(draft.file, path);
    // In an item of a list: what stands beside our calls there means nothing to the tool without the list of them.
    const isCall =
      typeof path.at(-2) === 'object' &&
      current?.kind === 'list' &&
      callsUs(draft, change, current) &&
      // What goes as a whole leaves nothing beside it.
      !changes.some((one) => one.kind === 'slot' && isAbove(one.path, path));
    if (!isCall && change.rule !== 'needed' && change.rule !== 'required') continue;
    if (current === undefined || !goes(current) || isWhole(path)) continue;
    const kept = draft.edits.filter(({ path: at }) => pathKey(at.slice(0, path.length)) !== pathKey(path));
    draft.edits.splice(0, Infinity, ...kept);
    if (isCall) {
      draft.edits.push({ op: 'set', path, value: [] });
      delete draft.claims[pathKey(path)];
      continue;
    }
    draft.notes.push(`${pathText(path)} is kept: the tool needs it for what you added there`);
  }
}
