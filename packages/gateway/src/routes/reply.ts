import type { Json } from '../json.ts';
import { renderRefusal } from '../refusal.ts';
import type { Attempt, Dialect, Refusal } from '../refusal.ts';

/** What is logged of an answer: names of models, never words. */
export interface ReplyFacts {
  /** The id as listed. */
  readonly model?: string;
  readonly attempts?: readonly Attempt[];
}

export interface Reply extends ReplyFacts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that are there, or pieces as they come; these break the answer off by throwing. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array | string>;
}

export const emptyReply: Reply = { status: 200, headers: {}, body: '' };

export function replyJson(json: Json, headers: Readonly<Record<string, string>> = {}, status = 200): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(json),
  };
}

export function replyRefusal(refusal: Refusal, dialect: Dialect, requestId: string): Reply {
  const { attempts, headers, model, status } = refusal;
  const facts = { ...(attempts === undefined ? {} : { attempts }), ...(model === undefined ? {} : { model }) };
  return { ...replyJson(renderRefusal(refusal, dialect, requestId), headers, status), ...facts };
}
