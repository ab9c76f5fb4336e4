import type { InputKind, Price } from '@modelrack/catalog';
import type { Machine } from '@modelrack/setup';
import type { Column } from '../text/list-columns.ts';
import type { Printer, PrinterOptions } from './printer.ts';
import type { World } from './world.ts';

export interface Context {
  readonly world: World;
  readonly printer: Printer;
  readonly command: string;
  /** Standard input is a terminal and `--yes` was not given. A function: looking opens the input. */
  canAsk(): boolean;
  machine(): Promise<Machine>;
  /** From now on Ctrl-C does not end the command: it resolves this. For what runs until it is told to stop. */
  untilInterrupt(): Promise<void>;
  /** Ends a question that waits for an answer. */
  readonly signal?: AbortSignal;
}

/** Flags that every command knows. */
export interface CommonOptions extends PrinterOptions {
  readonly yes?: boolean;
}

/** By flags: a saved connection, or a URL and a key. */
export interface ConnectionOptions extends CommonOptions {
  readonly gateway?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly apiKeyStdin?: boolean;
  /** `false` with `--no-key`: the gateway has none. */
  readonly key?: boolean;
  readonly insecure?: boolean;
  readonly offline?: boolean;
}

export interface ListingOptions extends ConnectionOptions {
  readonly sort?: 'price' | 'window';
  readonly columns?: readonly Column[];
}

export interface StateOptions extends CommonOptions {
  readonly gateway?: string;
  readonly window?: number;
  readonly output?: number;
  readonly vision?: boolean;
  readonly tools?: boolean;
  readonly reasoning?: boolean;
  readonly inputs?: readonly InputKind[];
  readonly efforts?: readonly string[];
  readonly defaultEffort?: string;
  readonly price?: Price;
}

export interface UnstateOptions extends CommonOptions {
  readonly gateway?: string;
  readonly only?: readonly string[];
}

export interface DoctorOptions extends ConnectionOptions {
  /** Put right what is safe to put right. */
  readonly fix?: boolean;
  /** Start the real tools. */
  readonly run?: boolean;
}

export interface RunOptions extends ConnectionOptions {
  /** An exclusive tool may be switched over. */
  readonly takeOver?: boolean;
  /** A connection may move to another origin. */
  readonly move?: boolean;
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
  readonly default?: string;
  readonly project?: boolean;
  readonly configFile?: string;
  /** Of `setup` only. */
  readonly toolPackage?: string;
  /** Of `setup` only; `false` with `--no-team`: a file for a team is not looked for. */
  readonly team?: boolean;
  /** Of `setup` only: `--mcp` or `--no-mcp`. */
  readonly mcp?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
}

export interface ExportOptions extends ConnectionOptions {
  readonly format: 'json' | 'yaml' | 'toml' | 'markdown';
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
}

export interface RefreshOptions extends RunOptions {
  /** Milliseconds. */
  readonly ifOlder?: number;
}

export interface SessionOptions extends ConnectionOptions {
  /** undefined: the first that the tool takes. */
  readonly model?: string;
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
  readonly dryRun?: boolean;
}

export interface ScheduleOptions extends CommonOptions {
  readonly every?: 'hourly' | 'daily';
  readonly dryRun?: boolean;
  readonly check?: boolean;
}

export interface PickOptions extends ConnectionOptions {
  /** The tool whose own form of the line is wanted. */
  readonly for?: string;
  readonly first?: boolean;
  readonly copy?: boolean;
}

export interface FitsOptions extends ConnectionOptions {
  readonly tokens?: number;
  readonly thread?: string;
}

export interface GatewayOptions extends CommonOptions {
  /** undefined: as the configuration says. */
  readonly host?: string;
  readonly port?: number;
  readonly expose?: boolean;
  readonly log?: boolean;
}

export interface ConnectOptions extends CommonOptions {
  readonly preset?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly apiKeyStdin?: boolean;
  readonly key?: boolean;
  readonly remove?: boolean;
}

export interface McpOptions extends ConnectionOptions {
  /** Folders that a variable of the `XDG` family moved when the entry was written: clients drop the variables. */
  readonly configHome?: string;
  readonly stateHome?: string;
  readonly cacheHome?: string;
  readonly dataHome?: string;
}

/** Of what calls an endpoint. */
export interface CallOptions extends ConnectionOptions {
  /** undefined: the first of the kind. */
  readonly model?: string;
  /** A file; `-`: standard output. */
  readonly output?: string;
}

export interface ChatOptions extends CallOptions {
  readonly system?: string;
  readonly maxTokens?: number;
  readonly temperature?: number;
}

export interface ImageOptions extends CallOptions {
  readonly count?: number;
  readonly size?: string;
}

export interface VideoOptions extends CallOptions {
  readonly seconds?: number;
  readonly size?: string;
  /** Start one although the same is under way. */
  readonly new?: boolean;
  /** commander's spelling of `--no-wait`. */
  readonly wait?: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
}

export interface SpeechOptions extends CallOptions {
  readonly voice?: string;
  readonly format?: string;
}

export interface TranscribeOptions extends CallOptions {
  readonly language?: string;
  readonly prompt?: string;
}

export interface EmbedOptions extends CallOptions {
  readonly dimensions?: number;
  /** Each line of standard input by itself. */
  readonly lines?: boolean;
}

export interface BridgeOptions extends CommonOptions {
  readonly gateway?: string;
  readonly baseUrl?: string;
  readonly insecure?: boolean;
  /** undefined: the usual one. */
  readonly port?: number;
}
