import { renderStreamFailure } from '../attempt/stream-failure.ts';
import type { Wire } from '../types.ts';
import { isRefusal } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from './reply.ts';

export interface OpenOptions {
  readonly wire: Wire;
  /** Headers that are known before anybody answered. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds of silence before the first comment, and between two. */
  readonly patienceMs: number;
}

/** The value, or undefined when time is up first. */
async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function* comment(work: Promise<Reply | Refusal>, { patienceMs, wire }: OpenOptions) {
  yield ': waiting for the model\n\n';
  let answer: Reply | Refusal | undefined;
  while (answer === undefined) {
    answer = await within(work, patienceMs);
    if (answer === undefined) yield ': waiting for the model\n\n';
  }
  if (isRefusal(answer)) {
    yield renderStreamFailure({ wire, code: answer.code, message: answer.message });
    return;
  }
  const { body } = answer;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) yield* body;
  else yield renderStreamFailure({ wire, code: 'not_a_stream', message: 'The model did not answer with a stream.' });
}

/**
 * Keeps a caller waiting who asked for a stream: who hears nothing for long gives up, so comments are sent. From
 * then on the status is out, and an error can only come within the stream.
 */
export async function holdOpen(work: Promise<Reply | Refusal>, options: OpenOptions): Promise<Reply | Refusal> {
  const early = await within(work, options.patienceMs);
  if (early !== undefined) return early;
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    ...options.headers,
  };
  return { status: 200, headers, body: comment(work, options) };
}
