import { RackError } from '@modelrack/errors';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { additionalAuthorities } from './certificates.ts';
import { displayUrl } from './display-url.ts';
import { explainFailure, isUntrusted } from './explain-failure.ts';
import { openOnce } from './open-once.ts';
import type { OnceOptions, Opened } from './open-once.ts';
import { clock, defaultTimeouts } from './timeouts.ts';
import type { Headers, OpenOptions } from './types.ts';

const maxRedirects = 5;

/** An answer whose body is still to be read. */
export interface OpenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  /** As sent, not decoded. */
  readonly stream: IncomingMessage;
  /** Why we ended it (time limit, signal); undefined if we did not. */
  failure(): RackError | undefined;
  /** Must be called once the body was read or is not wanted. */
  close(): void;
}

/**
 * Sends a request and resolves at the headers of the answer, for bodies that are read as a stream. Redirects
 * are followed within the same origin only, up to 5, and for methods that keep their meaning; another one is
 * returned as it is. Throws RackError: `unreachable`, `timeout`, `interrupted`, `not-a-gateway`, `usage`.
 */
export async function openResponse(options: OpenOptions): Promise<OpenResponse> {
  try {
    return await openUnexplained(options);
  } catch (cause) {
    throw explainFailure(cause, displayUrl(options.url));
  }
}

/** The same for `request`, which has to see what Node throws. */
export async function openUnexplained(options: OpenOptions): Promise<OpenResponse> {
  let url = parseUrl(options.url);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const started = clock();
  for (let redirects = 0; ; redirects += 1) {
    const total = timeouts.total - (clock() - started);
    const opened = await openTrusted({
      method: options.method,
      url,
      headers: options.headers ?? {},
      body: options.body,
      variables: options.variables,
      isSentOnce: options.isSentOnce,
      limits: { connect: Math.min(timeouts.connect, total), total, idle: timeouts.idle },
      signal: options.signal,
      authorities: undefined,
    });
    const next = redirectOf(opened.message, url, options.method);
    if (next === undefined) return openResponseOf(opened, url);
    opened.close();
    if (redirects === maxRedirects) {
      throw new RackError('not-a-gateway', `more than ${maxRedirects} redirects`, { path: displayUrl(options.url) });
    }
    url = next;
  }
}

async function openTrusted(options: OnceOptions): Promise<Opened> {
  try {
    return await openOnce(options);
  } catch (cause) {
    const authorities = isUntrusted(cause) ? await additionalAuthorities(options.variables) : undefined;
    if (authorities === undefined) throw cause;
    return openOnce({ ...options, authorities });
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RackError('usage', 'not a URL that begins with http:// or https://', { path: displayUrl(text) });
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/** The place to go on to; undefined if the answer is final or leads to another origin. */
function redirectOf(message: IncomingMessage, from: URL, method: string): URL | undefined {
  const status = message.statusCode ?? 0;
  const keepsMethod = status === 307 || status === 308 || method === 'GET' || method === 'HEAD';
  const location = message.headers.location;
  if (![301, 302, 303, 307, 308].includes(status) || !keepsMethod || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  return to.origin === from.origin ? to : undefined;
}

function openResponseOf({ message, guard, close }: Opened, url: URL): OpenResponse {
  return {
    status: message.statusCode ?? 0,
    headers: flatten(message.headers),
    url: url.href,
    stream: message,
    failure: () => guard.failure,
    close,
  };
}

function flatten(headers: IncomingHttpHeaders): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
