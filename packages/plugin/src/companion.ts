import type { ListedModel } from './known-models.ts';

/** Files that are ours as a whole (a plugin, say), for which the tool's own file has to say that they are there. */
export interface Companion {
  /** Absolute; ours as a whole. */
  readonly folder: string;
  /** Our command, to be followed by arguments; `command[0]` is an absolute path. */
  readonly command: readonly string[];
}

/** What files of ours are made from. */
export interface CompanionRequest {
  /** The connection's name. */
  readonly gateway: string;
  /** Those that the tool's file lists; empty while taking out. */
  readonly models: readonly ListedModel[];
  /** Of the installed tool, if known. */
  readonly version: string | undefined;
  /** Holds the tool's main file. */
  readonly toolFolder: string;
  readonly companion: Companion;
  /** What runs inside the tool: `src/register.*.ts`, bundled; undefined: there is none. */
  readonly script: string | undefined;
  /** Where our command keeps the ids that were picked, as JSON: a file for each connection. */
  readonly pickedFolder: string;
  /** A path in the style of the platform. */
  join(...parts: readonly string[]): string;
  /** A file of the user's has this place. */
  isTheirs(file: string): boolean;
}
export interface CompanionFiles {
  /** Below `companion.folder`: text by path, in slashes. */
  readonly own: Readonly<Record<string, string>>;
  /** Among files of the user's, text by name; each gets a mark. */
  readonly beside: { readonly folder: string; readonly files: Readonly<Record<string, string>> };
  /** Folders that the tool itself keeps for them, which go with them; files that it may make, which go if they are blank then. */
  readonly leftovers: readonly string[];
  /** A file of the user's, in the place of the one without which nothing of ours is found. */
  readonly taken?: string;
}
