import type { Format } from '@modelrack/config-edit';

/**
 * A place on a machine, told without knowing the machine. Resolved by `setup` against an injected
 * environment: `home` the user's folder; `xdgConfig`/`xdgData` `$XDG_…_HOME`, else `~/.config`,
 * `~/.local/share`, on every system; `config` the system's own (`%APPDATA%`, `~/Library/Application
 * Support`, XDG); `env` the folder or file that a variable names, with `path` joined to it; `project`
 * the current directory. With `on` the place counts on these systems only.
 */
export type Place = { readonly on?: readonly Platform[] } & (
  | { readonly home: string }
  | { readonly xdgConfig: string }
  | { readonly xdgData: string }
  | { readonly config: string }
  | { readonly env: string; readonly path?: string }
  | { readonly project: string }
);
export type Platform = 'linux' | 'darwin' | 'win32';

export interface FileSpec {
  /** Name within the tool: `main`, `catalog`. */
  readonly id: string;
  readonly format: Format;
  /**
   * A place whose variable is set beats all places without one. Among the rest the first that exists is
   * taken, else the last. `{connection}` in a path stands for the connection's name.
   */
  readonly places: readonly Place[];
  /** Other files that the tool merges with this one: an older block of ours there is taken out. */
  readonly merged?: readonly Place[];
  /** The file for `--project`, if the tool has a usable one; same rule as `places`. */
  readonly project?: readonly Place[];
  /** No byte-order mark, no comment: the tool's own parser is stricter than the format's name. */
  readonly strict?: boolean;
  /** Every text in it is a key. */
  readonly keyStore?: boolean;
  /** The tool takes comments, but a comma before a closing bracket stops its start. */
  readonly noTrailingComma?: boolean;
  /** The tool takes comments, but reads nothing behind a byte-order mark. */
  readonly noByteOrderMark?: boolean;
  /** The tool takes comments to the end of a line, but none in slashes and stars. */
  readonly noBlockComments?: boolean;
  /** It is made only where `--config-file` names it: without it the folder is none of the tool's. */
  readonly mustExist?: boolean;
  /** What the file is as a whole; a map if left out. */
  readonly top?: 'map' | 'list';
  /** It belongs to the tool's usual place: a run with `--config-file` leaves it alone. */
  readonly onlyUsual?: boolean;
  /**
   * Made where there is none (the mark of a first run, say); one that is not ours is left alone, whatever it holds.
   * `{ "madeBy": "modelrack" }` says itself that it is.
   */
  readonly onlyNew?: boolean;
  /** The tool says at each start that the file is wrong while nothing is in it: then it goes. */
  readonly neverEmpty?: boolean;
}

/**
 * Where a file of a tool says which gateway the tool uses. Only the set-up reads it, to offer a gateway that stands
 * there already.
 */
export interface PointsTo {
  /** The id of one of the tool's files. */
  readonly file: string;
  /** Down to what describes one gateway; `*` is every entry of a map or list. Nothing: the file as a whole. */
  readonly at: readonly string[];
  /** From there to the base URL, which may end in `/chat/completions`. */
  readonly url: readonly string[];
  /** From there to the key, or to a reference to it: `{env:X}`, `$X`, `${X}`, `${{ secrets.X }}`. */
  readonly key?: readonly string[];
  /** From there to the name of the variable that holds the key. */
  readonly keyVariable?: readonly string[];
}
