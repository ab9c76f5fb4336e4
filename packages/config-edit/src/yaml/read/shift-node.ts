import type { Range } from '../../types.ts';
import type { Bond, Slot, YamlNode } from '../yaml-nodes.ts';

/** The node of a part of a text, as it is `by` units further down. Columns stay. */
export function shiftNode(node: YamlNode, by: number): YamlNode {
  const place = { ...shiftRange(node, by), slot: shiftSlot(node.slot, by), bond: shiftBond(node.bond, by) };
  if (node.kind === 'scalar') return { ...node, ...place };
  const parts = node.parts.map((part) => shiftRange(part, by));
  if (node.kind === 'list') return { ...node, ...place, parts, items: node.items.map((item) => shiftNode(item, by)) };
  const entries = node.entries.map(({ key, at, value }) => ({ key, at: at + by, value: shiftNode(value, by) }));
  return { ...node, ...place, parts, entries };
}

function shiftRange({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

function shiftSlot(slot: Slot, by: number): Slot {
  return { ...slot, head: slot.head + by };
}

function shiftBond(bond: Bond | undefined, by: number): Bond | undefined {
  return bond && { ...bond, at: bond.at + by };
}
