import type { Json, JsonObject } from './json.ts';
import type { Refusal } from './refusal.ts';
import type { StopSignal } from './stop.ts';

/** What a caller can ask of a model; each is one route and one path of an upstream. */
export type Operation =
  | 'chat'
  | 'messages'
  | 'count_tokens'
  | 'responses'
  | 'embeddings'
  | 'images'
  | 'speech'
  | 'transcription'
  | 'videos';

/** What `/v1/videos` becomes at an upstream; each has fields and states of its own. */
export type VideoDialect = 'openai' | 'openrouter' | 'gemini' | 'vllm-omni';

/** A known provider, as data. */
export interface Preset {
  readonly name: string;
  /** For people: `OpenAI`. */
  readonly title: string;
  /** Paths are appended to it; no slash at its end. undefined: the configuration must state it. */
  readonly baseUrl: string | undefined;
  readonly auth: 'bearer' | 'x-api-key' | 'none';
  /** The environment variable in which its users keep their key. */
  readonly keyVariable: string | undefined;
  /** What it serves, and where under the base URL. An operation that is missing is bridged or refused. */
  readonly paths: Readonly<Partial<Record<Operation, string>>>;
  /** Where its list is and in which form; undefined: it has none. */
  readonly list: { readonly path: string; readonly shape: 'openai' | 'anthropic' | 'ollama' } | undefined;
  readonly videos?: VideoDialect;
  /** Headers that it always wants, `anthropic-version` for one; the caller's own of that name win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name that it wants for the output limit of a bridged chat request; default `max_tokens`. */
  readonly outputLimitField?: 'max_tokens' | 'max_completion_tokens';
  /** Operations whose bodies it wants otherwise: names of adapters in `quirks/`. */
  readonly quirks?: Readonly<Partial<Record<Operation, string>>>;
}

/** A body that can be sent again with every attempt. */
export interface OutgoingBody {
  readonly contentType: string;
  readonly length: number;
  /** Bytes in order; a file that was spilled to disk is read anew each time. */
  chunks(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** The caller's body as it came, held until the answer is over. JSON and multipart look the same from here. */
export interface HeldBody {
  readonly size: number;
  /** The top-level `model`; undefined: there is none, or it is not a text. */
  readonly model: string | undefined;
  readonly isStream: boolean;
  /** The same bytes with another `model`; nothing else is touched. */
  withModel(id: string): OutgoingBody;
  /** The whole as JSON; undefined for multipart. Costs a parse, once: only for bridges, demo and estimates. */
  json(): JsonObject | undefined;
  /** Of multipart. */
  readonly form?: HeldForm;
  release(): void;
}

export interface HeldForm {
  /** The first of a name that comes twice. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly FormFile[];
}

export interface FormFile {
  /** Of the field. */
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string | undefined;
  readonly size: number;
  /** Can be read again. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** One attempt: one model of one connection. */
export interface ProviderRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under the base URL, with query: `/chat/completions`. */
  readonly path: string;
  /** Of the caller, filtered; without authorization. Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody | undefined;
  /** What the caller sent, for a provider in this process. */
  readonly held?: HeldBody | undefined;
  /** The id by its upstream's own name. */
  readonly model: string;
  /** The full id. */
  readonly served?: string;
  /** The id that the caller wrote: an alias or the full id. */
  readonly asked: string;
  /** Tokens; undefined: unknown. */
  readonly window: number | undefined;
  readonly signal: StopSignal;
}

export interface ProviderAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** To be read to its end or destroyed (`destroy` where it has one). Breaks off by throwing. */
  readonly body: AsyncIterable<Uint8Array> & {
    destroy?(error?: Error): unknown;
    /** All of it at once, where that is cheaper than piece by piece. */
    bytes?(): Promise<Uint8Array>;
  };
}

/** Whatever answers: an upstream over HTTP, or something in this process such as the demo. */
export interface Provider {
  /** Throws only when nothing arrived: the error's `code` says why (`ECONNREFUSED`, `UND_ERR_…`). */
  send(request: ProviderRequest): Promise<ProviderAnswer>;
  /** Its list, for a provider in this process; an upstream is asked by `catalog/`. */
  models?(): readonly JsonObject[];
  close(): Promise<void>;
}

/** A configured connection, ready to be used. */
export interface ProviderConnection {
  /** The part of a full id before its first slash. */
  readonly name: string;
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly provider: Provider;
}

/** One model of one connection: what an alias falls back to, and what a full id pins. */
export interface Member {
  /** `<connection>/<upstream id>`. */
  readonly id: string;
  readonly connection: ProviderConnection;
  /** By the upstream's own name. */
  readonly model: string;
  /** Tokens; undefined: unknown. */
  readonly window: number | undefined;
}

/** Translates one operation for an upstream that wants it otherwise. Pure. */
export interface Adapter {
  /** What goes up instead; `json` is undefined for multipart, whose bytes are in `body`. */
  request(asked: AdapterInput): AdaptedRequest | Refusal | Promise<AdaptedRequest | Refusal>;
  /** A whole JSON answer of the upstream, as the caller expects it: as JSON, or as plain text. */
  response?(answer: Json, asked: AdapterInput): JsonObject | string;
}

export interface AdapterInput {
  readonly model: string;
  readonly json: JsonObject | undefined;
  readonly body: HeldBody;
}

export interface AdaptedRequest {
  readonly path: string;
  readonly body: OutgoingBody;
}
