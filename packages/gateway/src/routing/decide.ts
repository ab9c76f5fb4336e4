import type { Operation } from '../provider.ts';
import type { Failure } from '../failure/types.ts';

/** What comes after a failed attempt. */
export type Decision = 'retry' | 'next' | 'next-larger' | 'return' | 'stop';

export interface Situation {
  readonly operation: Operation;
  readonly isAlias: boolean;
  /** This member was asked once already. */
  readonly isRetried: boolean;
  readonly onRefusal: 'return' | 'next';
}

/** Each is billed when its work begins: what may have begun is not asked for again, of anybody. */
const billed: ReadonlySet<Operation> = new Set(['images', 'videos', 'speech']);

/** The error table: one row for each kind of failure. */
export function decide({ kind, mayHaveStarted }: Failure, situation: Situation): Decision {
  const { isAlias, isRetried, onRefusal, operation } = situation;
  if (kind === 'cancelled') return 'stop';
  if (billed.has(operation) && mayHaveStarted) return 'return';
  if (kind === 'request') return 'return';
  if (kind === 'refusal') return isAlias && onRefusal === 'next' ? 'next' : 'return';
  if (isAlias) return kind === 'window' ? 'next-larger' : 'next';
  const isPassing = kind === 'unreachable' || kind === 'server';
  return isPassing && !isRetried ? 'retry' : 'return';
}
