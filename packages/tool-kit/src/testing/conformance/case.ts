import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Content by path below the home folder. */
export type Picture = ReadonlyMap<string, Uint8Array>;

/** A row of a gateway's list, as the gateway sends it. */
export type ListRow = Readonly<Record<string, unknown>>;

/** One thing that happens to a home folder. */
export type Step = RunStep | EditStep;
export interface RunStep {
  readonly run: 'setup' | 'refresh';
  /** Name of a list in `lists.json`; `first` if left out. */
  readonly list?: string;
  /** Name of the connection; `modelrack` if left out. */
  readonly gateway?: string;
  /** Where the key comes from in this step on; the case's own if left out. */
  readonly key?: 'env' | 'file';
  readonly default?: string;
  readonly models?: readonly string[];
  readonly takeOver?: boolean;
  readonly mcp?: boolean;
}
/** The user writes into a file by hand: `find` must stand there once. */
export interface EditStep {
  readonly edit: string;
  readonly find: string;
  readonly replace: string;
}

/** `case.json` beside `before/` and `after/`, with `removed/` where `remove` leaves something of the user's. */
export interface CaseFile {
  /** What the case shows; the first thing that a reader sees. */
  readonly why: string;
  /** One setup with the list `first` if left out. */
  readonly steps?: readonly Step[];
  readonly key?: 'env' | 'file';
  /** With `--project` in the folder `project`. */
  readonly project?: boolean;
  /** The last run leaves every file alone, with this error. */
  readonly refused?: { readonly code: string; readonly line?: number; readonly column?: number };
  /** Texts that the notes of the last run must hold. */
  readonly notes?: readonly string[];
  /** Models that the last run reports as the user's: id -> why. */
  readonly protected?: Readonly<Record<string, string>>;
}

export interface ConformanceCase extends CaseFile {
  readonly name: string;
  readonly before: Picture;
  /** Same as `before` where the case is refused. */
  readonly after: Picture;
  readonly removed: Picture;
}

/** Reads all cases of a tool; a case without `before/` begins with an empty home folder. */
export function readCases(folder: string): readonly ConformanceCase[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => readCase(join(folder, name), name));
}

/** One case; the others may be half made. */
export function readCase(folder: string, name: string): ConformanceCase {
  // The files are part of the tests; a wrong one fails the case that it belongs to.
  const content = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as CaseFile;
  const before = readPicture(join(folder, 'before'));
  const after = content.refused === undefined ? readPicture(join(folder, 'after')) : before;
  const hasRemoved = existsSync(join(folder, 'removed'));
  return { ...content, name, before, after, removed: hasRemoved ? readPicture(join(folder, 'removed')) : before };
}

function readPicture(folder: string): Picture {
  const picture = new Map<string, Uint8Array>();
  if (!existsSync(folder)) return picture;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    picture.set(path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path));
  }
  return picture;
}

/** The model lists that all tools are tested with. */
export function readLists(file: string): Readonly<Record<string, readonly ListRow[]>> {
  // As above: a part of the tests.
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, readonly ListRow[]>>;
}
