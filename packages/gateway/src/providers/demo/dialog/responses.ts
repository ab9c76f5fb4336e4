import { createdAt } from '../../../model-list.ts';
import { echoRequest } from '../../../dialects/responses/echo-request.ts';
import { toText } from '../../../json.ts';
import type { JsonObject } from '../../../json.ts';
import { readResponsesRequest } from './responses-request.ts';
import { formatEvent, streamEnd } from '../../../format-sse.ts';
import type { DemoAnswer, DemoWire } from './types.ts';

function renderUsage({ inputTokens, outputTokens }: DemoAnswer): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

function renderPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

/** The finished item: a message, or a call of a tool. */
function renderItem({ call, finish, seed, text }: DemoAnswer): JsonObject {
  if (call === undefined) {
    const status = finish === 'length' ? 'incomplete' : 'completed';
    const content = [renderPart(text.join(''))];
    return { id: `msg_${seed}`, type: 'message', status, role: 'assistant', content };
  }
  const { input, tool } = call;
  const group = tool.namespace === undefined ? {} : { namespace: tool.namespace };
  const head = { status: 'completed', call_id: `call_${seed}`, name: tool.name, ...group };
  if (tool.schema === undefined) return { id: `ctc_${seed}`, type: 'custom_tool_call', ...head, input };
  return { id: `fc_${seed}`, type: 'function_call', ...head, arguments: input };
}

function renderItems(answer: DemoAnswer): readonly JsonObject[] {
  const { reasoning, seed } = answer;
  if (reasoning === undefined) return [renderItem(answer)];
  const summary = [{ type: 'summary_text', text: reasoning }];
  return [{ id: `rs_${seed}`, type: 'reasoning', summary }, renderItem(answer)];
}

/** The response before anything was generated. */
function renderStart(answer: DemoAnswer, body: JsonObject): JsonObject {
  return {
    id: `resp_${answer.seed}`,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: answer.model,
    output: [],
    usage: null,
    ...echoRequest(body),
  };
}

function render(answer: DemoAnswer, body: JsonObject): JsonObject {
  const isCut = answer.finish === 'length';
  return {
    ...renderStart(answer, body),
    completed_at: isCut ? null : createdAt,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: renderItems(answer),
    usage: renderUsage(answer),
  };
}

type Event = JsonObject & { readonly type: string };

/** Where an item stands in the output. */
interface Place {
  readonly item_id: string;
  readonly output_index: number;
}

function listReasoningEvents(text: string, place: Place): readonly Event[] {
  const spot = { ...place, summary_index: 0 };
  const part = { type: 'summary_text', text };
  return [
    { type: 'response.reasoning_summary_part.added', ...spot, part: { ...part, text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...spot, delta: text },
    { type: 'response.reasoning_summary_text.done', ...spot, text },
    { type: 'response.reasoning_summary_part.done', ...spot, part },
  ];
}

/** Deltas of the message or the call, and what closes it. */
function listDeltaEvents(answer: DemoAnswer, place: Place): readonly Event[] {
  const { call } = answer;
  if (call === undefined) {
    const spot = { ...place, content_index: 0 };
    const text = answer.text.join('');
    return [
      { type: 'response.content_part.added', ...spot, part: renderPart('') },
      ...answer.text.map((delta) => ({
        type: 'response.output_text.delta',
        ...spot,
        delta,
        logprobs: [],
      })),
      { type: 'response.output_text.done', ...spot, text, logprobs: [] },
      { type: 'response.content_part.done', ...spot, part: renderPart(text) },
    ];
  }
  const { input, tool } = call;
  if (tool.schema === undefined) {
    return [
      { type: 'response.custom_tool_call_input.delta', ...place, delta: input },
      { type: 'response.custom_tool_call_input.done', ...place, input },
    ];
  }
  return [
    { type: 'response.function_call_arguments.delta', ...place, delta: input },
    { type: 'response.function_call_arguments.done', ...place, name: tool.name, arguments: input },
  ];
}

function blankItem(item: JsonObject): JsonObject {
  if (item['type'] === 'reasoning') return { ...item, summary: [] };
  const blank = { ...item, status: 'in_progress' };
  if (item['type'] === 'message') return { ...blank, content: [] };
  return item['type'] === 'function_call' ? { ...blank, arguments: '' } : { ...blank, input: '' };
}

function listItemEvents(answer: DemoAnswer): readonly Event[] {
  return renderItems(answer).flatMap((item, index): readonly Event[] => {
    const place = { item_id: toText(item['id']) ?? '', output_index: index };
    const isThought = item['type'] === 'reasoning';
    return [
      { type: 'response.output_item.added', output_index: index, item: blankItem(item) },
      ...(isThought ? listReasoningEvents(answer.reasoning ?? '', place) : listDeltaEvents(answer, place)),
      { type: 'response.output_item.done', output_index: index, item },
    ];
  });
}

function stream(answer: DemoAnswer, body: JsonObject): readonly string[] {
  const start = renderStart(answer, body);
  const response = render(answer, body);
  const end = answer.finish === 'length' ? 'response.incomplete' : 'response.completed';
  const events: readonly Event[] = [
    { type: 'response.created', response: start },
    { type: 'response.in_progress', response: start },
    ...listItemEvents(answer),
    { type: end, response },
  ];
  const numbered = events.map(({ type, ...rest }, index) => formatEvent({ type, sequence_number: index, ...rest }));
  // Open Responses requires the mark at the end; clients of OpenAI's own service skip it.
  return [...numbered, streamEnd];
}

/** OpenAI Responses, without storage. */
export const responsesWire: DemoWire = {
  operation: 'responses',
  dialect: 'openai',
  read: readResponsesRequest,
  render,
  stream,
};
