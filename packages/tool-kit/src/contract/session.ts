/**
 * How the tool runs on a gateway for one session, with none of its files written. Its plan is made as ever, for files in
 * a folder that lasts as long as the session; this says how the tool is led there.
 *
 * A text may hold `{path:ID}` (where the file is), `{text:ID}` (all that is in it), `{folder}`, `{model}`, `{gateway}`
 * (the name of our block), `{url}`, its two parts `{origin}` and `{route}` (`v1`), and `{keyVariable}`; with `json:` in
 * front as a JSON string: `{json:model}`. Only variables may hold `{key}`.
 */
export interface Session {
  /** Of the tool's process. The empty text takes one of the user's away. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Before the user's own arguments. */
  readonly args?: readonly string[];
  /** Where a file is in the folder, by its id; else it has its usual name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the tool reads instead of the user's: they begin as copies of those, so that all else is as usual. */
  readonly copies?: readonly string[];
  /** What of the user's the tool does not see meanwhile: "its sessions and logins". */
  readonly hides?: string;
}

/** Why a tool cannot: behind "Zed cannot be run for one session: ". */
export interface NoSession {
  readonly missing: string;
}
