import { equalsJson, type Node, type Path } from '@modelrack/config-edit';
import type { Change } from '@modelrack/tool-kit';
import { blockAround } from '../ledger/our-block.ts';
import { holdsOurs, pathOf, type Claims } from '../ledger/claims.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import { nodeAt, pathText, type OpenFile } from '../open-file/draft.ts';
import { standingOf } from '../ownership/entries-of.ts';
import { keysIn } from '../ownership/keys-beside.ts';
import { isNobodys, isPointing } from '../ownership/value-marks.ts';
import type { Choices } from '../plan/choices-of.ts';

export interface Looked {
  /** What was known to be ours, and is taken out. */
  readonly known: ReadonlyMap<OpenFile, Claims>;
  readonly changes: readonly Change[];
  readonly choices: Choices;
  readonly liveIds: ReadonlySet<string>;
}

/**
 * What looks like ours in files in which nothing is known to be: it bears our name, or leads to the gateway. Where
 * something does, so does what belongs to it: the rest that is as we write it, and the model that is chosen.
 */
export function remainsOf(files: readonly OpenFile[], looked: Looked): readonly string[] {
  const there = files.filter(({ state }) => state.bytes !== undefined);
  const found = there.map((file) => ({ file, paths: marksIn(file, looked) }));
  if (found.some(({ file, paths }) => paths.size > 0 || isWhole(file))) {
    for (const { file, paths } of found) addRest(paths, file, looked);
    addChosen(found, looked);
  } else if ([...looked.known.values()].some(holdsOurs)) {
    for (const { file, paths } of found) addSwitched(paths, file, looked);
  }
  return found.flatMap(({ file, paths }) => {
    const key = keysIn(file, looked.changes).length > 0 ? ', with a key' : '';
    if (isWhole(file)) return [`${file.state.path} stays${key}`];
    const names = [...paths].map((path) => path || 'a list of models');
    return names.length === 0
      ? []
      : [`${names.join(', ')} in ${file.state.path} ${names.length > 1 ? 'stay' : 'stays'}${key}`];
  });
}

function isWhole({ spec }: OpenFile): boolean {
  return isNamedByConnection(spec) || spec.onlyNew === true;
}

/** Paths as text, '' for the whole file. */
function marksIn(file: OpenFile, { changes, known }: Looked): Set<string> {
  const found = new Set<string>();
  const held = [...known].find(([{ state }]) => state.path === file.state.path)?.[1] ?? {};
  // What is left of it is what the user put there.
  const taken = Object.entries(held).flatMap(([key, { print, fields, before }]) =>
    (print ?? fields) === undefined || before !== undefined ? [] : [pathText(pathOf(key))],
  );
  for (const change of changes) {
    if (!('path' in change) || change.file !== file.spec.id) continue;
    const [block] = blockAround(change.path, file.connection);
    if (block !== undefined) {
      if (nodeAt(file, block) !== undefined) found.add(pathText(block));
    } else if (leadsToUs(file, change)) found.add(pathText(change.path));
  }
  for (const path of naming(file.document.root, file.connection)) if (!isBelow(path, found)) found.add(path);
  for (const path of found) if (taken.some((one) => isBelow(one, new Set([path])))) found.delete(path);
  return found;
}

/** Where the connection's name stands as a value, alone or before a model: a default, a list of what is switched on. */
function naming(node: Node | undefined, name: string, path = ''): readonly string[] {
  const below = (step: string) => (path === '' ? step : `${path}.${step}`);
  if (node?.kind === 'map') return node.entries.flatMap(({ key, value }) => naming(value, name, below(key)));
  if (node?.kind === 'list') return node.items.flatMap((item) => naming(item, name, below('[…]')));
  const isNaming = typeof node?.value === 'string' && node.value.split(/[/,:]/)[0] === name;
  return isNaming ? [path] : [];
}

function isBelow(path: string, others: ReadonlySet<string>): boolean {
  return others.has('') || [...others].some((other) => `${path}.`.startsWith(`${other}.`));
}

function leadsToUs(file: OpenFile, change: Change): boolean {
  if (change.kind === 'set') {
    const node = nodeAt(file, change.path);
    return isPointing(change) && node !== undefined && equalsJson(node, change.value);
  }
  return change.kind === 'own' && change.shape.match !== undefined && hasEntry(file, change);
}

function hasEntry(file: OpenFile, change: Extract<Change, { kind: 'own' }>): boolean {
  return [...standingOf({ file, claims: {} }, change).entries.values()].some(({ node }) => node !== undefined);
}

function addRest(found: Set<string>, file: OpenFile, { changes, liveIds }: Looked): void {
  for (const change of changes) {
    if (!('path' in change) || change.file !== file.spec.id) continue;
    const isRest = change.kind === 'own' ? hasEntry(file, change) : change.kind === 'set' && isAsWeWrite(file, change);
    const path = isRest ? pathText(beforeModel(change.path, liveIds)) : undefined;
    if (path !== undefined && !isBelow(path, found)) found.add(path);
  }
}

/** An empty text says nothing. */
function isAsWeWrite(file: OpenFile, { path, value, rule }: Extract<Change, { kind: 'set' }>): boolean {
  const node = nodeAt(file, path);
  return !isNobodys(rule) && value !== '' && node !== undefined && equalsJson(node, value);
}

/** What is said of many models is named once. */
function beforeModel(path: Path, ids: ReadonlySet<string>): Path {
  const depth = path.findIndex((step) => typeof step === 'string' && ids.has(step));
  return depth > 0 ? path.slice(0, depth) : path;
}

/** A word that leads to no gateway by itself: once our record was lost nobody knows whether it stood there before us. */
function addSwitched(found: Set<string>, file: OpenFile, { choices, liveIds }: Looked): void {
  const [id] = liveIds;
  if (file.record?.clean === true || id === undefined) return;
  for (const place of choices.places) {
    const node = place.file === file.spec.id ? nodeAt(file, place.path) : undefined;
    const value = choices.valueOf(id, place);
    if (node !== undefined && value !== undefined && equalsJson(node, value)) found.add(pathText(place.path));
  }
}

function addChosen(found: readonly { file: OpenFile; paths: Set<string> }[], { choices, liveIds }: Looked): void {
  const files = found.map(({ file }) => file);
  if (choices.chosenIn(files, liveIds) === undefined) return;
  for (const place of choices.places) {
    const one = found.find(({ file }) => file.spec.id === place.file);
    const text = pathText(place.path);
    if (one !== undefined && nodeAt(one.file, place.path) !== undefined && !isBelow(text, one.paths))
      one.paths.add(text);
  }
}
