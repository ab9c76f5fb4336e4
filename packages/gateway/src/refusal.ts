import type { JsonObject } from './json.ts';

/** Whose error shape the caller reads. */
export type Dialect = 'openai' | 'anthropic';

/** Who was asked, and what came of it: for headers, logs and bodies of errors. */
export interface Attempt {
  readonly model: string;
  /** `ok`, or the kind of failure. */
  readonly kind: string;
  readonly status: number | undefined;
}

/** An answer other than the wanted one. A value, not an exception: every route returns it. */
export interface Refusal {
  readonly refused: true;
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  /** For people; never holds a key or a prompt. */
  readonly message: string;
  readonly param?: string;
  /** As the upstream calls it; default: by the status. */
  readonly type?: string;
  /** Who was asked before, if anybody was. */
  readonly attempts?: readonly Attempt[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The id as listed, for the log. */
  readonly model?: string;
}

export function refuse(status: number, code: string, message: string): Refusal {
  return { refused: true, status, code, message };
}

/** 400 that names the field of the body. */
export function refuseField(param: string, message: string): Refusal {
  return { refused: true, status: 400, code: 'invalid_value', message, param };
}

export function isRefusal(value: object): value is Refusal {
  // Whatever the object is, to read a field that it lacks costs less than to ask whether it has it.
  return (value as Partial<Refusal>).refused === true;
}

const openaiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};

const anthropicTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export function renderRefusal(refusal: Refusal, dialect: Dialect, requestId: string): JsonObject {
  const { status, code, message } = refusal;
  const fallback = status < 500 ? 'invalid_request_error' : undefined;
  if (dialect === 'anthropic') {
    const type = anthropicTypes[status] ?? fallback ?? 'api_error';
    return { type: 'error', error: { type, message }, request_id: requestId };
  }
  const type = refusal.type ?? openaiTypes[status] ?? fallback ?? 'server_error';
  const attempts = refusal.attempts?.map(({ kind, model, status: told }) => ({ model, kind, status: told ?? null }));
  const tried = attempts === undefined ? {} : { attempts };
  return { error: { message, type, code, param: refusal.param ?? null, ...tried } };
}
