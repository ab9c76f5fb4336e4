import type { Json, Path } from '@modelrack/config-edit';
import type { FileSpec } from './file-spec.ts';

/** Where a tool keeps its MCP servers, and what the entry of one looks like there. */
export interface McpSection {
  /** The id of one of the tool's files, or one that it keeps for this alone. */
  readonly file: string | FileSpec;
  /** What holds the servers. */
  readonly path: Path;
  /** `map` (default): by name. `list`: items that hold it in `name`. */
  readonly as?: 'map' | 'list';
  /** `list`: command and arguments in one list. `cmd`: the command is called so. */
  readonly command?: 'list' | 'cmd';
  /** What every entry has beside it. `{name}` stands for the name. */
  readonly fields?: Readonly<Record<string, Json>>;
  /**
   * For a tool that hides its environment from servers: `names`: the variables to pass on, under this field.
   * `reference`: the key's variable in `env`, filled in by the tool.
   */
  readonly variables?: { readonly names: string } | { readonly reference: (variable: string) => string };
  /** A switch without which the tool starts no server. */
  readonly needs?: { readonly path: Path; readonly value: Json };
  /** What a person has to know beside it. */
  readonly note?: string;
}
