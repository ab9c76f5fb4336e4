import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import type { ToolNames } from '../chat/tool-names.ts';
import { textPart } from '../chat/write-thread.ts';
import type { ThreadCall, ThreadEntry } from '../chat/write-thread.ts';
import { readParts } from './read-content.ts';

/** Claude Code's note for Anthropic's accounts, at the head of its system prompt. */
const billingNote = 'x-anthropic-billing-header:';

export interface Reading {
  readonly names: ToolNames;
  readonly notes: RequestNotes;
}

function readResult(block: JsonObject, notes: RequestNotes): ThreadEntry {
  const parts = readParts(block['content'], notes);
  // Chat completions have no field for it.
  const failed = block['is_error'] === true ? [textPart('The call failed:')] : [];
  return { kind: 'result', id: toText(block['tool_use_id']) ?? '', parts: [...failed, ...parts] };
}

/** What tools returned, then what the user wrote. */
function readUser(content: Json | undefined, { notes }: Reading): readonly ThreadEntry[] {
  const blocks = toList(content).filter(isObject);
  const isResult = ({ type }: JsonObject): boolean => type === 'tool_result';
  const results = blocks.filter(isResult).map((block) => readResult(block, notes));
  const rest = typeof content === 'string' ? content : blocks.filter((block) => !isResult(block));
  return [...results, { kind: 'user', parts: readParts(rest, notes) }];
}

function readCall(block: JsonObject, { names }: Reading): ThreadCall {
  return {
    id: toText(block['id']) ?? '',
    name: names.toChat({ name: toText(block['name']) ?? '' }),
    arguments: JSON.stringify(block['input'] ?? {}),
  };
}

/**
 * Thinking of former turns is left out: it is signed for another model. So is what tools of the provider did; their
 * outcome is in the text.
 */
function readAssistant(content: Json | undefined, reading: Reading): ThreadEntry {
  if (typeof content === 'string') return { kind: 'assistant', texts: [content], calls: [] };
  const blocks = toList(content).filter(isObject);
  return {
    kind: 'assistant',
    texts: blocks.flatMap(({ type, text }) => (type === 'text' ? (toText(text) ?? []) : [])),
    calls: blocks.flatMap((block) => (block['type'] === 'tool_use' ? readCall(block, reading) : [])),
  };
}

function readMessage({ role, content }: JsonObject, reading: Reading): readonly ThreadEntry[] {
  if (role === 'assistant') return [readAssistant(content, reading)];
  if (role === 'system') return [{ kind: 'system', parts: readParts(content, reading.notes) }];
  return readUser(content, reading);
}

function readSystem(system: Json | undefined, notes: RequestNotes): ThreadEntry {
  const parts = readParts(system, notes);
  return { kind: 'system', parts: parts.filter(({ text }) => !(toText(text) ?? '').startsWith(billingNote)) };
}

/** System prompt and messages, those of the system in between included. */
export function readThread(body: JsonObject, reading: Reading): readonly ThreadEntry[] {
  const messages = toList(body['messages']).map(toObject);
  return [readSystem(body['system'], reading.notes), ...messages.flatMap((message) => readMessage(message, reading))];
}
