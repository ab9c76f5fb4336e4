import type { UpstreamError, Failure, FailureKind } from './types.ts';
import {
  authWords,
  capabilityCodes,
  capabilityWords,
  goneCodes,
  goneWords,
  overflowCodes,
  overflowWords,
  quotaWords,
  refusalCodes,
} from './upstream-words.ts';

const serverStatuses: ReadonlySet<number> = new Set([408, 425, 500, 502, 503, 504]);
/** What says so without a status, in a stream or in a body that came with 200. */
const kindsByType: ReadonlyMap<string, FailureKind> = new Map([
  ['rate_limit_error', 'rate'],
  ['rate_limit_exceeded', 'rate'],
  ['tokens', 'rate'],
  ['requests', 'rate'],
  ['overloaded_error', 'server'],
  ['api_error', 'server'],
  ['server_error', 'server'],
  ['internal_error', 'server'],
  ['timeout_error', 'server'],
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['invalid_api_key', 'auth'],
  ['billing_error', 'quota'],
  ['insufficient_quota', 'quota'],
  ['not_found_error', 'gone'],
  ['invalid_request_error', 'request'],
  ['invalid_prompt', 'request'],
]);

/** Types that a status refines: they alone do not say enough. */
const matches = (words: readonly RegExp[], text: string): boolean => words.some((word) => word.test(text));

function isServerStatus(status: number): boolean {
  return serverStatuses.has(status) || (status >= 520 && status <= 529);
}

/** 400 and its like: what exactly is wrong with the request? */
function readRequestFault({ code = '', message, type = '' }: UpstreamError): FailureKind {
  const codes = [code.toLowerCase(), type.toLowerCase()];
  const has = (known: ReadonlySet<string>) => codes.some((value) => known.has(value));
  if (has(overflowCodes) || matches(overflowWords, message)) return 'window';
  if (has(goneCodes) || matches(goneWords, message)) return 'gone';
  if (has(refusalCodes)) return 'refusal';
  if (has(capabilityCodes) || matches(capabilityWords, message)) return 'capability';
  if (matches(authWords, message)) return 'auth';
  return matches(quotaWords, `${code} ${type} ${message}`) ? 'quota' : 'request';
}

function kindOf(status: number, error: UpstreamError): FailureKind {
  const { code = '', message, type = '' } = error;
  if (status === 429) return matches(quotaWords, `${code} ${type} ${message}`) ? 'quota' : 'rate';
  if (status === 402) return 'quota';
  // A gateway found the request going round in circles: a fault of the configuration, for people to see.
  if (status === 508) return 'request';
  if (status === 401 || status === 403 || status === 424) {
    return refusalCodes.has(code.toLowerCase()) ? 'refusal' : 'auth';
  }
  if (status === 404 || status === 405 || status === 410) return 'gone';
  // Some servers report what the model cannot hold as their own failure.
  if (isServerStatus(status)) return readRequestFault(error) === 'window' ? 'window' : 'server';
  // A body that is too large for a limit per minute is one to send later, or elsewhere.
  if (status === 413 && code === 'rate_limit_exceeded') return 'rate';
  if (status === 413 && message === '') return 'window';
  return status >= 500 || status < 400 ? 'server' : readRequestFault(error);
}

/** Without a status: by the code in the body. */
function embeddedKind(error: UpstreamError): FailureKind {
  if (error.status !== undefined) return kindOf(error.status, error);
  const named = kindsByType.get(error.code ?? '') ?? kindsByType.get(error.type ?? '');
  const read = readRequestFault(error);
  if (read !== 'request') return read;
  return named ?? 'server';
}

/** `retry-after` (seconds or a date) or `retry-after-ms`, in milliseconds. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (exact >= 0) return exact;
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value === '') return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export interface FailedAnswer {
  readonly status: number;
  readonly error: UpstreamError;
  readonly retryAfter: number | undefined;
}

/** A status that says so, or a redirect, which is never followed. */
export function classifyStatus({ error, retryAfter, status }: FailedAnswer): Failure {
  const kind = status >= 400 ? kindOf(status, error) : 'server';
  const isBegun = !(status === 429 || status === 503 || (status >= 400 && status < 405));
  return { kind, status, retryAfter, error, mayHaveStarted: isBegun };
}

/** An error in what came with 200. */
export function classifyEmbedded(error: UpstreamError): Failure {
  const kind = embeddedKind(error);
  return { kind, status: error.status, retryAfter: undefined, error, mayHaveStarted: true };
}

const beforeAnyByte: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'EGRESS_REFUSED',
]);
const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ATTEMPT_TIMEOUT']);

export function readErrorCode(error: unknown): string {
  const found = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof found === 'string') return found;
  return error instanceof AggregateError ? readErrorCode(error.errors[0]) : '';
}

/** Nothing arrived at all. */
export function classifyThrown(thrown: unknown): Failure {
  const code = readErrorCode(thrown);
  const isEarly = beforeAnyByte.has(code) || /CERT|TLS|SSL|SELF_SIGNED|VERIFY/u.test(code);
  const message = code === 'EGRESS_REFUSED' && thrown instanceof Error ? thrown.message : describeCode(code);
  return {
    kind: timeouts.has(code) ? 'timeout' : 'unreachable',
    status: undefined,
    retryAfter: undefined,
    error: { message, code, type: undefined, param: undefined, status: undefined },
    mayHaveStarted: !isEarly,
  };
}

function describeCode(code: string): string {
  if (code === 'ECONNREFUSED') return 'nothing is listening at its address';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name cannot be resolved';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'it cannot be reached in time';
  if (timeouts.has(code)) return 'it did not answer in time';
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/u.test(code)) return `its certificate is not trusted (${code})`;
  return code === '' ? 'the connection broke off' : `the connection broke off (${code})`;
}
