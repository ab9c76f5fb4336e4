import type { ListNode, MapEntry, MapNode, Node } from '../types.ts';
import type { TomlArray, TomlInline, TomlPair, TomlTable, TomlTop } from './syntax.ts';

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
  table: TomlTable | TomlTop | undefined;
  inline: TomlInline | undefined;
  /** Dotted keys that lead through it, in the order of the file. */
  readonly dotted: DottedPair[];
}
export interface TomlEntry extends MapEntry {
  readonly value: Node;
  /** The line that defines it; undefined for what headers and dotted keys define. */
  readonly pair: TomlPair | undefined;
}
export interface DottedPair {
  readonly pair: TomlPair;
  /** How many parts of the key name the map. */
  readonly parts: number;
}
export interface TomlList extends ListNode {
  readonly items: Node[];
  start: number;
  end: number;
  /** In brackets; undefined: a row of `[[headers]]`. */
  readonly array: TomlArray | undefined;
}

export function isTomlMap(node: Node | undefined): node is TomlMap {
  return node?.kind === 'map' && 'form' in node;
}

export function isTomlList(node: Node | undefined): node is TomlList {
  return node?.kind === 'list' && 'array' in node;
}
