import type { RetryNotice } from './types.ts';

/** What came of an attempt, as far as a further one depends on it. */
export type AttemptOutcome =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly text: () => string }
  | { readonly status: undefined; readonly isReset: boolean };

const passing = new Set([408, 429, 500, 502, 503, 504, 524, 529]);
const longestRetryAfter = 10_000;
const loadingPause = 2_000;
const pauses = [400, 1_600];

/** Words by which a server says that credit, not patience, is missing. Gemini calls its rate limit a quota: that word alone does not count. */
const quotaWords =
  /insufficient[_ ](?:quota|credit|balance|funds)|budget[_ ](?:has been )?exceeded|exceeded budget|out of credits?|credit balance is too low|used all available credits|spending limit|billing_(?:hard_limit_reached|not_active)|payment[_ ]required/i;

/** Says whether the text of an answer means that the account is out of credit. */
export function isOutOfCredit(text: string): boolean {
  return quotaWords.test(text.length > 20_000 ? text.slice(0, 20_000) : text);
}

/** A server of the llama.cpp family that is up, but whose model is not. */
function isLoading(status: number, text: string): boolean {
  return status === 503 && text.length < 2_000 && /loading model/i.test(text);
}

/**
 * The pause before the next attempt, undefined if another one makes no sense. `attempt` counts the retries
 * so far. A server that wants more than 10 s is not asked again: the caller hears of it at once.
 */
export function planRetry(outcome: AttemptOutcome, attempt: number, now: Date): RetryNotice | undefined {
  const pause = pauses[Math.min(attempt, pauses.length - 1)] ?? 0;
  if (outcome.status === undefined) {
    if (!outcome.isReset) return undefined;
    return notice('the connection broke', { reason: 'reset', delay: pause, status: undefined });
  }
  const { status } = outcome;
  if (!passing.has(status)) return undefined;
  const text = outcome.text();
  if (isLoading(status, text)) {
    return notice('the gateway is loading its model', { reason: 'loading', delay: loadingPause, status });
  }
  if (status === 429 && isOutOfCredit(text)) return undefined;
  const asked = retryAfterOf(outcome.retryAfter, now);
  if (asked !== undefined && asked > longestRetryAfter) return undefined;
  return notice(`the gateway answered ${status}`, { reason: 'busy', delay: asked ?? pause, status });
}

function notice(what: string, fields: Omit<RetryNotice, 'text'>): RetryNotice {
  return { ...fields, text: `${what}; trying again in ${Math.ceil(fields.delay / 100) / 10} s` };
}

/** `retry-after` in milliseconds: seconds or a date. */
function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
