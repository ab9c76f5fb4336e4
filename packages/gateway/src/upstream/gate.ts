import { isObject, toList, toObject, toText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Wire } from '../types.ts';
import { createEventReader } from './sse.ts';
import type { ServerEvent } from './sse.ts';

/** What one event of a stream means to whoever waits for the first. */
export type Meaning = 'nothing' | 'content' | 'refusal' | 'error' | 'end';

function isTold(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0) || isObject(value);
}

const deltaFields = ['content', 'tool_calls', 'reasoning_content', 'reasoning', 'refusal', 'function_call', 'audio'];

function readChat(chunk: JsonObject): Meaning {
  if (isTold(chunk['error'])) return 'error';
  for (const entry of toList(chunk['choices'])) {
    const choice = toObject(entry);
    const delta = toObject(choice['delta']);
    if (deltaFields.some((name) => isTold(delta[name]))) return 'content';
    // Legacy completions.
    if (isTold(choice['text'])) return 'content';
    if (choice['finish_reason'] === 'content_filter') return 'refusal';
    if (typeof choice['finish_reason'] === 'string') return 'content';
  }
  return 'nothing';
}

function readMessages(event: JsonObject): Meaning {
  const type = toText(event['type']) ?? '';
  if (type === 'error') return 'error';
  if (type === 'content_block_delta') return 'content';
  if (type === 'message_stop') return 'end';
  if (type !== 'message_delta') return 'nothing';
  return toObject(event['delta'])['stop_reason'] === 'refusal' ? 'refusal' : 'content';
}

function readResponses(event: JsonObject): Meaning {
  const type = toText(event['type']) ?? '';
  if (type === 'error' || type === 'response.failed') return 'error';
  if (type.endsWith('.delta') || type === 'response.output_item.done') return 'content';
  return type === 'response.completed' || type === 'response.incomplete' ? 'content' : 'nothing';
}

const readers = { chat: readChat, messages: readMessages, responses: readResponses } as const;

/** The data of an event as an object; undefined: it is none, and is passed on all the same. */
export function parseData({ data }: ServerEvent): JsonObject | undefined {
  try {
    const json: Json = JSON.parse(data);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function readMeaning(event: ServerEvent, wire: Wire): { meaning: Meaning; json: JsonObject | undefined } {
  if (event.data === '[DONE]') return { meaning: 'end', json: undefined };
  const json = parseData(event);
  if (json === undefined) return { meaning: 'nothing', json };
  // Some send an error in the shape of another wire, or of none.
  const isError = event.name === 'error' || (isTold(json['error']) && json['choices'] === undefined);
  return { meaning: isError ? 'error' : readers[wire](json), json };
}

export type Gated =
  /** Content came: these bytes, in order, then the rest. */
  | {
      readonly kind: 'open' | 'refusal';
      readonly held: readonly Uint8Array[];
      readonly rest: AsyncIterator<Uint8Array>;
    }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'empty' };

const heldLimit = 4 * 1024 * 1024;

/**
 * Holds a stream back until it says something: until then another model can still answer. Rejects when the
 * stream breaks off before that.
 */
export async function gateStream(body: AsyncIterable<Uint8Array>, wire: Wire): Promise<Gated> {
  const rest = body[Symbol.asyncIterator]();
  const reader = createEventReader();
  const held: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await rest.next();
    const events = next.done === true ? reader.rest() : reader.push(next.value);
    if (next.done !== true) {
      held.push(next.value);
      size += next.value.length;
    }
    for (const event of events) {
      const { json, meaning } = readMeaning(event, wire);
      if (meaning === 'content') return { kind: 'open', held, rest };
      if (meaning === 'refusal') return { kind: 'refusal', held, rest };
      if (meaning === 'error') return { kind: 'error', error: json ?? {} };
      if (meaning === 'end') return { kind: 'empty' };
    }
    if (next.done === true) return { kind: 'empty' };
    if (size > heldLimit) return { kind: 'open', held, rest };
  }
}
