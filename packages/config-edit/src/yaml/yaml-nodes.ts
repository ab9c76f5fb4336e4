import type { ListNode, MapEntry, MapNode, Node, Range, ScalarNode } from '../types.ts';

/**
 * How a value is written: a map or list by indentation, in brackets, or as one `key: value` inside a list in
 * brackets; a text in its four ways; not at all, behind a colon or dash (`empty`); anything else.
 */
export type YamlForm = 'block' | 'flow' | 'pair' | 'plain' | 'single' | 'double' | 'literal' | 'empty' | 'other';

/** Where a value stands. */
export interface Slot {
  /** `bare`: a key without a colon, in brackets or behind a `?`. */
  readonly kind: 'root' | 'entry' | 'bare' | 'item';
  /** Behind the colon or dash; without one, behind the key. */
  readonly head: number;
  /** 0-based, of the key or dash; inside brackets, of the one that these belong to; -1: the document itself. */
  readonly column: number;
  /** Inside brackets. */
  readonly isFlow: boolean;
}

/** Why nothing may be changed in a value. */
export interface Bond {
  readonly at: number;
  readonly why: string;
}

interface Written {
  readonly form: YamlForm;
  readonly slot: Slot;
  /** Its own, or that of what it stands in. */
  readonly bond: Bond | undefined;
}

interface Container extends Written {
  /** 0-based, of the first key or dash; inside brackets it says nothing. */
  readonly column: number;
  /** From the key (with `?`) or the dash to the end of the value, in the order of the file. */
  readonly parts: readonly Range[];
}

/** By indentation and on lines of its own: `start` is before the blanks of the first line. */
export interface YamlMap extends MapNode, Container {
  readonly entries: readonly (MapEntry & { readonly value: YamlNode })[];
}
export interface YamlList extends ListNode, Container {
  readonly items: readonly YamlNode[];
}
export interface YamlScalar extends ScalarNode, Written {}
export type YamlNode = YamlMap | YamlList | YamlScalar;

export function isYamlNode(node: Node | undefined): node is YamlNode {
  return node !== undefined && 'form' in node && 'slot' in node;
}

/** `key:` or `-` with nothing behind it, which is how an empty map or list is left. */
export function isVacant(node: Node): boolean {
  return isYamlNode(node) && node.form === 'empty' && !node.slot.isFlow && node.slot.kind !== 'bare';
}
