import { RackError } from '@modelrack/errors';
import { isJsonList, isJsonMap } from '../nodes.ts';
import type { Edit, Json, Path, PruneEdit, SetEdit, Step } from '../types.ts';

/** What the edits want at one place of a document, as a tree: edits of one container stand together. */
export interface Target {
  /** The value to be here; undefined: only what `children` says. */
  value: Json | undefined;
  raw: string | undefined;
  /** Nothing but `children` is to be here. */
  isExact: boolean;
  isRemoved: boolean;
  prune: PruneEdit | undefined;
  /** Of the item step that leads here: a new item gets them. */
  fields: Readonly<Record<string, string>> | undefined;
  readonly children: Map<string, Child>;
}
export interface Child {
  readonly step: Step;
  readonly target: Target;
  after: Step | undefined;
}

export interface Targets {
  readonly removals: Target | undefined;
  readonly prunes: Target | undefined;
  readonly sets: Target | undefined;
}

export function targetsOf(edits: readonly Edit[]): Targets {
  const trees: { removals?: Target; prunes?: Target; sets?: Target } = {};
  for (const edit of edits) {
    if (edit.op === 'remove') placeFor((trees.removals ??= emptyTarget()), edit.path).isRemoved = true;
    else if (edit.op === 'prune') placeFor((trees.prunes ??= emptyTarget()), edit.path).prune = edit;
    else addSet((trees.sets ??= emptyTarget()), edit);
  }
  return { removals: trees.removals, prunes: trees.prunes, sets: trees.sets };
}

export function targetOfValue(value: Json): Target {
  return { ...emptyTarget(), value };
}

/** Turns "this map is to be here" into one wish for each of its keys. */
export function spreadMap(target: Target): void {
  if (target.raw !== undefined || !isJsonMap(target.value)) return;
  for (const [key, value] of Object.entries(target.value)) {
    target.children.set(stepId(key), { step: key, target: targetOfValue(value), after: undefined });
  }
  target.value = undefined;
  target.isExact = true;
}

/** The same text for steps that select the same. */
export function stepId(step: Step): string {
  if (typeof step === 'string') return `k${step}`;
  const { item } = step;
  if (typeof item === 'string') return `t${item}`;
  const [field = '', ...others] = Object.keys(item);
  if (others.length === 0) return `${field.length}:${field}${item[field]}`;
  return `f${JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function emptyTarget(): Target {
  return {
    value: undefined,
    raw: undefined,
    isExact: false,
    isRemoved: false,
    prune: undefined,
    fields: undefined,
    children: new Map(),
  };
}

function addSet(root: Target, edit: SetEdit): void {
  const target = placeFor(root, edit.path, edit.after);
  target.value = edit.value;
  target.raw = edit.raw;
  target.isExact = false;
  target.children.clear();
}

function placeFor(root: Target, path: Path, after?: Step): Target {
  let target = root;
  for (const [depth, step] of path.entries()) {
    if (target.value !== undefined) openValue(target);
    const id = stepId(step);
    let child = target.children.get(id);
    if (child === undefined) {
      const fields = typeof step === 'string' || typeof step.item === 'string' ? undefined : step.item;
      child = { step, target: { ...emptyTarget(), fields }, after: undefined };
      target.children.set(id, child);
    }
    if (depth === path.length - 1) child.after = after ?? child.after;
    target = child.target;
  }
  return target;
}

/** A later edit goes into a value that an earlier one sets. */
function openValue(target: Target): void {
  target.raw = undefined;
  spreadMap(target);
  if (target.value === undefined) return;
  if (isJsonList(target.value) && target.value.length === 0) {
    target.value = undefined;
    target.isExact = true;
    return;
  }
  throw new RackError('internal', 'an edit goes into a list or a scalar that another edit sets');
}
