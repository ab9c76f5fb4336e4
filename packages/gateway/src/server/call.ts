import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../auth/key-ring.ts';
import type { Catalog } from '../catalog/model-list.ts';
import type { World } from '../catalog/world.ts';
import type { HeldBody } from '../providers/types.ts';
import type { Engine } from './engine.ts';

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
  /** The caller hung up, or the gateway closes. */
  readonly signal: AbortSignal;
}
