import type { ListedModel } from './known-models.ts';

/** What the files for every tool are made of. */
export interface Asked {
  /** The connection's name. */
  readonly gateway: string;
  readonly models: readonly ListedModel[];
  /** The tool's own folder. */
  readonly toolFolder: string;
  /** A path in our style for the platform. */
  join(...parts: readonly string[]): string;
  /** A file of the user's, or of another connection, has this place. */
  isTheirs(path: string): boolean;
}

/** Where a tool runs code of ours. */
export interface AskedWithCode extends Asked {
  /** Ours as a whole; absolute. */
  readonly folder: string;
  /** Our command, to be followed by arguments. */
  readonly command: readonly string[];
  /** What is bundled for the tool; undefined: there is none. */
  readonly module: string | undefined;
}
