import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../auth/key-ring.ts';
import type { Catalog } from '../model-list.ts';
import type { World } from '../catalog/world.ts';
import type { HeldBody } from '../provider.ts';
import type { Engine } from '../engine/engine.ts';
import type { StopSignal } from '../stop.ts';

/** Where this gateway is, and what it can hand out. */
export interface Site {
  /** The configured address: `http://127.0.0.1:8420`. */
  origin(): string;
  /** The command as a tarball. */
  readonly readCommand: (() => Promise<Uint8Array>) | undefined;
}

/** What a route gets to see of a request. */
export interface Call {
  /** The rest of the path, decoded, for a route that has `{id}`; else empty. */
  readonly id: string;
  readonly method: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Only for routes that take one. */
  readonly body: HeldBody | undefined;
  readonly caller: Caller;
  readonly world: World;
  /** The part of the world that this caller may use. */
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly site: Site;
  /** The caller hung up, or the gateway closes. */
  readonly signal: StopSignal;
}
