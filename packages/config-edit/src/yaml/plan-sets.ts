import type { Parsed } from '../document/parsed.ts';
import { indexOf, itemTargets, valueAt } from '../edit/picks.ts';
import { wrongType } from '../edit/shape-error.ts';
import type { Child, Target } from '../edit/targets.ts';
import { spreadMap } from '../edit/targets.ts';
import { equalsJson } from '../nodes.ts';
import type { Splice } from '../types.ts';
import { addToContainer, fillVacant, writeDocument } from './add-children.ts';
import { refuseBond } from './bonds.ts';
import { habitsOf } from './write/habits.ts';
import type { Planning } from './planning.ts';
import { replaceValue } from './replace-value.ts';
import type { YamlList, YamlMap, YamlNode } from './yaml-nodes.ts';
import { isVacant, isYamlNode } from './yaml-nodes.ts';

export function planYamlSets(parsed: Parsed, target: Target): Splice[] {
  const { root } = parsed.document;
  const planning: Planning = { parsed, habits: habitsOf(parsed.document), splices: [] };
  if (isYamlNode(root)) setAt(planning, root, target);
  else writeDocument(planning, target);
  return planning.splices;
}

function setAt(planning: Planning, node: YamlNode, target: Target): void {
  if (node.kind === 'map') spreadMap(target);
  if (target.value !== undefined) setValue(planning, node, target);
  else if (node.kind === 'scalar') setInScalar(planning, node, target);
  else setChildren(planning, node, target);
}

function setValue(planning: Planning, node: YamlNode, target: Target): void {
  if (target.value === undefined || equalsJson(node, target.value)) return;
  const items = node.kind === 'list' ? itemTargets(target, node) : undefined;
  if (items === undefined || node.kind !== 'list') {
    replaceValue(planning, node, { value: target.value, raw: target.raw });
    return;
  }
  for (const [index, item] of node.items.entries()) {
    const wish = items[index];
    if (wish !== undefined) setAt(planning, item, wish);
  }
}

/** Nothing behind a colon is an empty map or list to whoever fills it. */
function setInScalar(planning: Planning, node: YamlNode, target: Target): void {
  const isEmptied = target.isExact && isVacant(node);
  if (target.children.size === 0) {
    if (isEmptied) replaceValue(planning, node, { value: {}, raw: undefined });
    return;
  }
  refuseBond(planning.parsed.document, node);
  const kinds = new Set([...target.children.values()].map(({ step }) => (typeof step === 'string' ? 'map' : 'list')));
  if (!isVacant(node) || kinds.size > 1) {
    throw wrongType(planning.parsed.document, node, kinds.has('list') ? 'list' : 'map');
  }
  fillVacant(planning, node, target);
}

function setChildren(planning: Planning, node: YamlMap | YamlList, target: Target): void {
  const { document } = planning.parsed;
  const added: Child[] = [];
  for (const child of target.children.values()) {
    if ((typeof child.step === 'string') !== (node.kind === 'map')) {
      throw wrongType(document, node, node.kind === 'map' ? 'list' : 'map');
    }
    const index = indexOf(document, node, child.step);
    const value = index === undefined ? undefined : valueAt(node, index);
    if (isYamlNode(value)) setAt(planning, value, child.target);
    else added.push(child);
  }
  if (added.length > 0) addToContainer(planning, node, added);
}
