import type { Catalog } from '../catalog/model-list.ts';
import type { Body } from './read-body.ts';

/** What a route gets to see of a request. */
export interface Call {
  /** As in the table. */
  readonly path: string;
  /** The rest of the path, decoded, for a route that ends in `{id}`; else empty. */
  readonly id: string;
  readonly ifNoneMatch: string | undefined;
  /** Only for routes that take one. */
  readonly body: Body | undefined;
  readonly catalog: Catalog;
}
