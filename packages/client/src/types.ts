import type { Timeouts, Variables } from '@modelrack/http';

/** Whom to call. Environment variables are an argument: nothing here reads `process.env`. */
export interface Gateway {
  /** Of the model list; the routes are put behind it. */
  readonly apiRoot: string;
  /** Sent to the origin of the API root and nowhere else. */
  readonly key: string | undefined;
  readonly variables: Variables;
  /** Waiting between two questions; a test passes its own. Rejects when the signal aborts. */
  readonly pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Limits of work that takes minutes, and whose answer may be silent for that long. */
export const patient: Partial<Timeouts> = { connect: 10_000, total: Number.POSITIVE_INFINITY, idle: 600_000 };
