import { isRackError } from '@modelrack/errors';
import { request } from '@modelrack/http';
import type { RequestOptions } from '@modelrack/http';

/** Milliseconds for one question; what it answers is worth no more. */
const longest = 5000;
const maxBytes = 16 * 2 ** 20;

export interface Questions {
  readonly context: Pick<RequestOptions, 'variables' | 'signal'> & { readonly key: string | undefined };
  /** The API root of the list, without a final `/v1`. */
  readonly base: string;
  /** Milliseconds left for the whole list. */
  left(): number;
}
export interface Question {
  /** Below the base, with its slash. */
  readonly path: string;
  /** JSON to be sent by POST; undefined: GET. */
  readonly body?: object;
}

/** Asks the same origin with the same key, once. undefined: no answer of use, whatever the reason. Throws only when interrupted. */
export async function askServer({ context, base, left }: Questions, { path, body }: Question): Promise<unknown> {
  const total = Math.min(longest, left());
  if (total <= 0) return undefined;
  try {
    const response = await request({
      method: body === undefined ? 'GET' : 'POST',
      url: base + path,
      headers: {
        accept: 'application/json',
        'user-agent': 'modelrack',
        ...(context.key === undefined ? {} : { authorization: `Bearer ${context.key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      variables: context.variables,
      signal: context.signal,
      timeouts: { total },
      maxBytes,
      retries: 0,
    });
    return response.status === 200 ? parse(response.text()) : undefined;
  } catch (error) {
    if (isRackError(error) && error.code !== 'interrupted') return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
