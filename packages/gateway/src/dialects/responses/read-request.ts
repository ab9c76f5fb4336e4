import { toObject, toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { readCount, readObjects } from '../../read-fields.ts';
import { isRefusal, refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { takeNotes } from '../chat/request-notes.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import { writeThread } from '../chat/write-thread.ts';
import type { BridgedRequest, BridgeOptions } from '../types.ts';
import { nameResponsesTools, readToolChoice, readTools } from './read-tools.ts';
import { readThread } from './read-thread.ts';

/** What builds on storage is refused, never ignored: the answer would be to another thread. */
const storedFields = ['previous_response_id', 'conversation', 'background', 'prompt'] as const;

function findStored(body: JsonObject): Refusal | undefined {
  const stored = storedFields.find((name) => (body[name] ?? false) !== false);
  if (stored === undefined) return undefined;
  return refuseField(stored, `${stored} is not supported: this gateway stores no responses.`);
}

function readFormat(body: JsonObject): JsonObject {
  const { type, name, description, schema, strict } = toObject(toObject(body['text'])['format']);
  if (type === 'json_object') return { response_format: { type } };
  if (type !== 'json_schema') return {};
  const said = typeof description === 'string' ? { description } : {};
  const exact = typeof strict === 'boolean' ? { strict } : {};
  const stated = { name: toText(name) ?? 'answer', ...said, schema: schema ?? {}, ...exact };
  return { response_format: { type: 'json_schema', json_schema: stated } };
}

/** Fields that mean the same on both wires, if they are set. */
function pick(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => ((body[name] ?? null) === null ? [] : [[name, body[name] ?? null]])),
  );
}

function warnOfDropped(body: JsonObject, notes: RequestNotes): void {
  if ((body['max_tool_calls'] ?? null) !== null) notes.warn('max_tool_calls was left out');
  if (body['truncation'] === 'auto') notes.warn('truncation was left out: a thread that is too long is refused');
  const verbosity = toText(toObject(body['text'])['verbosity']) ?? 'medium';
  if (verbosity !== 'medium') notes.warn('text.verbosity was left out');
}

export function readResponsesRequest(body: JsonObject, options: BridgeOptions): BridgedRequest | Refusal {
  const stored = findStored(body);
  if (stored !== undefined) return stored;
  if (Number(body['top_logprobs'] ?? 0) > 0) {
    return refuseField('top_logprobs', 'top_logprobs is not supported by a model of chat completions.');
  }
  const items = typeof body['input'] === 'string' ? [] : readObjects(body, 'input');
  if (isRefusal(items)) return items;
  const limit = readCount(body, ['max_output_tokens']);
  if (typeof limit === 'object') return limit;
  const notes = takeNotes();
  const names = nameResponsesTools(body);
  const tools = readTools(body, names, notes);
  const thread = writeThread(readThread(body, { names, notes }));
  warnOfDropped(body, notes);
  const effort = toText(toObject(body['reasoning'])['effort']);
  const chat: JsonObject = {
    model: options.model,
    messages: thread,
    ...(tools.length === 0 ? {} : { tools, ...readToolChoice(body, names) }),
    ...(limit === undefined ? {} : { [options.outputLimitField]: limit }),
    ...pick(body, ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'user']),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...readFormat(body),
    ...(body['stream'] === true ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return notes.refusal ?? { body: chat, warnings: notes.warnings };
}
