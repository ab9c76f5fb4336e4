import type { Catalog, Wire, WireState } from '@modelrack/catalog';
import type { Target } from '../connections/target.ts';

/** The list that a command works on, and how to ask the same gateway for a wire. */
export interface ModelList {
  readonly catalog: Catalog;
  /** What was asked, with the key that it took. */
  readonly target: Target;
  wire(wire: Wire): Promise<WireState>;
  /** Keeps for later what was read with `isUnkept`. */
  keep(): void;
}

export interface ListOptions {
  readonly offline?: boolean;
  /** Past every cache on the way. */
  readonly isForced?: boolean;
  /** Leave the cached list as it is: nothing is to be written, or the gateway is not one of ours. */
  readonly isUnkept?: boolean;
}

/** `live`, although the gateway may have said only that nothing changed; or `cache`. */
export function sourceOf(catalog: Catalog): 'live' | 'cache' {
  return catalog.source === 'cache' ? 'cache' : 'live';
}
