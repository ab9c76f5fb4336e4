import { RackError } from '@modelrack/errors';
import { displayUrl } from './display-url.ts';
import { explainFailure, isReset } from './explain-failure.ts';
import { openUnexplained } from './open-response.ts';
import { readBody } from './read-body.ts';
import { planRetry } from './retry-plan.ts';
import type { AttemptOutcome } from './retry-plan.ts';
import { clock, defaultTimeouts } from './timeouts.ts';
import type { RequestOptions, Response, RetryNotice } from './types.ts';

const defaultMaxBytes = 32 * 2 ** 20;

type Attempt =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly error: RackError; readonly isReset: boolean };

/**
 * Sends a request and reads the whole answer, whatever its status. Passing failures are tried again: 408,
 * 429 unless the account is out of credit, 500, 502, 503, 504, 524, 529 and broken connections. Throws
 * RackError: `unreachable`, `timeout`, `interrupted`, `broken-body`, `not-a-gateway`, `usage`.
 */
export async function request(options: RequestOptions): Promise<Response> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const retries = options.retries ?? (options.method === 'GET' || options.method === 'HEAD' ? 2 : 0);
  const started = clock();
  let loading = 0;
  let count = 0;
  const left = () => timeouts.total + loading - (clock() - started);
  const isWorthWhile = ({ reason, delay }: RetryNotice) =>
    reason === 'loading' ? retries > 0 && loading + delay <= timeouts.loading : count < retries && delay < left();

  for (;;) {
    const attempt = await tryOnce({ ...options, timeouts: { ...timeouts, total: left() } }, loading);
    const notice = planRetry(outcomeOf(attempt), count, new Date());
    if (notice === undefined || !isWorthWhile(notice)) return settle(attempt);
    if (notice.reason === 'loading') loading += notice.delay;
    else count += 1;
    options.onRetry?.(notice);
    await (options.pause ?? sleep)(notice.delay, options.signal);
  }
}

function settle(attempt: Attempt): Response {
  if (attempt.ok) return attempt.response;
  throw attempt.error;
}

function outcomeOf(attempt: Attempt): AttemptOutcome {
  if (!attempt.ok) return { status: undefined, isReset: attempt.isReset };
  const { response } = attempt;
  return { status: response.status, retryAfter: response.headers['retry-after'], text: () => response.text() };
}

async function tryOnce(options: RequestOptions, loading: number): Promise<Attempt> {
  const path = displayUrl(options.url);
  let isAnswering = false;
  try {
    const opened = await openUnexplained({
      ...options,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    });
    isAnswering = true;
    const body = await readBody(opened, options.maxBytes ?? defaultMaxBytes);
    const text = () => decodeText(body);
    return {
      ok: true,
      response: { status: opened.status, headers: opened.headers, url: opened.url, body, loading, text },
    };
  } catch (cause) {
    const broke = isReset(cause);
    const error =
      broke && isAnswering
        ? new RackError('broken-body', 'the connection broke in the middle of the answer', { path, cause })
        : explainFailure(cause, path);
    return { ok: false, error, isReset: broke };
  }
}

function decodeText(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new RackError('interrupted', 'interrupted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
