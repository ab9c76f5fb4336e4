import type { Catalog, Wire, WireState } from '@modelrack/catalog';
import type { Target } from './connection.ts';
import type { ConnectionOptions, Context } from './context.ts';
import { withProgress } from './output/progress.ts';

/** The list that a command works on, and how to ask the same gateway for a wire. */
export interface ModelList {
  readonly catalog: Catalog;
  wire(wire: Wire): Promise<WireState>;
}

export function ageOfList() {}
/** Live, or the last one with `--offline`; what is odd about it is said on stderr. */
export async function readList(context: Context, target: Target, options: ConnectionOptions): Promise<ModelList> {
  throw new Error('not wired yet');
}
