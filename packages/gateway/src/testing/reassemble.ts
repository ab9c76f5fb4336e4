import { toList, toObject, toText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

/** Data of the events of a stream, in order; checks that names and data agree. */
export function readEvents(stream: string): readonly JsonObject[] {
  const blocks = stream.split('\n\n');
  if (blocks.pop() !== '') throw new Error('The stream ends within an event.');
  return blocks.flatMap((block) => {
    const data = block.split('\n').find((line) => line.startsWith('data: ')) ?? '';
    if (data === 'data: [DONE]') return [];
    const parsed: Json = JSON.parse(data.slice('data: '.length));
    const name = /^event: (.+)$/mu.exec(block)?.[1];
    if (name !== undefined && name !== toObject(parsed)['type']) throw new Error(`${name} names other data.`);
    return [toObject(parsed)];
  });
}

function mergeDelta(target: Json | undefined, delta: Json): Json {
  if (typeof target === 'string' && typeof delta === 'string') return target + delta;
  if (Array.isArray(delta)) return delta.reduce((list, part) => mergeListed(list, part), toList(target));
  if (typeof delta !== 'object' || delta === null) return delta;
  return Object.entries(delta).reduce<JsonObject>(
    (merged, [name, value]) => ({ ...merged, [name]: mergeDelta(merged[name], value) }),
    toObject(target),
  );
}

function mergeListed(list: readonly Json[], part: Json): readonly Json[] {
  const { index, ...rest } = toObject(part);
  const at = Number(index);
  return Object.assign([...list], { [at]: mergeDelta(list[at], rest) });
}

/** As an OpenAI client does: deltas are added up field by field. */
export function reassembleChat(events: readonly JsonObject[]): JsonObject {
  const choices: JsonObject[] = [];
  for (const choice of events.flatMap((event) => toList(event['choices'])).map(toObject)) {
    const index = Number(choice['index']);
    const before = toObject(choices[index]?.['message']);
    const message = toObject(mergeDelta(before, choice['delta'] ?? {}));
    choices[index] = { index, message, finish_reason: choice['finish_reason'] ?? null };
  }
  const usage = events.at(-1)?.['usage'] ?? null;
  const { id = null, model = null } = events[0] ?? {};
  return { id, model, choices, usage };
}

/** As an Anthropic client does: `message_start`, then blocks, then the end is laid over it. */
export function reassembleMessage(events: readonly JsonObject[]): JsonObject {
  let message: JsonObject = {};
  const blocks: JsonObject[] = [];
  let json = '';
  for (const event of events) {
    const delta = toObject(event['delta']);
    const index = Number(event['index']);
    if (event['type'] === 'message_start') message = toObject(event['message']);
    if (event['type'] === 'content_block_start') blocks[index] = toObject(event['content_block']);
    if (delta['type'] === 'text_delta') {
      const text = `${toText(blocks[index]?.['text'])}${toText(delta['text'])}`;
      blocks[index] = { ...blocks[index], text };
    }
    if (delta['type'] === 'input_json_delta') json += toText(delta['partial_json']);
    if (event['type'] === 'content_block_stop' && json !== '') {
      blocks[index] = { ...blocks[index], input: JSON.parse(json) };
    }
    if (event['type'] === 'message_delta') {
      message = { ...message, ...delta, usage: { ...toObject(message['usage']), ...toObject(event['usage']) } };
    }
  }
  return { ...message, content: blocks };
}

/** Deltas of parts, and the field of the part that they add up in. */
const partFields: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'text',
  'response.reasoning_text.delta': 'text',
  'response.refusal.delta': 'refusal',
};

/** Deltas of items, likewise. */
const itemFields: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'input',
};

function append(target: JsonObject, field: string, delta: Json | undefined): JsonObject {
  return { ...target, [field]: `${toText(target[field])}${toText(delta)}` };
}

/** From the deltas alone: what the last event repeats is left out of account. */
export function reassembleOutput(events: readonly JsonObject[]): readonly JsonObject[] {
  const items: JsonObject[] = [];
  for (const event of events) {
    const type = toText(event['type']) ?? '';
    const index = Number(event['output_index']);
    const item = items[index] ?? {};
    const parts = toList(item['content']).map(toObject);
    const partField = partFields[type];
    const itemField = itemFields[type];
    const { status } = toObject(event['item']);
    if (type === 'response.output_item.added') items[index] = toObject(event['item']);
    if (type === 'response.content_part.added')
      items[index] = { ...item, content: [...parts, toObject(event['part'])] };
    if (partField !== undefined) {
      const last = append(parts.at(-1) ?? {}, partField, event['delta']);
      items[index] = { ...item, content: [...parts.slice(0, -1), last] };
    }
    if (itemField !== undefined) items[index] = append(item, itemField, event['delta']);
    if (type === 'response.output_item.done' && status !== undefined) items[index] = { ...item, status };
  }
  return items;
}
