import type { Tokens } from '../document/tokens.ts';

// What we need of the syntax of a file. The trees of toml-eslint-parser are of these types as they are.

/** Half-open, in UTF-16 units. */
export type SourceRange = readonly [start: number, end: number];

export interface TomlSyntax {
  readonly top: TomlTop;
  readonly tokens: Tokens;
}

/** The whole file: the keys in front of the first header, then all tables. */
export interface TomlTop {
  readonly type: 'TOMLTopLevelTable';
  readonly body: readonly (TomlPair | TomlTable)[];
}

/** A `[header]`, or with kind `array` a `[[header]]`, and the keys below it. */
export interface TomlTable {
  readonly type: 'TOMLTable';
  readonly kind: 'standard' | 'array';
  /** Begins with the header. Where it ends, `bodyEnd` says. */
  readonly range: SourceRange;
  readonly key: TomlKey;
  readonly body: readonly TomlPair[];
}

export interface TomlPair {
  readonly type: 'TOMLKeyValue';
  readonly range: SourceRange;
  readonly key: TomlKey;
  readonly value: TomlValue;
  readonly parent: TomlTop | TomlTable | TomlInline;
}

export interface TomlKey {
  readonly range: SourceRange;
  /** One, or with dots several. */
  readonly keys: readonly TomlKeyPart[];
}

export type TomlKeyPart =
  | { readonly type: 'TOMLBare'; readonly range: SourceRange; readonly name: string }
  | { readonly type: 'TOMLQuoted'; readonly range: SourceRange; readonly value: string };

export type TomlValue = TomlScalar | TomlArray | TomlInline;

export interface TomlArray {
  readonly type: 'TOMLArray';
  readonly range: SourceRange;
  readonly elements: readonly TomlValue[];
}

export interface TomlInline {
  readonly type: 'TOMLInlineTable';
  readonly range: SourceRange;
  readonly body: readonly TomlPair[];
}

export type TomlScalar = TomlText | TomlInteger | TomlFloat | TomlBoolean | TomlDate;

interface TomlText {
  readonly type: 'TOMLValue';
  readonly kind: 'string';
  readonly range: SourceRange;
  readonly value: string;
}

interface TomlInteger {
  readonly type: 'TOMLValue';
  readonly kind: 'integer';
  readonly range: SourceRange;
  readonly value: number;
  /** Undefined: `value` is exact. */
  readonly bigint: bigint | undefined;
}

interface TomlFloat {
  readonly type: 'TOMLValue';
  readonly kind: 'float';
  readonly range: SourceRange;
  readonly value: number;
}

interface TomlBoolean {
  readonly type: 'TOMLValue';
  readonly kind: 'boolean';
  readonly range: SourceRange;
  readonly value: boolean;
}

interface TomlDate {
  readonly type: 'TOMLValue';
  readonly kind: 'offset-date-time' | 'local-date-time' | 'local-date' | 'local-time';
  readonly range: SourceRange;
}
