import type { Parsed } from '../document/parsed.ts';
import { endOf, tokenFrom } from '../document/tokens.ts';
import { hasBreak } from '../document/trivia.ts';
import type { Node } from '../types.ts';
import type { InlineStyle } from './write-json.ts';
import { DENSE, SPACED } from './write-json.ts';

/** The spelling of a map or list on one line, as far as it can be seen in it. */
export function styleOf(parsed: Parsed, node: Node, fallback: InlineStyle): InlineStyle {
  const { text } = parsed.document;
  if (node.kind === 'scalar') return fallback;
  const inside = text.charAt(node.start + 1);
  const isPadded = inside === ' ' || inside === '	';
  if (node.kind === 'list') {
    const [first] = node.items;
    if (first === undefined) return fallback;
    const [a, b] = node.items;
    const inner = styleOf(parsed, first, fallback);
    return {
      ...inner,
      listPad: isPadded ? ' ' : '',
      space: b === undefined || a === undefined ? inner.space : spaceIn(text.slice(a.end, b.start), inner.space),
    };
  }
  const [first, second] = node.entries;
  if (first === undefined) return fallback;
  const colon = colonOf(parsed, first.at, first.value.start);
  const base = colon === ':' ? DENSE : SPACED;
  const space = second === undefined ? base.space : spaceIn(text.slice(first.value.end, second.at), base.space);
  return {
    colon,
    space,
    mapPad: isPadded || (hasBreak(inside, 0, 1) && colon !== ':') ? ' ' : '',
    listPad: fallback.listPad,
  };
}

/** The colon with the blanks around it; more than one blank is alignment and not copied. */
export function colonOf(parsed: Parsed, key: number, value: number): string {
  const between = parsed.document.text.slice(endOf(parsed.tokens, tokenFrom(parsed.tokens, key)), value);
  return /^[ \t]?:[ \t]?$/.test(between) ? between : ': ';
}

/** Of what stands between two items, the blank behind the comma. */
function spaceIn(between: string, fallback: string): string {
  return /^,[ \t]?$/.test(between) ? between.slice(1) : fallback;
}

/** What the document does, told by its first key; JSON.stringify's habits without one. */
export function documentStyle(parsed: Parsed): InlineStyle {
  const { root } = parsed.document;
  const map = root?.kind === 'list' ? root.items[0] : root;
  if (map?.kind !== 'map' || map.entries.length === 0) return SPACED;
  return styleOf(parsed, map, SPACED).colon === ':' ? DENSE : SPACED;
}
