import type { Timeouts } from './types.ts';

export const defaultTimeouts: Timeouts = { connect: 5_000, total: 20_000, loading: 60_000 };

/** Milliseconds by a clock that is never set. `performance` has it too, but is loaded for it: a tenth of what a request takes. */
export function clock(): number {
  return process.uptime() * 1000;
}
