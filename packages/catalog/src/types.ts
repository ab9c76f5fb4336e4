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

/** What a model takes beside text. */
export type InputKind = 'image' | 'pdf' | 'audio' | 'video';

/** US dollars per million tokens, rounded to 6 digits. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

/** What a gateway may state of a model beside its limits. undefined: it does not say. */
export interface Facts {
  readonly tools?: boolean | undefined;
  readonly reasoning?: boolean | undefined;
  readonly vision?: boolean | undefined;
  /** Beside text; empty: text alone. */
  readonly inputs?: readonly InputKind[] | undefined;
  readonly price?: Price | undefined;
  /** Levels of reasoning, the lowest first; empty: it states that there are none to choose. */
  readonly efforts?: readonly string[] | undefined;
  /** One of `efforts`, where these are stated. */
  readonly defaultEffort?: string | undefined;
  /** Reasoning cannot be switched off. */
  readonly effortMandatory?: boolean | undefined;
  /** A request may name a level at all, whether or not the levels are stated. */
  readonly takesEffort?: boolean | undefined;
  /** Answers that follow a schema. */
  readonly structured?: boolean | undefined;
  /** false: a request that names a temperature is refused. */
  readonly temperature?: false | undefined;
}

/** One callable row of a gateway's list. undefined = the gateway does not say; nothing is guessed. */
export interface Model extends Facts {
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
