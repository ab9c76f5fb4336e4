/** Environment variables, injected: nothing here reads `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A body that is sent piece by piece; asked for again if the request has to be sent again. */
export interface BodySource {
  /** Bytes in all. */
  readonly length: number;
  open(): AsyncIterable<Uint8Array>;
}

/** All in milliseconds. */
export interface Timeouts {
  /** Name look-up, TCP and TLS together. */
  readonly connect: number;
  /** From the call to the last byte, retries and their pauses included; waiting for a loading model is not. */
  readonly total: number;
  /** How long a server may go on saying that it is loading its model. */
  readonly loading: number;
  /** How long nothing may come or go once connected; no limit of its own by default. */
  readonly idle?: number;
}

export interface RetryNotice {
  /** `loading`: the server starts up. `busy`: it answered with a passing failure. `reset`: the connection broke. */
  readonly reason: 'loading' | 'busy' | 'reset';
  /** The pause before the next attempt, in milliseconds. */
  readonly delay: number;
  /** undefined if there was no answer. */
  readonly status: number | undefined;
  /** One line for people. */
  readonly text: string;
}

export interface OpenOptions {
  readonly method: string;
  /** `http:` or `https:`; user name, password and hash in it are not sent. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | BodySource | undefined;
  /**
   * A connection of its own: on a kept one, which the server may be closing, nobody can tell whether the request
   * was seen, so it would be sent again. For what may be billed.
   */
  readonly isSentOnce?: boolean | undefined;
  /** Where proxies and additional certificate authorities are looked up. */
  readonly variables: Variables;
  /** Defaults: connect 5 s, total 20 s, loading 60 s; `total` may be Infinity. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions extends OpenOptions {
  /** Of the body, both as sent and as decoded; default 32 MiB. */
  readonly maxBytes?: number;
  /** Attempts after the first one; default 2 for GET and HEAD, else 0. */
  readonly retries?: number | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Pauses; a test passes its own so that nobody waits. Rejects when the signal aborts. */
  readonly pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** Names in lower case; repeated headers joined by a comma. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  /** The URL that answered, after redirects within the origin. */
  readonly url: string;
  /** Decoded (gzip, br, deflate). */
  readonly body: Uint8Array;
  /** Milliseconds spent waiting for a loading model. */
  readonly loading: number;
  /** The body as UTF-8, without a byte-order mark. */
  text(): string;
}
