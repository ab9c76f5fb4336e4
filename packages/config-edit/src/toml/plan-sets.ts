import type { Parsed } from '../document/parsed.ts';
import { draftOfJson } from '../edit/draft.ts';
import { indexOf, itemTargets, valueAt } from '../edit/picks.ts';
import { shapeError, wrongType } from '../edit/shape-error.ts';
import type { Child, Target } from '../edit/targets.ts';
import { spreadMap } from '../edit/targets.ts';
import { equalsJson } from '../nodes.ts';
import type { Node, Splice } from '../types.ts';
import { addToList, addToMap } from './add-children.ts';
import { emptyMap } from './read/build-nodes.ts';
import type { Placed, Planning } from './new-lines.ts';
import { newLines, splicesOf } from './new-lines.ts';
import { placesOf } from './places.ts';
import { isTomlList, isTomlMap } from './toml-nodes.ts';
import { writeToml } from './write-toml.ts';

export function planTomlSets(parsed: Parsed, target: Target): Splice[] {
  const root = isTomlMap(parsed.document.root) ? parsed.document.root : emptyMap('root', { start: 0, end: 0 });
  const top = root.table?.kind === 'top' ? root.table : undefined;
  const planning: Planning = { parsed, places: placesOf(parsed, top), lines: newLines(), splices: [] };
  setAt(planning, { node: root, path: [], isInItem: false }, target);
  return splicesOf(planning);
}

function setAt(planning: Planning, place: Placed<Node>, target: Target): void {
  const { node } = place;
  if (node.kind === 'map') spreadMap(target);
  if (target.value !== undefined) {
    setValue(planning, place, target);
    return;
  }
  if (node.kind === 'scalar') {
    if (target.children.size === 0) return;
    const isList = [...target.children.values()].some((child) => typeof child.step !== 'string');
    throw wrongType(planning.parsed.document, node, isList ? 'list' : 'map');
  }
  setChildren(planning, place, target);
}

function setValue(planning: Planning, place: Placed<Node>, target: Target): void {
  const { node } = place;
  if (target.value === undefined || equalsJson(node, target.value)) return;
  const items = isTomlList(node) ? itemTargets(target, node) : undefined;
  if (items !== undefined && isTomlList(node)) {
    for (const [index, item] of node.items.entries()) {
      const wish = items[index];
      if (wish !== undefined) setAt(planning, { node: item, path: place.path, isInItem: true }, wish);
    }
    return;
  }
  const isSpread = (isTomlMap(node) && node.inline === undefined) || (isTomlList(node) && node.array === undefined);
  if (isSpread)
    throw shapeError(
      planning.parsed.document,
      node.start,
      'this is written with headers, a value on one line is needed',
    );
  const draft = target.raw === undefined ? draftOfJson(target.value) : ({ kind: 'raw', text: target.raw } as const);
  planning.splices.push({ start: node.start, end: node.end, text: writeToml(draft) });
}

function setChildren(planning: Planning, place: Placed<Node>, target: Target): void {
  const { document } = planning.parsed;
  const { node } = place;
  const added: Child[] = [];
  for (const child of target.children.values()) {
    if (node.kind === 'scalar' || (typeof child.step === 'string') !== (node.kind === 'map')) {
      throw wrongType(document, node, node.kind === 'map' ? 'list' : 'map');
    }
    const index = indexOf(document, node, child.step);
    const value = index === undefined ? undefined : valueAt(node, index);
    if (value === undefined) added.push(child);
    else setAt(planning, below(place, child, value), child.target);
  }
  if (added.length === 0) return;
  if (isTomlMap(node)) addToMap(planning, { ...place, node }, added);
  else if (isTomlList(node)) addToList(planning, { ...place, node }, added);
}

function below(place: Placed<Node>, child: Child, node: Node): Placed<Node> {
  const path = typeof child.step === 'string' ? [...place.path, child.step] : place.path;
  return { node, path, isInItem: place.isInItem || typeof child.step !== 'string' };
}
