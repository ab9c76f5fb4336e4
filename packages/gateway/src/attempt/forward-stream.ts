import { toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { StreamMachine } from '../dialects/types.ts';
import type { Wire } from '../types.ts';
import { parseData } from '../upstream/gate.ts';
import { createEventReader } from '../upstream/sse.ts';
import { renderStreamFailure } from './stream-failure.ts';
import type { StopSignal } from '../stop.ts';

export interface OpenStream {
  /** Bytes that the gate held back. */
  readonly held: readonly Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
  /** The full id, for the error. */
  readonly model: string;
  /** The caller hung up: nobody is left to be told. */
  readonly signal: StopSignal;
  /** Runs once, whatever way it ends. */
  onEnd(isWhole: boolean): void;
}

function describeBreak({ model }: OpenStream): { readonly code: string; readonly message: string } {
  return { code: 'upstream_stream_broken', message: `The answer of ${model} broke off: what arrived is incomplete.` };
}

function findCreated(held: readonly Uint8Array[]): JsonObject | undefined {
  const events = createEventReader().push(Buffer.concat(held));
  const created = events.map(parseData).find((json) => json?.['type'] === 'response.created');
  return created === undefined ? undefined : toObject(created['response']);
}

function findSequence(last: Uint8Array): number | undefined {
  const numbers = [
    ...Buffer.from(last)
      .toString('latin1')
      .matchAll(/"sequence_number":\s*(\d+)/gu),
  ];
  const found = numbers.at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

function endsWithBlankLine(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-4)).toString('latin1');
  return tail.endsWith('\n\n') || tail.endsWith('\r\n\r\n') || tail.endsWith('\r\r');
}

/** As much as holds the last events, and the usage between them. */
const tailBytes = 16 * 1024;

/**
 * What the last events of a whole answer say, or of one that failed. Of Responses it may be larger than the tail, and
 * those who ask for them know by themselves that it is missing.
 */
const ends: Readonly<Partial<Record<Wire, RegExp>>> = {
  chat: /\[DONE\]|"finish_reason"\s*:\s*"|"error"\s*:/u,
  messages: /"message_stop"|"error"/u,
};

/** Keeps the end of what passes by. */
function createTail(wire: Wire | undefined) {
  const mark = wire === undefined ? undefined : ends[wire];
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    push(piece: Uint8Array): void {
      if (mark === undefined) return;
      size += piece.length;
      pieces.push(piece);
      while (size - (pieces[0]?.length ?? 0) >= tailBytes) size -= pieces.shift()?.length ?? 0;
    },
    hasEnd: () => mark === undefined || mark.test(Buffer.concat(pieces).toString('latin1')),
  };
}

/** The upstream's own bytes, each piece as soon as it is there; if it breaks off, an error event instead of its end. */
export async function* forwardStream(stream: OpenStream, wire: Wire | undefined): AsyncGenerator<Uint8Array | string> {
  let last: Uint8Array = stream.held.at(-1) ?? new Uint8Array();
  let isWhole = false;
  const tail = createTail(wire);
  try {
    for (const piece of stream.held) {
      tail.push(piece);
      yield piece;
    }
    for (;;) {
      const next = await stream.rest.next();
      if (next.done === true) break;
      last = next.value;
      tail.push(last);
      yield last;
    }
    // A connection that is closed can be the end of an answer, or that of whoever made it.
    if (!tail.hasEnd()) throw new Error('The stream ended without its end.');
    isWhole = true;
  } catch (error) {
    if (stream.signal.aborted || wire === undefined) throw error;
    if (!endsWithBlankLine(last)) yield '\n\n';
    const response = wire === 'responses' ? findCreated(stream.held) : undefined;
    yield renderStreamFailure({ wire, ...describeBreak(stream), response, sequence: findSequence(last) });
  } finally {
    stream.onEnd(isWhole);
    // The reader left early: the upstream has to know.
    if (!isWhole) await stream.rest.return?.().catch(() => undefined);
  }
}

/** The chunks of a chat stream as events of the caller's wire. */
export async function* translateStream(stream: OpenStream, machine: StreamMachine): AsyncGenerator<string> {
  const reader = createEventReader();
  let isFinished = false;
  let isWhole = false;
  const translate = (events: ReturnType<typeof reader.push>): string => {
    let text = '';
    for (const event of events) {
      if (event.data === '[DONE]') {
        isFinished = true;
        continue;
      }
      const json = parseData(event);
      // A line that nobody can read is not the end of the answer.
      if (json === undefined) continue;
      if (json['error'] !== undefined && json['error'] !== null) throw new StreamError(json, text);
      isFinished ||= hasFinish(json);
      text += machine.push(json).join('');
    }
    return text;
  };
  try {
    for (const piece of stream.held) {
      const text = translate(reader.push(piece));
      if (text !== '') yield text;
    }
    for (;;) {
      const next = await stream.rest.next();
      const text = translate(next.done === true ? reader.rest() : reader.push(next.value));
      if (text !== '') yield text;
      if (next.done === true) break;
    }
    isWhole = isFinished;
    yield (isFinished ? machine.end() : machine.fail(describeBreak(stream))).join('');
  } catch (error) {
    if (stream.signal.aborted) throw error;
    const { before, failure } = error instanceof StreamError ? error : { before: '', failure: describeBreak(stream) };
    yield before + machine.fail(failure).join('');
  } finally {
    stream.onEnd(isWhole);
    if (!isWhole) await stream.rest.return?.().catch(() => undefined);
  }
}

class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly failure: { readonly code: string; readonly message: string };
  /** What came in one piece with it. */
  readonly before: string;

  constructor(json: JsonObject, before: string) {
    super('The upstream sent an error.');
    this.before = before;
    const error = toObject(json['error']);
    const message = typeof error['message'] === 'string' ? error['message'] : 'The upstream reported an error.';
    this.failure = { code: 'upstream_error', message };
  }
}

function hasFinish(json: JsonObject): boolean {
  const { choices } = json;
  return Array.isArray(choices) && choices.some((choice) => typeof toObject(choice)['finish_reason'] === 'string');
}
