import type { Bridge } from '../dialects/types.ts';
import type { Adapter, Operation } from '../providers/types.ts';

/** Where an upstream lacks the caller's wire. */
export const bridges: Readonly<Partial<Record<Operation, Bridge>>> = {};

/** By the names that presets use. */
export const adapters: ReadonlyMap<string, Adapter> = new Map();
