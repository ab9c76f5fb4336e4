import type { Failure, FailureKind } from '../failure/types.ts';
import type { Member } from '../provider.ts';

const second = 1000;
const minute = 60 * second;
const authRetry = 5 * minute;
const longestRetryAfter = 10 * minute;

interface Pause {
  readonly kind: FailureKind;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface LastError {
  readonly model: string;
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly message: string;
  readonly at: number;
}

export interface HealthReport {
  readonly cooldowns: readonly { readonly target: string; readonly kind: FailureKind; readonly until: number }[];
  /** The newest last. */
  readonly errors: readonly LastError[];
}

/** Who is better left alone for a while, in memory: a restart asks everybody again. */
export interface Health {
  /** When the member may be asked again; 0: now. */
  freeAt(member: Member): number;
  failed(member: Member, failure: Failure): void;
  succeeded(member: Member): void;
  report(): HealthReport;
}

/** What a failure is about: the connection as a whole, or one of its models. */
const ofConnection: ReadonlySet<FailureKind> = new Set(['unreachable', 'quota', 'auth']);
const keptErrors = 20;
const keptTargets = 1000;

/** A caller can ask for models without end that are not there: the oldest is forgotten. */
function forgetOldest(targets: Map<string, unknown>): void {
  const [oldest] = targets.keys();
  if (targets.size > keptTargets && oldest !== undefined) targets.delete(oldest);
}

/** Milliseconds, after so many failures of the kind in a row. */
function pauseAfter({ kind, retryAfter }: Failure, streak: number): number {
  if (kind === 'unreachable') return Math.min(10 * second * 2 ** (streak - 1), 5 * minute);
  if (kind === 'timeout') return 30 * second;
  if (kind === 'server') return streak < 2 ? 0 : 30 * second;
  if (kind === 'rate') return retryAfter === undefined ? 30 * second : Math.min(retryAfter, longestRetryAfter);
  if (kind === 'quota' || kind === 'gone') return 10 * minute;
  return kind === 'auth' ? authRetry : 0;
}

export function createHealth(now: () => number = Date.now): Health {
  const pauses = new Map<string, Pause>();
  /** Failures in a row. */
  const streaks = new Map<string, number>();
  const errors: LastError[] = [];

  const count = (row: string): number => {
    const streak = (streaks.get(row) ?? 0) + 1;
    streaks.set(row, streak);
    forgetOldest(streaks);
    return streak;
  };

  const failed = (member: Member, failure: Failure): void => {
    const { kind, status } = failure;
    if (kind === 'cancelled' || kind === 'request' || kind === 'refusal') return;
    errors.push({ model: member.id, kind, status, message: failure.error?.message ?? '', at: now() });
    if (errors.length > keptErrors) errors.shift();
    const target = ofConnection.has(kind) ? member.connection.name : member.id;
    const until = now() + pauseAfter(failure, count(`${kind} ${target}`));
    // A longer one extends a shorter one, never the other way round.
    if (until > now() && until > (pauses.get(target)?.until ?? 0)) pauses.set(target, { kind, until });
    forgetOldest(pauses);
  };

  return {
    freeAt(member) {
      if (pauses.size === 0) return 0;
      const until = [member.connection.name, member.id].map((target) => pauses.get(target)?.until ?? 0);
      const latest = Math.max(...until);
      return latest > now() ? latest : 0;
    },
    failed,
    succeeded(member) {
      if (pauses.size === 0 && streaks.size === 0) return;
      for (const target of [member.connection.name, member.id]) {
        pauses.delete(target);
        for (const kind of ['unreachable', 'server', 'timeout', 'rate']) streaks.delete(`${kind} ${target}`);
      }
    },
    report() {
      const cooldowns = [...pauses]
        .filter(([, { until }]) => until > now())
        .map(([target, pause]) => ({ target, ...pause }));
      return { cooldowns, errors: [...errors] };
    },
  };
}
