import type { Brackets } from '../brackets/brackets.ts';
import type { Parsed } from '../document/parsed.ts';
import type { ListNode, MapNode } from '../types.ts';

// A container with thousands of items is asked for once for each of them.
const known = new WeakMap<MapNode | ListNode, Brackets>();

export function jsonBrackets(parsed: Parsed, node: MapNode | ListNode): Brackets {
  const found = known.get(node);
  if (found !== undefined) return found;
  const items =
    node.kind === 'list' ? node.items : node.entries.map((entry) => ({ start: entry.at, end: entry.value.end }));
  const { text } = parsed.document;
  const brackets = { text, tokens: parsed.tokens, open: node.start + 1, close: node.end - 1, items };
  known.set(node, brackets);
  return brackets;
}
