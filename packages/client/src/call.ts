import { isFailure } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { displayUrl, openResponse, request } from '@modelrack/http';
import type { OpenOptions, OpenResponse, Response, Timeouts } from '@modelrack/http';
import { explainCall } from './explain-call.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface Call extends CallOptions {
  /** Behind the API root: `/images/generations`. */
  readonly route: string;
  /** Sent as JSON; undefined: a GET. */
  readonly json?: object;
  /** Instead of JSON. */
  readonly upload?: { readonly contentType: string; readonly body: OpenOptions['body'] };
  readonly timeouts?: Partial<Timeouts>;
  readonly maxBytes?: number;
  readonly accept?: string;
  /** What reports a failure in an answer that claims success; default: an error in it. */
  readonly isFailed?: (body: unknown) => boolean;
}

/** The answer of one call as JSON. Only a GET is repeated after a passing failure: a POST may have been billed. */
export async function callJson(gateway: Gateway, call: Call): Promise<unknown> {
  const response = await callWhole(gateway, call);
  const text = response.text();
  const body = parseJson(text);
  if (body === undefined) throw notJson(text, response);
  const isFailed = call.isFailed ?? isFailure;
  if (isFailed(body)) throw explainCall({ status: response.status, text, url: response.url, key: gateway.key });
  return body;
}

/** The whole answer of one call that succeeded, whatever it is. */
export async function callWhole(gateway: Gateway, call: Call): Promise<Response> {
  const { maxBytes } = call;
  const response = await request({
    ...optionsOf(gateway, call),
    pause: gateway.pause,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  if (!isSuccess(response.status)) {
    throw explainCall({ status: response.status, text: response.text(), url: response.url, key: gateway.key });
  }
  return response;
}

/** Resolves at the headers of an answer that succeeded. Whoever reads it has to close it. */
export async function callStream(gateway: Gateway, call: Call): Promise<OpenResponse> {
  const response = await openResponse(optionsOf(gateway, call));
  if (isSuccess(response.status)) return response;
  throw explainCall({
    status: response.status,
    text: await readStart(response),
    url: response.url,
    key: gateway.key,
  });
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

const startOfFailure = 64 * 1024;

/** The beginning of a body, for what it says about a failure; closes the answer. */
export async function readStart(response: OpenResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > startOfFailure) break;
    }
  } catch (cause) {
    const reason = response.failure();
    if (reason !== undefined) throw reason;
    if (length === 0) throw new RackError('broken-body', 'the connection broke in the middle of the answer', { cause });
  } finally {
    response.close();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function optionsOf(gateway: Gateway, { route, json, upload, timeouts, accept, signal }: Call): OpenOptions {
  const isPost = json !== undefined || upload !== undefined;
  const contentType = json === undefined ? upload?.contentType : 'application/json';
  return {
    method: isPost ? 'POST' : 'GET',
    url: `${gateway.apiRoot}${route}`,
    headers: {
      accept: accept ?? 'application/json',
      'user-agent': 'modelrack',
      ...(gateway.key === undefined || gateway.key === '' ? {} : { authorization: `Bearer ${gateway.key}` }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    body: json === undefined ? upload?.body : JSON.stringify(json),
    isSentOnce: isPost,
    variables: gateway.variables,
    timeouts,
    signal,
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notJson(text: string, { url }: Response): RackError {
  const isCut = /^\s*[[{]/.test(text);
  const what = text.trim() === '' ? 'the response is empty' : 'the response is not JSON';
  return new RackError(isCut ? 'broken-body' : 'not-a-gateway', isCut ? 'the response is cut off' : what, {
    path: displayUrl(url),
    hint: isCut ? 'try again in a while' : 'the gateway may not have this endpoint',
  });
}
