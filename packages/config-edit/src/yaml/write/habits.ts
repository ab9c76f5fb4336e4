import type { Document } from '../../types.ts';
import type { Habits } from './write-yaml.ts';
import type { YamlNode } from '../yaml-nodes.ts';
import { isYamlNode } from '../yaml-nodes.ts';

/** Told by the first map and the first list by indentation that stand under a key. */
export function habitsOf({ root, text, eol }: Document): Habits {
  const found: { map?: number; list?: number } = {};
  if (isYamlNode(root)) look(root, found);
  const unit = found.map ?? (found.list === undefined || found.list === 0 ? 2 : found.list);
  const isJson = root !== undefined && text.startsWith('{', root.start);
  return { eol, unit, dash: found.list ?? unit, isJson };
}

function look(node: YamlNode, found: { map?: number; list?: number }): void {
  if (node.kind === 'scalar' || (found.map !== undefined && found.list !== undefined)) return;
  if (node.form === 'block' && node.slot.kind === 'entry') {
    const deeper = node.column - node.slot.column;
    if (node.kind === 'list') found.list ??= deeper;
    else found.map ??= deeper;
  }
  if (node.kind === 'map') for (const { value } of node.entries) look(value, found);
  else for (const item of node.items) look(item, found);
}
