import type { Catalog } from '../model-list.ts';
import type { Resolved } from '../catalog/world.ts';
import type { Bridge } from '../dialects/types.ts';
import type { Adapter, HeldBody, Operation } from '../provider.ts';
import type { Dialect } from '../refusal.ts';
import type { Health } from './cooldown.ts';
import type { Failure } from '../failure/types.ts';
import type { Member } from '../provider.ts';
import type { StopSignal } from '../stop.ts';

/** One question of a caller, and whom to put it to. */
export interface Asked {
  readonly operation: Operation;
  readonly dialect: Dialect;
  readonly body: HeldBody;
  /** Those that go on to upstreams. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the question mark; goes on to whoever speaks the caller's wire. */
  readonly query: string;
  readonly resolved: Resolved;
  /** What this caller may see: remedies name nothing else. */
  readonly catalog: Catalog;
  /** The caller hung up. */
  readonly signal: StopSignal;
}

/** What stays the same from question to question. */
export interface Tools {
  readonly health: Health;
  readonly bridges: Readonly<Partial<Record<Operation, Bridge>>>;
  readonly adapters: ReadonlyMap<string, Adapter>;
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  pause(milliseconds: number, signal: StopSignal): Promise<void>;
}

/** An answer that may go to the caller. */
export interface Delivered {
  readonly member: Member;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array | string>;
  readonly isStream: boolean;
  /** A refusal of the model itself, which is an answer unless the alias says otherwise. */
  readonly isRefused?: boolean;
}

export type Tried =
  | { readonly kind: 'delivered'; readonly delivered: Delivered }
  | { readonly kind: 'failed'; readonly failure: Failure };
