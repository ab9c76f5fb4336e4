import { entriesOf, isJsonList, itemOf } from '../nodes.ts';
import type { Document, ListNode, MapNode, Node, Step } from '../types.ts';
import type { Picks } from './grammar.ts';
import { uniqueEntry } from './shape-error.ts';
import type { Target } from './targets.ts';
import { spreadMap, targetOfValue } from './targets.ts';

export function addPick(
  picks: Map<MapNode | ListNode, Set<number>>,
  container: MapNode | ListNode,
  index: number,
): void {
  const found = picks.get(container);
  if (found === undefined) picks.set(container, new Set([index]));
  else found.add(index);
}

/** Where a step leads; of another kind of container, nowhere. */
export function indexOf(document: Document, node: Node, step: Step): number | undefined {
  if (typeof step === 'string') return node.kind === 'map' ? uniqueEntry(document, node, step) : undefined;
  if (node.kind !== 'list') return undefined;
  const index = itemOf(node, step);
  return index === -1 ? undefined : index;
}

/** Index of a sibling that new ones go behind; of a key that is written twice, the last. */
export function anchorOf(node: MapNode | ListNode, step: Step | undefined): number | undefined {
  if (step === undefined) return undefined;
  if (typeof step === 'string') return node.kind === 'map' ? entriesOf(node, step).at(-1) : undefined;
  const index = node.kind === 'list' ? itemOf(node, step) : -1;
  return index === -1 ? undefined : index;
}

export function valueAt(container: MapNode | ListNode, index: number): Node | undefined {
  return container.kind === 'map' ? container.entries[index]?.value : container.items[index];
}

/** What removals take out of a document. A path that leads nowhere takes nothing. */
export function picksOfRemovals(document: Document, target: Target): Picks {
  const picks = new Map<MapNode | ListNode, Set<number>>();
  const visit = (node: Node, wish: Target): void => {
    for (const child of wish.children.values()) {
      const index = indexOf(document, node, child.step);
      if (index === undefined || node.kind === 'scalar') continue;
      if (child.target.isRemoved) {
        addPick(picks, node, index);
        continue;
      }
      const value = valueAt(node, index);
      if (value !== undefined) visit(value, child.target);
    }
  };
  if (document.root !== undefined) visit(document.root, target);
  return picks;
}

/** Keys that stand in maps of which an edit says exactly what is to be in them. */
export function picksOfExtras(document: Document, target: Target): Picks {
  const picks = new Map<MapNode | ListNode, Set<number>>();
  const visit = (node: Node, wish: Target): void => {
    if (node.kind === 'map') spreadMap(wish);
    const items = node.kind === 'list' ? itemTargets(wish, node) : undefined;
    if (items !== undefined && node.kind === 'list') {
      for (const [index, item] of node.items.entries()) visit(item, items[index] ?? wish);
      return;
    }
    const known = new Set<number>();
    for (const child of wish.children.values()) {
      const index = indexOf(document, node, child.step);
      if (index === undefined || node.kind === 'scalar') continue;
      known.add(index);
      const value = valueAt(node, index);
      if (value !== undefined) visit(value, child.target);
    }
    if (!wish.isExact || node.kind === 'scalar') return;
    const count = node.kind === 'map' ? node.entries.length : node.items.length;
    for (let index = 0; index < count; index += 1) if (!known.has(index)) addPick(picks, node, index);
  };
  if (document.root !== undefined) visit(document.root, target);
  return picks;
}

/** A list that is to be set and has as many items already is changed item by item. */
export function itemTargets(wish: Target, list: ListNode): Target[] | undefined {
  const { value } = wish;
  if (value === undefined || wish.raw !== undefined || !isJsonList(value) || value.length !== list.items.length)
    return undefined;
  return value.map(targetOfValue);
}
