/**
 * Ways in which a tool can get the key. `manual`: from no file, a person gives it to the tool; its plan says
 * how, in a note.
 */
export type KeyForm = 'env' | 'file' | 'command' | 'literal' | 'manual';
export type Key =
  | { readonly form: 'env'; readonly name: string }
  | { readonly form: 'file'; readonly path: string }
  /** Prints the key on standard output; `argv[0]` is an absolute path. */
  | { readonly form: 'command'; readonly argv: readonly string[] }
  /** Already escaped for the tool's substitution syntax. */
  | { readonly form: 'literal'; readonly value: string; readonly isNone?: true }
  /** `isNone`: the gateway has no key, and any word will do. */
  | { readonly form: 'manual'; readonly isNone?: true };
