import { isRackError } from '@modelrack/errors';
import { openResponse } from '@modelrack/http';
import type { Timeouts, Variables } from '@modelrack/http';
import type { Wire, WireState } from '../types.ts';

export interface WireRequest {
  readonly apiRoot: string;
  readonly key: string | undefined;
  readonly wire: Wire;
  readonly variables: Variables;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; default: connect 5 s, total 10 s. */
  readonly timeouts?: Partial<Timeouts> | undefined;
}

const routes: Readonly<Record<Wire, string>> = {
  chat: '/chat/completions',
  messages: '/messages',
  responses: '/responses',
};

/**
 * Asks whether a gateway has a route, with an empty object that no gateway can bill. `unknown`: it did not
 * say; ask again another time. Throws RackError `interrupted` only.
 */
export async function probeWire(asked: WireRequest): Promise<WireState> {
  // Tools that speak this wire add `/v1/messages` themselves: at another root they could not reach the route.
  if (asked.wire === 'messages' && !asked.apiRoot.endsWith('/v1')) return 'missing';
  try {
    const { status, contentType } = await askWire(asked);
    return stateOf(status, contentType);
  } catch (error) {
    if (isRackError(error) && error.code !== 'interrupted') return 'unknown';
    throw error;
  }
}

/**
 * Whether a gateway whose list is open to everybody wants a key for its models after all: asked without one, and with
 * an empty object. `false` also where it did not say. Throws RackError `interrupted` only.
 */
export async function wantsKey(asked: Omit<WireRequest, 'key' | 'wire'>): Promise<boolean> {
  try {
    const { status } = await askWire({ ...asked, key: undefined, wire: 'chat' });
    return status === 401 || status === 403;
  } catch (error) {
    if (isRackError(error) && error.code !== 'interrupted') return false;
    throw error;
  }
}

/**
 * Whether a gateway whose list is open to everybody refuses this key for its models; asked with an empty object.
 * `false` also where it did not say. Throws RackError `interrupted` only.
 */
export async function refusesKey(asked: Omit<WireRequest, 'wire'>): Promise<boolean> {
  try {
    // 403 may be about what was asked for.
    return (await askWire({ ...asked, wire: 'chat' })).status === 401;
  } catch (error) {
    if (isRackError(error) && error.code !== 'interrupted') return false;
    throw error;
  }
}

async function askWire(asked: WireRequest): Promise<{ readonly status: number; readonly contentType: string }> {
  const response = await openResponse({
    method: 'POST',
    url: `${asked.apiRoot}${routes[asked.wire]}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'modelrack',
      ...(asked.key === undefined ? {} : { authorization: `Bearer ${asked.key}` }),
    },
    body: '{}',
    variables: asked.variables,
    signal: asked.signal,
    timeouts: { total: 10_000, ...asked.timeouts },
  });
  // The headers say it all; a body may be a stream that takes its time.
  response.close();
  return { status: response.status, contentType: response.headers['content-type'] ?? '' };
}

function stateOf(status: number, contentType: string): WireState {
  if (status === 404 || status === 405 || status === 501) return 'missing';
  if (status === 429 || status >= 500) return 'unknown';
  // A redirect to another address is an answer of somebody else.
  if (status >= 300 && status < 400) return 'unknown';
  return /text\/html|xhtml/i.test(contentType) ? 'missing' : 'present';
}
