import type { IncomingHttpHeaders } from 'node:http';
import { hopsHeader } from './hops.ts';

/** What upstreams look at; everything else of the caller's stays here, its key before all. */
const forwarded: readonly string[] = [
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'http-referer',
  'idempotency-key',
  'openai-beta',
  'range',
  'session_id',
  'traceparent',
  'user-agent',
  'x-client-request-id',
  hopsHeader,
  'x-title',
];

export function selectRequestHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const selected: Record<string, string> = {};
  for (const name of forwarded) {
    const value = headers[name];
    if (typeof value === 'string') selected[name] = value;
  }
  return selected;
}

/**
 * The later ones win. Written as `{ ...headers, more }`, Node 20 makes a hidden class for every single object, which
 * no other ever has: that, and reading what nobody has seen before, was a fifth of what a request cost. (To name it
 * first, `{ more, ...headers }`, does not.)
 */
export function joinHeaders(
  ...parts: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  return Object.assign({}, ...parts);
}

/** Of one connection only, or telling of an account that is not the caller's. */
const kept = new Set([
  'alt-svc',
  'connection',
  'content-length',
  'keep-alive',
  'openai-organization',
  'openai-project',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

function isKept(name: string): boolean {
  if (name === 'x-gateway-estimate') return false;
  return kept.has(name) || name.startsWith('access-control-') || name.startsWith('x-gateway-');
}

export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What of an upstream's headers goes on to the caller. */
export function selectAnswerHeaders(headers: AnswerHeaders): Record<string, string> {
  const selected: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || isKept(name)) continue;
    selected[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return selected;
}

/** Of an answer that we translated, only what does not describe its body. */
export function selectLimitHeaders(headers: AnswerHeaders): Record<string, string> {
  const all = selectAnswerHeaders(headers);
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => name === 'retry-after' || /^(?:x-ratelimit-|anthropic-ratelimit-)/u.test(name),
    ),
  );
}

/** Ids are anyone's text, headers are ASCII. */
export function toHeader(id: string): string {
  return /^[\x20-\x7e]+$/u.test(id) ? id : encodeURIComponent(Buffer.from(id).toString());
}
