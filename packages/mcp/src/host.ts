import type { Model } from '@modelrack/catalog';
import type { Gateway } from '@modelrack/client';
import type { Readable, Writable } from 'node:stream';

/** What the server is given; it reads no environment and no configuration itself. */
export interface Host {
  readonly version: string;
  readonly stdin: Readable;
  /** Carries the protocol and nothing else. */
  readonly stdout: Writable;
  /** Asked for with every call, so that a key that was stored meanwhile is found. Throws RackError. */
  gateway(): Promise<Gateway>;
  models(signal: AbortSignal): Promise<readonly Model[]>;
  /** Ids that were picked here, the latest first. */
  recent(): Promise<readonly string[]>;
  /** Where files go, and never out of it. */
  readonly mediaFolder: string;
  /** Where video jobs are kept in mind. */
  readonly videoFolder: string;
  /** Milliseconds; a test shortens them. */
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  /** The longest that a call may take: many clients give up after 60 s, and cannot be kept waiting. */
  readonly ceiling: number;
  /** Between two notes of progress. */
  readonly progress: number;
  /** How long a finished work waits for whoever asked for it. */
  readonly kept: number;
}

export const usualLimits: Limits = { ceiling: 45_000, progress: 5_000, kept: 600_000 };
