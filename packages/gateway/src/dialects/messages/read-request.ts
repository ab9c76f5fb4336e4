import { toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { readCount, readObjects, readStop } from '../../read-fields.ts';
import { isRefusal, refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { takeNotes } from '../chat/request-notes.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import { writeThread } from '../chat/write-thread.ts';
import type { BridgedRequest, BridgeOptions } from '../types.ts';
import { readThread } from './read-thread.ts';
import { nameMessagesTools, readToolChoice, readTools } from './read-tools.ts';

/** As many as OpenAI takes. */
const mostStops = 4;

const efforts: ReadonlyMap<string, string> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
  ['max', 'xhigh'],
]);

/** Effort as stated, else what the budget for thinking says about it. */
function readEffort(body: JsonObject): JsonObject {
  const stated = efforts.get(toText(toObject(body['output_config'])['effort']) ?? '');
  const { type, budget_tokens: budget } = toObject(body['thinking']);
  if (type === 'disabled') return {};
  if (stated !== undefined) return { reasoning_effort: stated };
  if (type !== 'enabled' || typeof budget !== 'number') return {};
  if (budget <= 4096) return { reasoning_effort: 'low' };
  return { reasoning_effort: budget <= 16_384 ? 'medium' : 'high' };
}

function readFormat(body: JsonObject): JsonObject {
  const { schema, type } = toObject(toObject(body['output_config'])['format'] ?? body['output_format']);
  if (type !== 'json_schema') return {};
  const stated = { name: 'answer', schema: schema ?? {}, strict: true };
  return { response_format: { type: 'json_schema', json_schema: stated } };
}

function readStops(value: Json | undefined, notes: RequestNotes): JsonObject {
  const stops = readStop(value);
  if (stops.length > mostStops) notes.warn(`stop_sequences beyond ${mostStops} were left out`);
  return stops.length === 0 ? {} : { stop: stops.slice(0, mostStops) };
}

function pick(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name] ?? null]] : [])));
}

/** Behaviour that the caller asks for and does not get. */
function warnOfDropped(body: JsonObject, notes: RequestNotes): void {
  if (toList(body['mcp_servers']).length > 0) notes.warn('mcp_servers were left out: they would run at the provider');
  if (body['top_k'] !== undefined) notes.warn('top_k was left out');
  if ((body['container'] ?? null) !== null) notes.warn('container was left out');
}

export function readMessagesRequest(body: JsonObject, options: BridgeOptions): BridgedRequest | Refusal {
  const messages = readObjects(body, 'messages');
  if (isRefusal(messages)) return messages;
  const limit = readCount(body, ['max_tokens']);
  if (limit === undefined) return refuseField('max_tokens', 'max_tokens is missing.');
  if (typeof limit === 'object') return limit;
  const notes = takeNotes();
  const names = nameMessagesTools(body);
  const tools = readTools(body, names, notes);
  const thread = writeThread(readThread(body, { names, notes }));
  warnOfDropped(body, notes);
  const chat: JsonObject = {
    model: options.model,
    messages: thread,
    ...(tools.length === 0 ? {} : { tools, ...readToolChoice(body, names) }),
    [options.outputLimitField]: limit,
    ...pick(body, ['temperature', 'top_p']),
    ...readStops(body['stop_sequences'], notes),
    ...readEffort(body),
    ...readFormat(body),
    ...(body['stream'] === true ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return notes.refusal ?? { body: chat, warnings: notes.warnings };
}
