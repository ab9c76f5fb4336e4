import { removeItems } from '../brackets/remove-items.ts';
import type { Parsed } from '../document/parsed.ts';
import type { Picks } from '../edit/grammar.ts';
import type { Node, Splice } from '../types.ts';
import { redundantTables } from './redundant-tables.ts';
import { removeStatements } from './remove-statements.ts';
import { arrayBrackets, inlineBrackets } from './toml-brackets.ts';
import { isTomlList, isTomlMap } from './toml-nodes.ts';
import type { TomlArray, TomlInline, TomlPair, TomlTable } from './syntax.ts';

/** All that is to go, by the kind of text that it is. */
interface Pieces {
  readonly pairs: Set<TomlPair>;
  readonly tables: Set<TomlTable>;
  readonly inline: Map<TomlInline, Set<number>>;
  readonly arrays: Map<TomlArray, Set<number>>;
}

export function planTomlRemovals(parsed: Parsed, picks: Picks): Splice[] {
  const { text, root } = parsed.document;
  if (picks.size === 0 || !isTomlMap(root) || root.table?.kind !== 'top') return [];
  const pieces: Pieces = { pairs: new Set(), tables: new Set(), inline: new Map(), arrays: new Map() };
  for (const [node, indices] of picks) for (const index of indices) collectPick(pieces, node, index);
  for (const table of redundantTables(text, root.table, pieces)) pieces.tables.add(table);
  return [
    ...removeStatements(text, root.table, pieces),
    ...[...pieces.inline].flatMap(([inline, indices]) => removeItems(inlineBrackets(parsed, inline), indices)),
    ...[...pieces.arrays].flatMap(([array, indices]) => removeItems(arrayBrackets(parsed, array), indices)),
  ];
}

function collectPick(pieces: Pieces, node: Node, index: number): void {
  if (isTomlMap(node)) {
    const entry = node.entries[index];
    if (entry?.pair !== undefined) collectPair(pieces, entry.pair);
    else if (entry !== undefined) collectNode(pieces, entry.value);
    return;
  }
  if (!isTomlList(node)) return;
  const item = node.items[index];
  if (node.array !== undefined) indicesIn(pieces.arrays, node.array).add(index);
  else if (item !== undefined) collectNode(pieces, item);
}

function collectNode(pieces: Pieces, node: Node): void {
  if (isTomlList(node) && node.array === undefined) for (const item of node.items) collectNode(pieces, item);
  if (!isTomlMap(node)) return;
  if (node.table?.kind === 'table') pieces.tables.add(node.table);
  for (const { pair } of node.dotted) collectPair(pieces, pair);
  for (const entry of node.entries) if (entry.pair === undefined) collectNode(pieces, entry.value);
}

function collectPair(pieces: Pieces, pair: TomlPair): void {
  if (pair.parent.kind === 'inline') indicesIn(pieces.inline, pair.parent).add(pair.parent.body.indexOf(pair));
  else pieces.pairs.add(pair);
}

function indicesIn<T>(sets: Map<T, Set<number>>, key: T): Set<number> {
  let found = sets.get(key);
  if (found === undefined) {
    found = new Set();
    sets.set(key, found);
  }
  return found;
}
