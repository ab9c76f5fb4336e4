import { randomBytes } from 'node:crypto';
import { toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Wire } from '../types.ts';

export interface BrokenStream {
  readonly wire: Wire;
  readonly code: string;
  readonly message: string;
  /** Responses: what `response.created` said, as far as it was seen. */
  readonly response?: JsonObject | undefined;
  /** Responses: that of the last event. */
  readonly sequence?: number | undefined;
}

/**
 * The last words of a stream that broke off, in the caller's dialect. Nothing follows them, no `[DONE]` and no
 * `message_stop`: half an answer must not look whole.
 */
export function renderStreamFailure({ code, message, response, sequence = -1, wire }: BrokenStream): string {
  if (wire === 'messages') {
    const type = code === 'rate_limit_exceeded' ? 'rate_limit_error' : 'api_error';
    return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message } })}\n\n`;
  }
  if (wire === 'chat') {
    return `data: ${JSON.stringify({ error: { message, type: 'server_error', code, param: null } })}\n\n`;
  }
  const id = `resp_${randomBytes(12).toString('hex')}`;
  const failed = {
    id,
    object: 'response',
    output: [],
    ...toObject(response),
    status: 'failed',
    error: { code, message },
  };
  const event = { type: 'response.failed', sequence_number: sequence + 1, response: failed };
  return `event: response.failed\ndata: ${JSON.stringify(event)}\n\n`;
}
