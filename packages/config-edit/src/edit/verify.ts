import type { Parsed } from '../document/parsed.ts';
import { endOf, startOf } from '../document/tokens.ts';
import { equalsJson } from '../nodes.ts';
import type { Document, ListNode, MapEntry, MapNode, Node, Range, Splice } from '../types.ts';
import type { Grammar, Picks } from './grammar.ts';
import { indexOf, itemTargets, valueAt } from './picks.ts';
import type { Target } from './targets.ts';

/** Two documents, and what the grammar knows of their nodes. */
export interface Change {
  readonly grammar: Grammar;
  readonly before: Document;
  readonly after: Document;
}

/**
 * Every token and comment outside the splices stands after them where it stood before, and nothing else does.
 * Their text need not be compared: it was copied.
 */
export function keepsTokens(before: Parsed, after: Parsed, splices: readonly Splice[]): boolean {
  let shift = 0;
  const moved = splices.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start: from, end: from + text.length, shift };
  });
  const old = tokensOutside(before, splices);
  const now = tokensOutside(after, moved);
  if (old === undefined || now === undefined || old.length !== now.length) return false;
  let range = 0;
  return old.every((index, at) => {
    const start = startOf(before.tokens, index);
    while (range < splices.length && (splices[range]?.end ?? 0) <= start) range += 1;
    const by = range === 0 ? 0 : (moved[range - 1]?.shift ?? 0);
    const other = now[at] ?? -1;
    return (
      startOf(after.tokens, other) === start + by &&
      endOf(after.tokens, other) === endOf(before.tokens, index) + by &&
      after.tokens.kinds[other] === before.tokens.kinds[index]
    );
  });
}

/** undefined: a token lies across the edge of a range. */
function tokensOutside({ tokens }: Parsed, ranges: readonly Range[]): number[] | undefined {
  const outside: number[] = [];
  let range = 0;
  for (let index = 0; index < tokens.starts.length; index += 1) {
    const start = startOf(tokens, index);
    const end = endOf(tokens, index);
    let current = ranges[range];
    while (current !== undefined && current.end <= start) current = ranges[(range += 1)];
    if (current === undefined || end <= current.start) outside.push(index);
    else if (start < current.start || end > current.end) return undefined;
  }
  return outside;
}

/** Equal, scalars by their spelling. */
function isSame(change: Change, before: Node, after: Node): boolean {
  if (isSameNothing(change.grammar, before, after)) return true;
  if (before.kind === 'scalar' || after.kind === 'scalar') {
    return before.kind === after.kind && sliceOf(change.before, before) === sliceOf(change.after, after);
  }
  const isOneText = change.grammar.isBracketed(before) && change.grammar.isBracketed(after);
  if (isOneText && sliceOf(change.before, before) === sliceOf(change.after, after)) return true;
  if (before.kind === 'list') {
    return after.kind === 'list' && isSameList(before.items, after.items, (a, b) => isSame(change, a, b));
  }
  return after.kind === 'map' && isSameMap(change, before.entries, after.entries);
}

/** A map or list without items, and what is left of one that has no brackets. */
function isSameNothing({ isVacant }: Grammar, before: Node, after: Node): boolean {
  if (isVacant === undefined) return false;
  return (isVacant(before) && isEmptyNode(after)) || (isVacant(after) && isEmptyNode(before));
}

function isEmptyNode(node: Node): boolean {
  return (node.kind === 'map' && node.entries.length === 0) || (node.kind === 'list' && node.items.length === 0);
}

/** In TOML, a key may move among its siblings when a header goes that named it first. */
function isSameMap(change: Change, before: readonly MapEntry[], after: readonly MapEntry[]): boolean {
  const isSameEntry = (a: MapEntry, b: MapEntry): boolean => a.key === b.key && isSame(change, a.value, b.value);
  if (isSameList(before, after, (a, b) => a.key === b.key)) return isSameList(before, after, isSameEntry);
  const byKey = new Map(after.map((entry) => [entry.key, entry]));
  return (
    byKey.size === before.length &&
    after.length === before.length &&
    before.every((entry) => {
      const other = byKey.get(entry.key);
      return other !== undefined && isSameEntry(entry, other);
    })
  );
}

function sliceOf(document: Document, node: Node): string {
  return document.text.slice(node.start, node.end);
}

function isSameList<T, U>(before: readonly T[], after: readonly U[], isEqual: (a: T, b: U) => boolean): boolean {
  return (
    before.length === after.length &&
    before.every((item, index) => {
      const other = after[index];
      return other !== undefined && isEqual(item, other);
    })
  );
}

/** `after` is `before` without the picks, and without what exists only by its contents and has none. */
export function agreesWithout(change: Change, picks: Picks): boolean {
  const { before, after } = change;
  if (before.root === undefined) return after.root === undefined;
  const left = without(change, picks, before.root);
  if (after.root === undefined) return left === undefined || isEmptyNode(left);
  return left !== undefined && isSame(change, left, after.root);
}

/** undefined: gone. The node itself where nothing goes; a copy that misses something has no source text. */
function without(change: Change, picks: Picks, node: Node): Node | undefined {
  if (node.kind === 'scalar') return node;
  const picked = picks.get(node);
  const isEmptied = (left: number): boolean => left === 0 && change.grammar.isImplied(node);
  if (node.kind === 'list') {
    const items = node.items.flatMap((item, index) => (picked?.has(index) ? [] : (without(change, picks, item) ?? [])));
    if (isUnchanged(items, node.items)) return node;
    return isEmptied(items.length) ? undefined : { kind: 'list', start: 0, end: 0, items };
  }
  const entries = node.entries.flatMap((entry, index) => {
    const value = picked?.has(index) ? undefined : without(change, picks, entry.value);
    if (value === undefined) return [];
    return value === entry.value ? entry : { ...entry, value };
  });
  if (isUnchanged(entries, node.entries)) return node;
  return isEmptied(entries.length) ? undefined : { kind: 'map', start: 0, end: 0, entries };
}

function isUnchanged<T>(now: readonly T[], before: readonly T[]): boolean {
  return now.length === before.length && now.every((item, index) => item === before[index]);
}

/** `after` is `before` with the target's wishes come true, and nothing else. */
export function agreesWith(change: Change, target: Target): boolean {
  if (change.after.root === undefined) return change.before.root === undefined && target.children.size === 0;
  return agreesAt(change, { before: change.before.root, after: change.after.root }, target);
}

interface Pair {
  readonly before: Node | undefined;
  readonly after: Node;
}

function agreesAt(change: Change, { before, after }: Pair, target: Target): boolean {
  if (target.raw !== undefined && sliceOf(change.after, after) === target.raw) return true;
  if (target.value !== undefined) {
    const items = before?.kind === 'list' ? itemTargets(target, before) : undefined;
    if (items === undefined || after.kind !== 'list' || before?.kind !== 'list') return equalsJson(after, target.value);
    return isSameList(items, after.items, (item, node) => equalsJson(node, item.value ?? null));
  }
  if (after.kind === 'scalar') return false;
  const touched = { before: new Set<number>(), after: new Set<number>() };
  for (const child of target.children.values()) {
    const old = before === undefined ? undefined : indexOf(change.before, before, child.step);
    const now = indexOf(change.after, after, child.step);
    const node = now === undefined ? undefined : valueAt(after, now);
    if (now === undefined || node === undefined) return false;
    touched.after.add(now);
    if (old !== undefined) touched.before.add(old);
    const was =
      old === undefined || before === undefined || before.kind === 'scalar' ? undefined : valueAt(before, old);
    if (!isItemOnly(child.step, child.target) && !agreesAt(change, { before: was, after: node }, child.target))
      return false;
  }
  return agreesElsewhere(change, { before, after }, { touched, target });
}

/** A text item of which nothing more is wanted. */
function isItemOnly(step: unknown, target: Target): boolean {
  return typeof step !== 'string' && target.children.size === 0 && target.value === undefined;
}

function agreesElsewhere(
  change: Change,
  { before, after }: { before: Node | undefined; after: MapNode | ListNode },
  { touched, target }: { touched: { before: ReadonlySet<number>; after: ReadonlySet<number> }; target: Target },
): boolean {
  const untouched = <T>(all: readonly T[], indices: ReadonlySet<number>): T[] =>
    all.filter((_, index) => !indices.has(index));
  if (after.kind === 'list') {
    const old = before?.kind === 'list' && !target.isExact ? untouched(before.items, touched.before) : [];
    return isSameList(old, untouched(after.items, touched.after), (a, b) => isSame(change, a, b));
  }
  const old = before?.kind === 'map' && !target.isExact ? untouched(before.entries, touched.before) : [];
  const now = untouched(after.entries, touched.after);
  if (before === undefined) return now.every((entry) => isFieldOf(target, entry));
  return isSameMap(change, old, now);
}

/** The fields by which a new item is found are written with it. */
function isFieldOf(target: Target, entry: MapEntry): boolean {
  return (
    target.fields?.[entry.key] !== undefined &&
    entry.value.kind === 'scalar' &&
    entry.value.value === target.fields[entry.key]
  );
}
