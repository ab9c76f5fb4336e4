import type { Brackets } from '../brackets/brackets.ts';
import type { Parsed } from '../document/parsed.ts';
import type { YamlList, YamlMap } from './yaml-nodes.ts';

// A container with thousands of items is asked for once for each of them.
const known = new WeakMap<YamlMap | YamlList, Brackets>();

/** Of a map or list in brackets. A tag in front of them counts as a bond, so that `start` is the bracket. */
export function yamlBrackets(parsed: Parsed, node: YamlMap | YamlList): Brackets {
  const found = known.get(node);
  if (found !== undefined) return found;
  const { text } = parsed.document;
  const brackets = { text, tokens: parsed.tokens, open: node.start + 1, close: node.end - 1, items: node.parts };
  known.set(node, brackets);
  return brackets;
}
