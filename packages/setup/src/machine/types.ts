import type { Catalog, StatedFacts, Wire, WireState } from '@modelrack/catalog';
import type { FileSystem, Json } from '@modelrack/config-edit';
import type { ErrorCode } from '@modelrack/errors';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';

/** All that the engine knows of the world. `machineOf(process)` makes the real one; tests make their own. */
export interface Machine {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** The user's folder. */
  readonly home: string;
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly fs: FileSystem;
  now(): Date;
  /** Runs a program without a shell; undefined if it cannot be run or takes longer. */
  run(
    file: string,
    args: readonly string[],
    limits: { milliseconds: number; variables?: Readonly<Record<string, string | undefined>> },
  ): Promise<string | undefined>;
  /** Our own command as it runs now: the bundled file and its folder; undefined in tests. */
  readonly self:
    | {
        readonly node: string;
        readonly folder: string;
        readonly entry: string;
        /** Tells one build from another. */
        readonly build: string;
      }
    | undefined;
}

/** A named gateway, as kept in `config.jsonc`. */
export interface Connection {
  readonly name: string;
  readonly apiRoot: string;
  readonly key: KeySource;
  /** What was chosen per tool; a tool stands here from its first setup until its `remove`. */
  readonly tools: Readonly<Record<string, ToolChoice>>;
  /** What the user states of its models, by id; it beats the gateway's word. */
  readonly stated?: Readonly<Record<string, StatedFacts>>;
}
/** `none`: the gateway asks for no key, as servers on one's own machine do. */
export type KeySource = { readonly env: string } | { readonly file: true } | { readonly none: true };
export interface ToolChoice {
  /** Globs; absent: all chat models. */
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
  /** Set by `--default`. */
  readonly default?: string;
  /** Main files that were written at other places than the usual one (`--config-file`, `--project`, the current folder). */
  readonly files?: readonly string[];
  /** Only those other files were written. */
  readonly usual?: false;
  /** Our MCP server is among those of the tool. */
  readonly mcp?: true;
}

/** A tool package of a third party that the user agreed to run. */
export interface ToolPackage {
  readonly id: string;
  readonly aliases: readonly string[];
  /** Its folder, or the one file that it is; absolute. */
  readonly path: string;
  /** Of all its files, when it was agreed to. */
  readonly hash: string;
  /** Its definition without its functions, as it was agreed to: what it wrote can be taken out without running it. */
  readonly data?: Json;
}

export type RunCommand = 'setup' | 'refresh' | 'undo' | 'remove';
export interface RunRequest {
  readonly command: RunCommand;
  readonly connection: Connection;
  /** Of a setup: the connection as it was kept before; undefined: it was not. */
  readonly saved?: Connection | undefined;
  /** ISO 8601: when the run began of which this is a part; what bears one time is taken back together. Default: now. */
  readonly at?: string;
  /** undefined: no key is needed (undo, remove). */
  readonly key: string | undefined;
  /** undefined for undo and remove without one. */
  readonly catalog: Catalog | undefined;
  readonly tools: readonly RequestedTool[];
  readonly takeOver: boolean;
  readonly project: boolean;
  readonly configFile: string | undefined;
  /** Answered yes: models may be taken out although the list is empty, partial or less than half. */
  readonly allowShrink: boolean;
  wire(wire: Wire): Promise<WireState>;
  /** undefined: no tool gets files of ours. */
  readonly companions?: Companions;
  /** Prints the key; undefined: our own command does. */
  readonly keyCommand?: readonly string[];
}

/** What files of ours that go along with a tool's own are made of, beside what the run knows anyway. */
export interface Companions {
  /** The last list of a connection, if there is one. */
  listOf(connection: string): Catalog | undefined;
}
export interface RequestedTool {
  readonly tool: ToolDefinition;
  /** Named on the command line. */
  readonly isNamed: boolean;
  /** Flags of this run; undefined: what is stored in the connection. */
  readonly models?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly default?: string | undefined;
  /** Whether our MCP server is to be among those of the tool; undefined: as it was chosen before. */
  readonly mcp?: boolean | undefined;
}

export type ToolStatus = 'written' | 'unchanged' | 'would-change' | 'refused' | 'failed' | 'skipped';
export type FileAction = 'created' | 'edited' | 'unchanged' | 'deleted';
export interface FileOutcome {
  readonly path: string;
  readonly action: FileAction;
  readonly backup: string | null;
  /** undefined: it is ours as a whole, and holds no key. */
  readonly spec: FileSpec | undefined;
  /** Unified, keys masked. Made on demand: `diffOf(outcome)`. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}
export interface ModelChanges {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  readonly protected: readonly { readonly id: string; readonly why: 'edited' | 'yours' | 'deleted-by-you' }[];
  /** Chosen, and not taken by the tool; why stands in a note. */
  readonly leftOut?: readonly string[];
  readonly total: number;
}
export interface ToolProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string | null;
}
export interface ToolOutcome {
  readonly tool: string;
  readonly status: ToolStatus;
  readonly files: readonly FileOutcome[];
  readonly models: ModelChanges;
  readonly notes: readonly string[];
  readonly error: ToolProblem | null;
  /** What a person could be asked; answered by running again with `takeOver` or `allowShrink`. */
  readonly asks: readonly ('take-over' | 'shrink')[];
  /** `/m-` and a few letters find a model in it. */
  readonly isSearchable?: boolean;
}
export interface RunOutcome {
  readonly tools: readonly ToolOutcome[];
}
// Public functions (index.ts):
//   machineOf(process): Machine
//   places(machine): { config, keys, state, cache, data } folders of the contract
//   loadConnections(machine): { connections: Connection[], default?: string }   throws RackError with file:line:column
//   saveConnection(machine, connection), renameConnection(machine, from, to), forgetConnection(machine, name)
//   storeKey(machine, name, key), readKey(machine, connection): string  (throws key-missing)
//   resolveConnection...: the CLI's part
//   findTools(machine, tools): Promise<FoundTool[]>  { tool, isFound, version, files: {path, exists, shadowedBy}[] }
//   planRun(machine, request): Promise<RunOutcome>   reads only; status `would-change` where something would be written
//   applyRun(machine, request): Promise<RunOutcome>  takes the lock, plans, writes, ledger; saves the tool choice into the connection
//   statusOf(machine, connections, tools): per tool: set up, gateway, models, changed by hand, last refresh
//   diffOf(outcome: FileOutcome): Promise<string>    unified diff, secrets masked
//   maskSecrets(text): string
