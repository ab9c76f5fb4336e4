import { RackError } from '@modelrack/errors';
import { displayUrl, request } from '@modelrack/http';
import type { Response } from '@modelrack/http';
import type { ListAnswer, ListContext } from './list-answer.ts';

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
/** Asks for one page of a list. Failed answers are returned, failed connections are thrown. */
export async function askList(asked: ListRequest, context: ListContext): Promise<ListAnswer> {
  const response = await send(asked, context);
  if (response.status !== 304) return answerOf(asked, response, context.key);
  if (isOfOurs(asked, response)) return { kind: 'not-modified', response };
  // A cache on the way speaks of a list that we never had.
  const again = await send({ ...asked, etag: undefined }, { ...context, isForced: true });
  return again.status === 304 ? unchangedSinceNever(again) : answerOf(asked, again, context.key);
}

/** Most answers are the list that we have: what reads another one is loaded for that one only. */
async function answerOf({ isKnown }: ListRequest, response: Response, key: string | undefined): Promise<ListAnswer> {
  if (response.status === 200 && isKnown?.(response.body) === true) return { kind: 'not-modified', response };
  const { readAnswer } = await import('./read-answer.ts');
  return readAnswer(response, key);
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
  const error = new RackError('server', 'the gateway says that its list has not changed (304), but sends none', {
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
