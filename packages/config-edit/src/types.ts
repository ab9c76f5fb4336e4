/** The grammars that files of coding tools are written in. */
export type Format = 'json' | 'jsonc' | 'toml' | 'yaml';

/** A value that we write. Keys chosen by a gateway never stand in here: they go into a `Path`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Selects the first item of a list that is a map with these fields, or that is this text itself. Where
 * several are, only the first is changed or taken out.
 */
export interface ItemStep {
  readonly item: string | Readonly<Record<string, string>>;
  /** What it may hold instead as long as it was not changed: an item whose distinguishing fields move. */
  readonly or?: Readonly<Record<string, string>>;
}

/** One step into a document: a key of a map, or an item of a list. */
export type Step = string | ItemStep;
export type Path = readonly Step[];

/** Half-open range of UTF-16 units in the text without its byte-order mark. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface MapNode extends Range {
  readonly kind: 'map';
  /** Its value, where that is known without looking at what is in it. */
  readonly plain?: { readonly [key: string]: Json };
  /** One value, without a node for every other; of a map that is known by its value. */
  child?(key: string): Node | undefined;
  /** In the order of the file. A key that occurs twice stands here twice. */
  readonly entries: readonly MapEntry[];
}
export interface MapEntry {
  readonly key: string;
  /** Where the key is written (TOML: the last part of the header or dotted key). */
  readonly at: number;
  readonly value: Node;
}
export interface ListNode extends Range {
  readonly kind: 'list';
  /** Both as of a map. */
  readonly plain?: readonly Json[];
  child?(index: number): Node | undefined;
  readonly items: readonly Node[];
}
export interface ScalarNode extends Range {
  readonly kind: 'scalar';
  /** bigint: a whole number that a double cannot hold. Dates of TOML are text. */
  readonly value: null | boolean | number | bigint | string;
}
/** What a file says, the same for every format. `start`..`end` is the exact source text of a value. */
export type Node = MapNode | ListNode | ScalarNode;

/** A parsed file. */
export interface Document {
  readonly format: Format;
  /** For messages. */
  readonly name: string;
  readonly text: string;
  readonly bom: boolean;
  readonly eol: '\n' | '\r\n';
  /** What the file holds as a whole. */
  readonly top: 'map' | 'list';
  /** Of the kind that `top` says; undefined: nothing but blanks and comments. */
  readonly root: MapNode | ListNode | undefined;
  /** JSON and nothing else: no comments, no trailing commas, no key twice. */
  readonly isPlain?: true;
}

/** What is to be true of a document afterwards. Containers on the way are made where they are missing. */
export type Edit = SetEdit | RemoveEdit | PruneEdit;
export interface SetEdit {
  readonly op: 'set';
  readonly path: Path;
  readonly value: Json;
  /**
   * Source text of the value, used instead of our own writing of it; it must parse to `value`.
   * How a value of the user's that we replaced comes back in the user's own spelling.
   */
  readonly raw?: string | undefined;
  /**
   * A new key or item goes right behind this sibling, if it stands in the document; else to the end.
   * Several new siblings with one anchor keep the order of the edits.
   */
  readonly after?: Step | undefined;
}
export interface RemoveEdit {
  readonly op: 'remove';
  readonly path: Path;
}
/** Takes a map or list out again if nothing is left in it, not even a comment. `[]` is the document. */
export interface PruneEdit {
  readonly op: 'prune';
  readonly path: Path;
  /** The container was there before us, empty, spelled like this: put that back instead of removing it. */
  readonly restore?: string | undefined;
  /** Where a comment keeps it: put this in place of what no brackets stand for. Unlike `restore`, it goes otherwise. */
  readonly empty?: '[]' | '{}' | undefined;
}

export interface Splice extends Range {
  readonly text: string;
}

export interface EditResult {
  /** Whole new content with the byte-order mark, if there was one. The input's own bytes if nothing changed. */
  readonly bytes: Uint8Array;
  /**
   * What was replaced, pass by pass, each in offsets of the text that the pass began with (sorted, not
   * overlapping, without the byte-order mark). Empty: nothing to do.
   */
  readonly passes: readonly (readonly Splice[])[];
}

/** One per format, loaded only when a file of that format is met. */
export interface FormatEditor {
  /** @throws RackError `file-invalid` with line and column: not UTF-8, does not parse, top level is no map. */
  read(bytes: Uint8Array, name: string, format: Format): Document;
  /** The same for a file that is a list as a whole. No TOML file is one. */
  readList(bytes: Uint8Array, name: string, format: Format): Document;
  /**
   * Applies the edits in order of kind: removals, prunes, then sets; every result is verified before it is
   * returned. Nothing to change: the same bytes and no passes.
   * @throws RackError `file-shape` (wrong type or duplicate key on a path; line and column) or `internal`
   * (verification failed: nothing may be written).
   */
  edit(document: Document, edits: readonly Edit[]): EditResult;
}
