import { RackError } from '@modelrack/errors';
import { displayUrl } from '@modelrack/http';
import type { OpenResponse } from '@modelrack/http';
import { createParser } from 'eventsource-parser';

/** A single event, or a whole answer that is no stream. */
const longest = 64 * 2 ** 20;

/** The data of each event of a stream; of an answer that is no stream, the whole text as one. Closes the answer. */
export async function* readEvents(response: OpenResponse): AsyncGenerator<string> {
  const isStream = /event-stream/i.test(response.headers['content-type'] ?? '');
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void ready.push(data) });
  const decoder = new TextDecoder();
  let pending = 0;
  try {
    for await (const bytes of response.stream) {
      const text = decoder.decode(bytes, { stream: true });
      pending += text.length;
      if (pending > longest) throw new RackError('broken-body', 'the answer is too long');
      if (!isStream) {
        ready.push(text);
        continue;
      }
      parser.feed(text);
      if (ready.length > 0) pending = 0;
      yield* ready.splice(0);
    }
    if (!isStream) yield ready.join('');
    // An event whose empty line is missing at the very end.
    else parser.feed('\n\n');
    if (isStream) yield* ready.splice(0);
  } catch (cause) {
    throw failureOf(response, cause);
  } finally {
    response.close();
  }
}

function failureOf(response: OpenResponse, cause: unknown): unknown {
  const reason = response.failure();
  const path = displayUrl(response.url);
  if (reason !== undefined) return reason.with({ path });
  if (cause instanceof RackError) return cause.with({ path });
  return new RackError('broken-body', 'the connection broke in the middle of the answer', { path, cause });
}
