import type { Json, Path } from '@modelrack/config-edit';
import type { FileSpec } from './file-spec.ts';

/** Where a tool is told what to run when a session begins; it runs that without a question, and in silence. */
export interface StartHook {
  /** The id of one of the tool's files, or one that it keeps for this alone. */
  readonly file: string | FileSpec;
  /** To the list of what is run then. */
  readonly path: Path;
  /** The list is of groups with a list of `hooks` each. Ours is known by its `description`, a field that no tool reads. */
  readonly inGroups?: boolean;
  /** Runs a line of the system's shell. */
  entry(line: string): Json;
  /** What the file needs beside it. */
  readonly needs?: { readonly path: Path; readonly value: Json };
}
