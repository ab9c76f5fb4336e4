import { createdAt } from '../../../model-list.ts';
import { isObject, toList, toObject, toText } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { readCount, readObjects, readStop, readText } from '../../../read-fields.ts';
import { formatData, streamEnd } from '../../../format-sse.ts';
import type { AnswerFormat, DemoAnswer, DemoRequest, DemoTool, DemoWire, ToolChoice } from './types.ts';

const mostChoices = 16;

function readTools(body: JsonObject): readonly DemoTool[] {
  return toList(body['tools']).flatMap((tool): readonly DemoTool[] => {
    if (!isObject(tool)) return [];
    const custom = toText(toObject(tool['custom'])['name']);
    if (custom !== undefined) return [{ name: custom, schema: undefined }];
    const name = toText(toObject(tool['function'])['name']);
    const schema = toObject(toObject(tool['function'])['parameters']);
    return name === undefined ? [] : [{ name, schema: { type: 'object', ...schema } }];
  });
}

function readToolChoice(choice: Json | undefined): ToolChoice {
  if (choice === 'none' || choice === 'required') return { kind: choice };
  const object = toObject(choice);
  const name = toText(toObject(object['function'] ?? object['custom'])['name']);
  if (name !== undefined) return { kind: 'named', name };
  const mode = toObject(object['allowed_tools'])['mode'];
  return { kind: mode === 'required' ? 'required' : 'auto' };
}

function readFormat(format: Json | undefined): AnswerFormat {
  const { type, json_schema: stated } = toObject(format);
  if (type === 'json_object') return { kind: 'json' };
  if (type !== 'json_schema') return { kind: 'text' };
  return { kind: 'schema', schema: toObject(toObject(stated)['schema']) };
}

function read(body: JsonObject): DemoRequest | Refusal {
  const messages = readObjects(body, 'messages');
  if ('refused' in messages) return messages;
  // Taking the wish in silence would look like an answer without any.
  if (body['logprobs'] === true) return refuseField('logprobs', 'logprobs is not supported by the demo.');
  const maxTokens = readCount(body, ['max_completion_tokens', 'max_tokens']);
  if (typeof maxTokens === 'object') return maxTokens;
  const choices = readCount(body, ['n']) ?? 1;
  if (typeof choices === 'object') return choices;
  if (choices > mostChoices) return refuseField('n', `n must be at most ${mostChoices}.`);
  const tools = readTools(body);
  const lastUser = messages.findLast(({ role }) => role === 'user');
  const last = messages.findLast(({ role }) => role !== 'system' && role !== 'developer');
  return {
    messages: messages.length,
    lastText: readText(lastUser?.['content']),
    endsWithResult: last?.['role'] === 'tool',
    tools,
    offered: tools.map(({ name }) => name),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens,
    stop: readStop(body['stop']),
    choices,
    format: readFormat(body['response_format']),
  };
}

const finishReasons = {
  stop: 'stop',
  length: 'length',
  'stop-sequence': 'stop',
  tool: 'tool_calls',
} as const satisfies Record<DemoAnswer['finish'], string>;

function renderUsage({ inputTokens, outputTokens }: DemoAnswer): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function renderCalls({ call, seed }: DemoAnswer, choice: number): readonly JsonObject[] {
  if (call === undefined) return [];
  const { input, tool } = call;
  const id = `call_${seed}${choice === 0 ? '' : choice}`;
  if (tool.schema === undefined) return [{ id, type: 'custom', custom: { name: tool.name, input } }];
  return [{ id, type: 'function', function: { name: tool.name, arguments: input } }];
}

function countChoices(answer: DemoAnswer): readonly number[] {
  return Array.from({ length: answer.choices }, (_, index) => index);
}

function renderChoice(answer: DemoAnswer, index: number): JsonObject {
  const calls = renderCalls(answer, index);
  const message = {
    role: 'assistant',
    content: calls.length === 0 ? answer.text.join('') : null,
    refusal: null,
    ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { index, message, logprobs: null, finish_reason: finishReasons[answer.finish] };
}

function renderHead(answer: DemoAnswer, object: string): JsonObject {
  return {
    id: `chatcmpl-${answer.seed}`,
    object,
    created: createdAt,
    model: answer.model,
    service_tier: 'default',
    system_fingerprint: 'fp_demo',
  };
}

function render(answer: DemoAnswer): JsonObject {
  return {
    ...renderHead(answer, 'chat.completion'),
    choices: countChoices(answer).map((index) => renderChoice(answer, index)),
    usage: renderUsage(answer),
  };
}

/** Deltas of one choice, the role first. A call comes as its name, then its arguments. */
function listDeltas(answer: DemoAnswer, choice: number): readonly JsonObject[] {
  const [call] = renderCalls(answer, choice);
  const thought = answer.reasoning === undefined ? [] : [{ reasoning_content: answer.reasoning }];
  if (call === undefined) {
    const role = { role: 'assistant', content: '', refusal: null };
    return [role, ...thought, ...answer.text.map((content) => ({ content }))];
  }
  const input = answer.call?.input ?? '';
  const isCustom = call['type'] === 'custom';
  const name = answer.call?.tool.name ?? '';
  const head = isCustom ? { custom: { name, input: '' } } : { function: { name, arguments: '' } };
  const rest = isCustom ? { custom: { input } } : { function: { arguments: input } };
  const first = { index: 0, id: call['id'] ?? '', type: call['type'] ?? '', ...head };
  return [
    { role: 'assistant', content: null, refusal: null },
    ...thought,
    { tool_calls: [first] },
    { tool_calls: [{ index: 0, ...rest }] },
  ];
}

function stream(answer: DemoAnswer, body: JsonObject): readonly string[] {
  const wantsUsage = toObject(body['stream_options'])['include_usage'] === true;
  const head = renderHead(answer, 'chat.completion.chunk');
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null): string =>
    formatData({ ...head, choices, ...(wantsUsage ? { usage } : {}) });
  const events = countChoices(answer).flatMap((index) => [
    ...listDeltas(answer, index).map((delta) => chunk([{ index, delta, logprobs: null, finish_reason: null }], null)),
    chunk([{ index, delta: {}, logprobs: null, finish_reason: finishReasons[answer.finish] }], null),
  ]);
  if (wantsUsage) events.push(chunk([], renderUsage(answer)));
  return [...events, streamEnd];
}

/** OpenAI chat completions. */
export const chatWire: DemoWire = { operation: 'chat', dialect: 'openai', read, render, stream };
