export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'server'
  | 'rate'
  | 'quota'
  | 'auth'
  | 'gone'
  | 'window'
  | 'capability'
  | 'request'
  | 'refusal'
  | 'cancelled';

/** What an upstream says of its failure. */
export interface UpstreamError {
  readonly message: string;
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly param: string | undefined;
  /** A status that is written in the body: some send errors with 200. */
  readonly status: number | undefined;
}

/** One attempt that brought no answer. */
export interface Failure {
  readonly kind: FailureKind;
  /** As the upstream sent it; undefined: nothing arrived. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly retryAfter: number | undefined;
  /** Its own words, without its key. */
  readonly error: UpstreamError | undefined;
  /** The upstream may have begun the work: what is billed is not asked for twice. */
  readonly mayHaveStarted: boolean;
}
