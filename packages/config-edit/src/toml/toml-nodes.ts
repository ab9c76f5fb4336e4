import type { AST } from 'toml-eslint-parser';
import type { ListNode, MapEntry, MapNode, Node } from '../types.ts';

/**
 * How a map is written: the document itself; implied by longer headers or dotted keys; under a `[header]`;
 * under a `[[header]]`; in braces.
 */
export type MapForm = 'root' | 'implied' | 'table' | 'item' | 'inline';

export interface TomlMap extends MapNode {
  form: MapForm;
  start: number;
  end: number;
  readonly entries: TomlEntry[];
  /** Its header, or the whole file. */
  table: AST.TOMLTable | AST.TOMLTopLevelTable | undefined;
  inline: AST.TOMLInlineTable | undefined;
  /** Dotted keys that lead through it, in the order of the file. */
  readonly dotted: DottedPair[];
}
export interface TomlEntry extends MapEntry {
  readonly value: Node;
  /** The line that defines it; undefined for what headers and dotted keys define. */
  readonly pair: AST.TOMLKeyValue | undefined;
}
export interface DottedPair {
  readonly pair: AST.TOMLKeyValue;
  /** How many parts of the key name the map. */
  readonly parts: number;
}
export interface TomlList extends ListNode {
  readonly items: Node[];
  start: number;
  end: number;
  /** In brackets; undefined: a row of `[[headers]]`. */
  readonly array: AST.TOMLArray | undefined;
}

export function isTomlMap(node: Node | undefined): node is TomlMap {
  return node?.kind === 'map' && 'form' in node;
}

export function isTomlList(node: Node | undefined): node is TomlList {
  return node?.kind === 'list' && 'array' in node;
}

export function keyNames(key: AST.TOMLKey): string[] {
  return key.keys.map(keyName);
}

export function keyName(part: AST.TOMLBare | AST.TOMLQuoted): string {
  return part.type === 'TOMLBare' ? part.name : part.value;
}

/** Behind the closing bracket of a header. */
export function headerEnd(text: string, table: AST.TOMLTable): number {
  return text.indexOf(']', table.key.range[1]) + (table.kind === 'array' ? 2 : 1);
}

/** Behind the last value of a table; without values, behind its header. */
export function bodyEnd(text: string, table: AST.TOMLTable): number {
  return table.body.at(-1)?.range[1] ?? headerEnd(text, table);
}
