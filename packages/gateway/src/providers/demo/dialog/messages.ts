import { isObject, toList, toObject, toText } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { readCount, readObjects, readStop, readText } from '../../../read-fields.ts';
import { formatEvent } from '../../../format-sse.ts';
import type { AnswerFormat, DemoAnswer, DemoRequest, DemoTool, DemoWire, ToolChoice } from './types.ts';

/** Server tools have a dated `type` and no schema: the provider runs them, so they cannot be called. */
function readTools(tools: readonly Json[]): readonly DemoTool[] {
  return tools.flatMap((tool) => {
    const { name, input_schema: schema } = toObject(tool);
    if (typeof name !== 'string' || !isObject(schema)) return [];
    return [{ name, schema: { type: 'object', ...schema } }];
  });
}

function readToolChoice(choice: Json | undefined): ToolChoice {
  const { type, name } = toObject(choice);
  if (type === 'none') return { kind: 'none' };
  if (type === 'any') return { kind: 'required' };
  if (type === 'tool' && typeof name === 'string') return { kind: 'named', name };
  return { kind: 'auto' };
}

function readFormat(body: JsonObject): AnswerFormat {
  const stated = toObject(body['output_config'])['format'] ?? body['output_format'];
  const { type, schema } = toObject(stated);
  if (type !== 'json_schema') return { kind: 'text' };
  return { kind: 'schema', schema: toObject(schema) };
}

function hasResult(content: Json | undefined): boolean {
  return toList(content).some((block) => toObject(block)['type'] === 'tool_result');
}

function read(body: JsonObject): DemoRequest | Refusal {
  const messages = readObjects(body, 'messages');
  if ('refused' in messages) return messages;
  const maxTokens = readCount(body, ['max_tokens']);
  if (typeof maxTokens === 'object') return maxTokens;
  if (maxTokens === undefined) return refuseField('max_tokens', 'max_tokens is missing.');
  const tools = toList(body['tools']);
  // What a tool returned is sent as the user, but is not what the user wrote.
  const fromUser = messages.filter(({ role }) => role === 'user');
  const lastUser = fromUser.findLast(({ content }) => readText(content) !== '');
  return {
    messages: messages.length,
    lastText: readText(lastUser?.['content']),
    endsWithResult: hasResult(fromUser.at(-1)?.['content']),
    tools: readTools(tools),
    offered: tools.flatMap((tool) => toText(toObject(tool)['name']) ?? []),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens,
    stop: readStop(body['stop_sequences']),
    choices: 1,
    format: readFormat(body),
  };
}

const stopReasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  'stop-sequence': 'stop_sequence',
  tool: 'tool_use',
} as const satisfies Record<DemoAnswer['finish'], string>;

function renderUsage({ inputTokens }: DemoAnswer, outputTokens: number): JsonObject {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: outputTokens,
    server_tool_use: null,
    service_tier: 'standard',
  };
}

function renderBlock({ call, seed, text }: DemoAnswer): JsonObject {
  if (call === undefined) return { type: 'text', text: text.join('') };
  const input: Json = JSON.parse(call.input);
  return { type: 'tool_use', id: `toolu_${seed}`, name: call.tool.name, input };
}

/** No signature: nothing was signed, and nobody would check it. */
function renderThought({ reasoning }: DemoAnswer): readonly JsonObject[] {
  return reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature: '' }];
}

function renderHead({ model, seed }: DemoAnswer): JsonObject {
  return { id: `msg_${seed}`, type: 'message', role: 'assistant', model };
}

function render(answer: DemoAnswer): JsonObject {
  return {
    ...renderHead(answer),
    content: [...renderThought(answer), renderBlock(answer)],
    stop_reason: stopReasons[answer.finish],
    stop_sequence: answer.stopSequence ?? null,
    usage: renderUsage(answer, answer.outputTokens),
  };
}

function listDeltas({ call, text }: DemoAnswer): readonly JsonObject[] {
  if (call === undefined) return text.map((piece) => ({ type: 'text_delta', text: piece }));
  return [{ type: 'input_json_delta', partial_json: call.input }];
}

interface StreamedBlock {
  readonly blank: JsonObject;
  readonly deltas: readonly JsonObject[];
}

function listBlocks(answer: DemoAnswer): readonly StreamedBlock[] {
  const block = renderBlock(answer);
  const blank = block['type'] === 'text' ? { ...block, text: '' } : { ...block, input: {} };
  const thoughts = renderThought(answer).map((thought) => ({
    blank: { ...thought, thinking: '' },
    deltas: [
      { type: 'thinking_delta', thinking: answer.reasoning ?? '' },
      { type: 'signature_delta', signature: '' },
    ],
  }));
  return [...thoughts, { blank, deltas: listDeltas(answer) }];
}

function writeBlock({ blank, deltas }: StreamedBlock, index: number): readonly string[] {
  return [
    formatEvent({ type: 'content_block_start', index, content_block: blank }),
    ...(index === 0 ? [formatEvent({ type: 'ping' })] : []),
    ...deltas.map((delta) => formatEvent({ type: 'content_block_delta', index, delta })),
    formatEvent({ type: 'content_block_stop', index }),
  ];
}

function stream(answer: DemoAnswer): readonly string[] {
  const message = {
    ...renderHead(answer),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: renderUsage(answer, 0),
  };
  const delta = { stop_reason: stopReasons[answer.finish], stop_sequence: answer.stopSequence ?? null };
  return [
    formatEvent({ type: 'message_start', message }),
    ...listBlocks(answer).flatMap(writeBlock),
    formatEvent({ type: 'message_delta', delta, usage: renderUsage(answer, answer.outputTokens) }),
    formatEvent({ type: 'message_stop' }),
  ];
}

/** Anthropic Messages. */
export const messagesWire: DemoWire = { operation: 'messages', dialect: 'anthropic', read, render, stream };
