export type ModelForm = 'alias' | 'full';
export type ModelKind =
  | 'chat'
  | 'image'
  | 'video'
  | 'speech'
  | 'transcription'
  | 'embedding'
  | 'rerank'
  | 'moderation'
  | 'realtime';
/** What a tool may speak to a gateway. */
export type Wire = 'chat' | 'messages' | 'responses';

/** One callable row of a gateway's list. undefined = the gateway does not say; nothing is guessed. */
export interface Model {
  /** Exactly the bytes that go into `model` of a request. */
  readonly id: string;
  readonly form: ModelForm;
  readonly kind: ModelKind;
  /** By the contract: `display_name`, else `name`, else the id; control characters and bidi marks taken out. */
  readonly name: string;
  /** Tokens: the smallest that the gateway states. */
  readonly contextWindow: number | undefined;
  /** Tokens, not larger than the window. */
  readonly maxOutput: number | undefined;
  /** Text before the first slash of a full id, else `owned_by`. */
  readonly provider: string | undefined;
  readonly resolvesTo: readonly string[];
  readonly tools: boolean | undefined;
  readonly reasoning: boolean | undefined;
  readonly vision: boolean | undefined;
  readonly deprecated: boolean;
}

export interface SkippedRow {
  readonly id: string;
  readonly why: 'no-id' | 'wildcard' | 'not-callable' | 'unsafe-id' | 'repeated';
}

/** The live list, or a cached one. */
export interface Catalog {
  /** URL that answered, minus `/models`; no trailing slash, no query. */
  readonly apiRoot: string;
  /** In the contract's order: aliases first, then full ids by alphabet. */
  readonly models: ReadonlyMap<string, Model>;
  readonly skipped: readonly SkippedRow[];
  /** For people; never holds a key. */
  readonly warnings: readonly string[];
  /** A later page failed: models may be missing. */
  readonly partial: boolean;
  readonly source: 'live' | 'cache' | 'not-modified';
  /** ISO 8601. */
  readonly fetchedAt: string;
}

export type WireState = 'present' | 'missing' | 'unknown';
