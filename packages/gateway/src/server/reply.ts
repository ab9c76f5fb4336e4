import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../json.ts';
import { renderRefusal } from './refusal.ts';
import type { Dialect, Refusal } from './refusal.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** One piece for a plain answer, server-sent events for a stream. */
  readonly pieces: readonly string[];
  readonly isStream?: boolean;
  /** The stream breaks off after its last piece, without an end. */
  readonly breaksOff?: boolean;
  readonly delayMs?: number;
  /** The id as listed, for the log. */
  readonly model?: string;
}

export function replyJson(json: Json, headers: Readonly<Record<string, string>> = {}, status = 200): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    pieces: [JSON.stringify(json)],
  };
}

export function replyRefusal(refusal: Refusal, dialect: Dialect, requestId: string): Reply {
  const body = renderRefusal(refusal, dialect, requestId);
  return replyJson(body, refusal.headers, refusal.status);
}

export function replyStream(pieces: readonly string[], headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      ...headers,
    },
    pieces,
    isStream: true,
  };
}

/** Waits as asked by the reply; false if the caller or the gateway gave up meanwhile. */
async function isStillWanted(reply: Reply, signal: AbortSignal): Promise<boolean> {
  if (reply.delayMs === undefined) return !signal.aborted;
  try {
    await sleep(reply.delayMs, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

/** Writes the reply at the pace of the reader. `signal`: the caller hung up. */
export async function sendReply(response: ServerResponse, reply: Reply, signal: AbortSignal): Promise<void> {
  if (!(await isStillWanted(reply, signal))) return;
  const { isStream = false, pieces } = reply;
  if (!isStream) {
    const body = pieces.join('');
    const hasBody = reply.status !== 304;
    const length = hasBody ? { 'content-length': Buffer.byteLength(body) } : {};
    response.writeHead(reply.status, { ...reply.headers, ...length });
    response.end(body);
    return;
  }
  response.writeHead(reply.status, { ...reply.headers });
  for (const piece of pieces) {
    if (signal.aborted) return;
    if (!response.write(piece)) await once(response, 'drain', { signal });
  }
  // What was written still goes out; the end of the stream does not.
  if (reply.breaksOff === true) response.socket?.destroySoon();
  else response.end();
}
