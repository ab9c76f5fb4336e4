import type { Range, ScalarNode } from '../types.ts';

// How a file is written, in as few objects as will do: there may be a hundred thousand values in it.

/** The whole file: the keys in front of the first header, then all tables. */
export interface TomlTop {
  readonly kind: 'top';
  readonly body: readonly (TomlPair | TomlTable)[];
}

/** A key, or what stands in a header: `last`, behind what leads to it. */
export interface TomlKey {
  readonly path: readonly TomlKeyPart[];
  readonly last: TomlKeyPart;
}

export interface TomlKeyPart extends Range {
  readonly name: string;
}

/** A `[header]`, or `[[header]]`, and the keys below it. */
export interface TomlTable extends TomlKey {
  readonly kind: 'table';
  readonly isItem: boolean;
  readonly start: number;
  /** Behind the closing brackets. */
  readonly headerEnd: number;
  readonly body: readonly TomlPair[];
}

export interface TomlPair extends TomlKey {
  readonly kind: 'pair';
  readonly value: TomlValue;
  readonly parent: TomlTop | TomlTable | TomlInline;
}

export type TomlValue = ScalarNode | TomlArray | TomlInline;

export interface TomlArray extends Range {
  readonly kind: 'array';
  readonly elements: readonly TomlValue[];
}

export interface TomlInline extends Range {
  readonly kind: 'inline';
  readonly body: readonly TomlPair[];
}

export function keyNames({ path, last }: TomlKey): string[] {
  return [...path.map(({ name }) => name), last.name];
}

/** Of a pair its own start, too. */
export function keyStart({ path, last }: TomlKey): number {
  return path[0]?.start ?? last.start;
}

/** Behind the last value of a table; without values, behind its header. */
export function bodyEnd(table: TomlTable): number {
  return table.body.at(-1)?.value.end ?? table.headerEnd;
}
