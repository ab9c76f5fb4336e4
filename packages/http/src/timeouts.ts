import type { Timeouts } from './types.ts';

export const defaultTimeouts: Timeouts = { connect: 5_000, total: 20_000, loading: 60_000 };
