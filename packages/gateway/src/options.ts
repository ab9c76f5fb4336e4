import type { IncomingHttpHeaders } from 'node:http';
import type { Variables } from '@modelrack/http';
import type { LiveConfig } from './config/types.ts';
import type { Json } from './json.ts';
import type { ModelRow, Wire } from './types.ts';

/** What arrived in one request and how it was answered. Holds the caller's key and prompt: for tests, not for logs. */
export interface RequestRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** undefined: no body, not JSON, or not read because the request was refused before. */
  readonly body: Json | undefined;
  readonly status: number;
}

export interface GatewayOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** The accepted key, or several; never empty. */
  readonly key: string | readonly string[];
  /** Connections and aliases; without it the demo answers. */
  readonly config?: LiveConfig;
  /** Environment variables, for proxies; default: none. */
  readonly variables?: Variables;
  /** Certificate authorities beside those that Node knows. */
  readonly authorities?: readonly string[];
  /** Where the last good lists are kept; default: nowhere. */
  readonly cacheFolder?: string;
  /**
   * 32 secret bytes that sign the ids of video jobs. Default: random ones, and ids hold as long as this process.
   */
  readonly jobSecret?: Uint8Array;
  /** The command as a tarball, for `GET /api/setup/cli/`; default: these routes answer 404. */
  readonly readCommand?: (() => Promise<Uint8Array>) | undefined;
  /** Instead of the demo models; a function is asked for every request. Each row is answered by the demo. */
  readonly models?: readonly ModelRow[] | (() => readonly ModelRow[]);
  /** Default: all. The routes of a wire that is left out answer 404. */
  readonly wires?: readonly Wire[];
  /** Called for every request, before its answer is written. */
  readonly observe?: (record: RequestRecord) => void;
  /** Gets one line of JSON for every request, when it is over; never a key, a prompt or a query. */
  readonly log?: (line: string) => void;
}

export interface RunningGateway {
  /** `http://127.0.0.1:8420`, without a slash at the end. */
  readonly url: string;
  /** `url` with `/v1`: what OpenAI-compatible clients want. */
  readonly baseUrl: string;
  readonly port: number;
  /**
   * Stops listening and ends open connections. Running answers get so many milliseconds, half a second if nobody says
   * more; called again, it can give them less.
   */
  close(graceMs?: number): Promise<void>;
}
