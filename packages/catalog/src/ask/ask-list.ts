import { RackError } from '@modelrack/errors';
import { displayUrl, request } from '@modelrack/http';
import type { RequestOptions, Response } from '@modelrack/http';
import { explainAnswer, safeLine } from '../answers/explain-answer.ts';
import { isMarkup } from '../answers/failure-message.ts';
import { isFailure } from '../answers/find-failure.ts';

/** What every request of one fetch has in common. */
export interface ListContext extends Pick<RequestOptions, 'variables' | 'signal' | 'onRetry' | 'pause'> {
  readonly key: string | undefined;
  readonly isForced: boolean;
}
export interface ListRequest {
  readonly url: string;
  /** Milliseconds. */
  readonly total: number;
  readonly connect?: number | undefined;
  readonly loading?: number | undefined;
  readonly maxBytes: number;
  readonly etag: string | undefined;
  /** Whether an answer is the very list that we have; undefined: whatever comes is read. */
  readonly isKnown?: ((body: Uint8Array) => boolean) | undefined;
}
export type ListAnswer =
  | { readonly kind: 'page'; readonly body: unknown; readonly response: Response }
  | { readonly kind: 'not-modified'; readonly response: Response }
  /** `isElsewhere`: the list may still be at another URL. */
  | { readonly kind: 'failure'; readonly error: RackError; readonly isElsewhere: boolean };

/** Asks for one page of a list. Failed answers are returned, failed connections are thrown. */
export async function askList(asked: ListRequest, context: ListContext): Promise<ListAnswer> {
  const response = await send(asked, context);
  if (response.status !== 304) return readAnswer(asked, response, context.key);
  if (isOfOurs(asked, response)) return { kind: 'not-modified', response };
  // A cache on the way speaks of a list that we never had.
  const again = await send({ ...asked, etag: undefined }, { ...context, isForced: true });
  return again.status === 304 ? unchangedSinceNever(again) : readAnswer(asked, again, context.key);
}

function send(asked: ListRequest, context: ListContext): Promise<Response> {
  const { connect, loading, total } = asked;
  return request({
    method: 'GET',
    url: asked.url,
    headers: headersOf(asked, context),
    variables: context.variables,
    signal: context.signal,
    timeouts: { total, ...(connect === undefined ? {} : { connect }), ...(loading === undefined ? {} : { loading }) },
    maxBytes: asked.maxBytes,
    onRetry: context.onRetry,
    pause: context.pause,
  });
}

/** The list that did not change is the one that we asked about. */
function isOfOurs({ etag }: ListRequest, { headers }: Response): boolean {
  const strong = (tag: string): string => tag.replace(/^W\//, '');
  return etag !== undefined && strong(headers['etag'] ?? etag) === strong(etag);
}

function unchangedSinceNever({ url }: Response): ListAnswer {
  const error = new RackError('server', 'the gateway says that its list did not change (304), and gives none', {
    path: displayUrl(url),
    hint: 'a cache in front of the gateway may be at fault: try again in a while, or ask whoever runs it',
  });
  return { kind: 'failure', error, isElsewhere: false };
}

function headersOf({ etag }: ListRequest, { key, isForced }: ListContext): Record<string, string> {
  // No maker's own headers: several gateways change the shape of the list on them.
  return {
    accept: 'application/json',
    'user-agent': 'modelrack',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(isForced ? { 'cache-control': 'no-cache' } : {}),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
}

function readAnswer({ isKnown }: ListRequest, response: Response, key: string | undefined): ListAnswer {
  const { status } = response;
  if (status === 200 && isKnown?.(response.body) === true) return { kind: 'not-modified', response };
  const url = displayUrl(response.url);
  const text = response.text();
  const { body, isJson } = parse(text);
  if (status < 200 || status >= 300) {
    const error = status >= 300 && status < 400 ? explainRedirect(response, key) : undefined;
    const isElsewhere = status === 404 || status === 405;
    return { kind: 'failure', error: error ?? explainAnswer({ status, text, body, url, key }), isElsewhere };
  }
  if (!isJson) return { kind: 'failure', error: explainNoJson(text, url), isElsewhere: !isCutJson(text) };
  if (isFailure(body)) {
    return { kind: 'failure', error: explainAnswer({ status, text, body, url, key }), isElsewhere: false };
  }
  return { kind: 'page', body, response };
}

function parse(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

function isCutJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function explainNoJson(text: string, path: string): RackError {
  if (isCutJson(text)) {
    return new RackError('broken-body', 'the response is not complete JSON', { path, hint: 'try again in a while' });
  }
  if (isMarkup(text)) {
    return new RackError('not-a-gateway', 'a web page came back instead of a model list', {
      path,
      hint: "check the base URL: it may be the address of the web interface instead of the API's; or the network wants you to sign in",
    });
  }
  const what = text.trim() === '' ? 'the response is empty' : 'the response is not JSON';
  return new RackError('not-a-gateway', what, { path, hint: 'check the base URL, it usually ends in /v1' });
}

function explainRedirect({ status, headers, url }: Response, key: string | undefined): RackError {
  const location = headers['location'] ?? '';
  const to = location !== '' && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const path = displayUrl(url);
  if (to === undefined || !/^https?:$/.test(to.protocol) || to.origin === new URL(url).origin) {
    const hint = 'check the base URL, it usually ends in /v1';
    return new RackError('not-a-gateway', `the gateway redirects to no address that can be asked (${status})`, {
      path,
      hint,
    });
  }
  return new RackError('not-a-gateway', `the gateway redirects to ${safeLine(to.origin, key)} (${status})`, {
    path,
    hint: 'the key is never sent to another host: if that address is right, pass it as --base-url',
  });
}
