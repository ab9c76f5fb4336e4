import type { Format, Path } from '@modelrack/config-edit';
import type { Place } from './file-spec.ts';

/**
 * What beats our lines in the tool's files, or goes to the gateway beside them: `doctor` names it where it is.
 * `variable`: of the shell; `{CONNECTION}` stands for the connection's name in capital letters. `spec` and `key`: a
 * line in one of the tool's own files. `place` and `keys`: lines in another file that the tool reads as well.
 */
export type Shadow = {
  /** What it does, as the end of a sentence that begins with its name. */
  readonly why: string;
  /** The tool does not reach the gateway with it. */
  readonly isFatal?: boolean;
  /** The tool's own files win: worth knowing, and no more. */
  readonly loses?: boolean;
} & (
  | { readonly variable: string }
  | { readonly spec: string; readonly key: Path }
  | { readonly place: Place; readonly format: Format; readonly keys: readonly Path[] }
);

/** How the tool is started without a terminal: what `doctor --run` does. `{gateway}`, `{model}` and `{prompt}` are filled in. */
export interface HeadlessRuns {
  /** Prints the models that it knows; undefined: no command does. */
  readonly list?: readonly string[];
  /** Sends one prompt through one model, and prints the answer. */
  readonly ask: readonly string[];
  /** What it needs beside the environment, `{model}` filled in too. */
  readonly variables?: Readonly<Record<string, string>>;
}
