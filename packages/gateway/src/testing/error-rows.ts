import { failure, json, reset } from './fault-server.ts';
import type { Behaviour } from './fault-server.ts';

/** A row of the error table: what an upstream does, and what the caller gets of it. */
export interface ErrorRow {
  readonly name: string;
  readonly upstream: Behaviour;
  readonly kind: string;
  /** Of the full id: what the caller gets, and how often it is asked. */
  readonly status: number;
  readonly code: string;
  readonly times: number;
  /** Of the alias: does the second member answer? */
  readonly isPassedOn: boolean;
}

export const errorRows: readonly ErrorRow[] = [
  {
    name: 'reset',
    upstream: reset,
    kind: 'unreachable',
    status: 502,
    code: 'upstream_unreachable',
    times: 2,
    isPassedOn: true,
  },
  ...[408, 425, 500, 502, 503, 504, 520, 529].map((status) => ({
    name: `${status}`,
    upstream: failure(status, 'broken'),
    kind: 'server',
    status,
    code: 'upstream_error',
    times: 2,
    isPassedOn: true,
  })),
  {
    name: 'a redirect',
    upstream: json(302, {}, { location: 'http://127.0.0.1:1/' }),
    kind: 'server',
    status: 502,
    code: 'upstream_error',
    times: 2,
    isPassedOn: true,
  },
  {
    name: '429',
    upstream: json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }),
    kind: 'rate',
    status: 429,
    code: 'rate_limit_exceeded',
    times: 1,
    isPassedOn: true,
  },
  {
    name: '402',
    upstream: failure(402, 'pay'),
    kind: 'quota',
    status: 402,
    code: 'insufficient_quota',
    times: 1,
    isPassedOn: true,
  },
  {
    name: '429 that means quota',
    upstream: failure(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
    kind: 'quota',
    status: 402,
    code: 'insufficient_quota',
    times: 1,
    isPassedOn: true,
  },
  ...[401, 403, 424].map((status) => ({
    name: `${status}`,
    upstream: failure(status, 'Incorrect API key provided: sk-one'),
    kind: 'auth',
    status: 424,
    code: 'upstream_auth',
    times: 1,
    isPassedOn: true,
  })),
  ...[404, 405, 410].map((status) => ({
    name: `${status}`,
    upstream: failure(status, 'no'),
    kind: 'gone',
    status: 404,
    code: 'model_not_found',
    times: 1,
    isPassedOn: true,
  })),
  {
    name: '400 that names the model',
    upstream: failure(400, 'The model `a` does not exist', { code: 'model_not_found' }),
    kind: 'gone',
    status: 404,
    code: 'model_not_found',
    times: 1,
    isPassedOn: true,
  },
  {
    name: 'an unsupported parameter',
    upstream: failure(400, "Unsupported parameter: 'tools'", { code: 'unsupported_parameter', param: 'tools' }),
    kind: 'capability',
    status: 400,
    code: 'unsupported_parameter',
    times: 1,
    isPassedOn: true,
  },
  {
    name: '422 without images',
    upstream: failure(422, 'This model does not support images'),
    kind: 'capability',
    status: 422,
    code: 'unsupported_parameter',
    times: 1,
    isPassedOn: true,
  },
  {
    name: 'any other 400',
    upstream: failure(400, 'messages: wrong', { code: 'invalid_value', param: 'messages' }),
    kind: 'request',
    status: 400,
    code: 'invalid_value',
    times: 1,
    isPassedOn: false,
  },
  {
    name: 'any other 422',
    upstream: failure(422, 'wrong'),
    kind: 'request',
    status: 422,
    code: 'invalid_request',
    times: 1,
    isPassedOn: false,
  },
  {
    name: 'a content filter',
    upstream: failure(400, 'no', { code: 'content_filter' }),
    kind: 'refusal',
    status: 400,
    code: 'content_filter',
    times: 1,
    isPassedOn: false,
  },
  {
    name: '200 with an error in it',
    upstream: json(200, { error: { message: 'overloaded', code: 503 } }),
    kind: 'server',
    status: 503,
    code: 'upstream_error',
    times: 2,
    isPassedOn: true,
  },
  {
    name: '200 with a rate limit in it',
    upstream: json(200, { error: { message: 'slow', type: 'rate_limit_error' } }),
    kind: 'rate',
    status: 429,
    code: 'rate_limit_exceeded',
    times: 1,
    isPassedOn: true,
  },
  {
    name: '200 with nothing in it',
    upstream: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(),
    kind: 'server',
    status: 502,
    code: 'upstream_error',
    times: 2,
    isPassedOn: true,
  },
];
