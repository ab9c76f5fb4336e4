import type { Brackets } from '../brackets/brackets.ts';
import type { Parsed } from '../document/parsed.ts';
import type { ListNode, MapNode } from '../types.ts';

export function jsonBrackets(parsed: Parsed, node: MapNode | ListNode): Brackets {
  const items =
    node.kind === 'list' ? node.items : node.entries.map((entry) => ({ start: entry.at, end: entry.value.end }));
  return { text: parsed.document.text, tokens: parsed.tokens, open: node.start + 1, close: node.end - 1, items };
}
