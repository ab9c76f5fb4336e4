import type { CST, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { lineStartOf } from '../../document/trivia.ts';
import type { YamlForm } from '../yaml-nodes.ts';

export function rangeOf(node: unknown): readonly [number, number] | undefined {
  if (!(isScalar(node) || isMap(node) || isSeq(node) || isAlias(node))) return undefined;
  return node.range ? [node.range[0], node.range[1]] : undefined;
}

export function firstStart(node: YAMLMap): number {
  const [first] = node.items;
  return first === undefined ? (node.range?.[0] ?? 0) : startOfPair(first);
}

export function startOfPair(pair: Pair): number {
  const mark = itemOf(pair)?.start.find(
    ({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag',
  );
  const colon = itemOf(pair)?.sep?.find(({ type }) => type === 'map-value-ind');
  const hasKey = isNode(pair.key) && pair.key.srcToken !== undefined;
  return mark?.offset ?? (hasKey ? undefined : colon?.offset) ?? rangeOf(pair.key)?.[0] ?? 0;
}

/** The library types the token of a pair by what it can be before composing. */
export function itemOf(pair: Pair): CST.CollectionItem | undefined {
  return pair.srcToken;
}

export function keyText(text: string, key: unknown): string {
  if (isScalar(key) && typeof key.value === 'string') return key.value;
  const [start, end] = rangeOf(key) ?? [0, 0];
  return text.slice(start, end);
}

export function isPairMap(node: unknown): boolean {
  return isMap(node) && node.srcToken === undefined;
}

export function formOf(node: YAMLMap | YAMLSeq): YamlForm {
  if (isPairMap(node)) return 'pair';
  return node.srcToken?.type === 'flow-collection' ? 'flow' : 'block';
}

/** Comments behind the last item, and a comma there, make items of the token list that are none. */
export function itemsOf(node: YAMLSeq, form: YamlForm): readonly CST.CollectionItem[] {
  const token = node.srcToken;
  if (token?.type !== 'block-seq' && token?.type !== 'flow-collection') return [];
  const items: readonly CST.CollectionItem[] = token.items;
  return form === 'block' ? items.filter(({ start }) => start.some(({ type }) => type === 'seq-item-ind')) : items;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}
