/** What is to become of the files of ours that go along with one tool. */
export interface CompanionPlan {
  /** Ours as a whole. */
  readonly folder: string;
  /** By path; only what differs from what is there, and not the list of our files. */
  readonly changes: ReadonlyMap<string, CompanionChange>;
  /** What a tool keeps for our files. */
  readonly leftovers: readonly string[];
  readonly before: Manifest | undefined;
  /** undefined: nothing of ours is left. */
  readonly after: Manifest | undefined;
  /** A file of the user's stands where ours would have to: nothing of ours is found. */
  readonly taken?: string | undefined;
  /** A killed run left its folder, and nothing that tells of it. */
  readonly isStray?: boolean;
}

/** Texts; undefined: there is no file. */
export interface CompanionChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Which files of ours stand among those of the user's. */
export interface Manifest {
  readonly schema: 1;
  /** Whose models they are about. */
  readonly connection: string;
  /** Absolute paths. */
  readonly beside: readonly string[];
  /** Folders that were made for them, outermost first. */
  readonly madeFolders: readonly string[];
  /** Places that were empty before. */
  readonly absent: readonly string[];
  /** A run was interrupted, or did not know all of the models: the next one makes all anew. */
  readonly isUnfinished?: true;
}
