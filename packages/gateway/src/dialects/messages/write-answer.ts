import { toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { formatEvent } from '../../format-sse.ts';
import { bridgeSeal } from '../bridge-seal.ts';
import { readAnswer } from '../chat/read-answer.ts';
import type { Ending, Segment, Step } from '../chat/read-answer.ts';
import { chooseCallId, parseArguments } from '../chat/read-call.ts';
import type { ToolNames } from '../chat/tool-names.ts';
import type { AnswerFacts, StreamFailure, StreamMachine } from '../types.ts';
import { nameMessagesTools } from './read-tools.ts';

type Event = JsonObject & { readonly type: string };

const stopReasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool: 'tool_use',
  filter: 'refusal',
} as const satisfies Record<Ending['finish'], string>;

function writeUsage(usage: Ending['usage'] | undefined): JsonObject {
  const { input = 0, cached = 0, output = 0 } = usage ?? {};
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    server_tool_use: null,
    service_tier: 'standard',
  };
}

function writeEnding({ finish, stopSequence, usage }: Ending, asked: JsonObject) {
  const stops = asked['stop_sequences'];
  const isMet = stopSequence !== undefined && Array.isArray(stops) && stops.includes(stopSequence);
  const reason = isMet && finish === 'stop' ? 'stop_sequence' : stopReasons[finish];
  return {
    delta: { stop_reason: reason, stop_sequence: reason === 'stop_sequence' ? (stopSequence ?? null) : null },
    usage: writeUsage(usage),
  };
}

/** Blocks of one answer: who they are does not change while they grow. */
interface Blocks {
  begin(segment: Segment): JsonObject;
  finish(segment: Segment): JsonObject;
}

function numberBlocks(names: ToolNames, { seed }: AnswerFacts): Blocks {
  const ids = new Map<number, string>();
  const begin = ({ index, kind, id, name }: Segment): JsonObject => {
    if (kind === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
    if (kind !== 'call') return { type: 'text', text: '' };
    const own = ids.get(index) ?? chooseCallId(id, new Set(ids.values()), `toolu_${seed}${index}`);
    ids.set(index, own);
    return { type: 'tool_use', id: own, name: names.fromChat(name).name, input: {} };
  };
  return {
    begin,
    finish: (segment) => {
      const block = begin(segment);
      if (segment.kind === 'thinking') return { ...block, thinking: segment.text, signature: bridgeSeal };
      if (segment.kind === 'call') return { ...block, input: parseArguments(segment.text) };
      return { ...block, text: segment.text };
    },
  };
}

function writeDelta({ kind }: Segment, text: string): JsonObject {
  if (kind === 'thinking') return { type: 'thinking_delta', thinking: text };
  if (kind === 'call') return { type: 'input_json_delta', partial_json: text };
  return { type: 'text_delta', text };
}

function writeStep(step: Step, blocks: Blocks): readonly Event[] {
  const { segment } = step;
  const { index } = segment;
  if (step.step === 'open') return [{ type: 'content_block_start', index, content_block: blocks.begin(segment) }];
  if (step.step === 'delta') return [{ type: 'content_block_delta', index, delta: writeDelta(segment, step.text) }];
  const delta = { type: 'signature_delta', signature: bridgeSeal };
  const signed: readonly Event[] = segment.kind === 'thinking' ? [{ type: 'content_block_delta', index, delta }] : [];
  return [...signed, { type: 'content_block_stop', index }];
}

function writeHead(facts: AnswerFacts, model: string | undefined): JsonObject {
  return { id: `msg_${facts.seed}`, type: 'message', role: 'assistant', model: model || facts.model };
}

/** A whole chat completion as an answer of the Messages API. */
export function writeMessage(answer: JsonObject, asked: JsonObject, facts: AnswerFacts): JsonObject {
  const reader = readAnswer();
  const blocks = numberBlocks(nameMessagesTools(asked), facts);
  const steps = reader.push(answer);
  const { steps: rest, ending } = reader.end();
  const closed = [...steps, ...rest].filter(({ step }) => step === 'close');
  const { delta, usage } = writeEnding(ending, asked);
  const content = closed.map(({ segment }) => blocks.finish(segment));
  return { ...writeHead(facts, toText(answer['model'])), content, ...delta, usage };
}

/** The same as events. */
export function streamMessage(asked: JsonObject, facts: AnswerFacts): StreamMachine {
  const reader = readAnswer();
  const blocks = numberBlocks(nameMessagesTools(asked), facts);
  let isStarted = false;
  let isOver = false;
  const start = (model?: string): readonly Event[] => {
    if (isStarted) return [];
    isStarted = true;
    const blank = { content: [], stop_reason: null, stop_sequence: null, usage: writeUsage(undefined) };
    return [{ type: 'message_start', message: { ...writeHead(facts, model), ...blank } }];
  };
  const write = (steps: readonly Step[]): readonly Event[] => steps.flatMap((step) => writeStep(step, blocks));
  const format = (events: readonly Event[]): readonly string[] => (isOver ? [] : events.map(formatEvent));
  const over = (events: readonly Event[]): readonly string[] => {
    const formatted = format(events);
    isOver = true;
    return formatted;
  };
  return {
    push: (chunk) => format([...start(toText(chunk['model'])), ...write(reader.push(chunk))]),
    end: () => {
      const { steps, ending } = reader.end();
      const last: readonly Event[] = [
        { type: 'message_delta', ...writeEnding(ending, asked) },
        { type: 'message_stop' },
      ];
      return over([...start(), ...write(steps), ...last]);
    },
    fail: ({ code, message }: StreamFailure) => {
      const type = code === 'rate_limit_exceeded' ? 'rate_limit_error' : 'api_error';
      return over([{ type: 'error', error: { type, message } }]);
    },
  };
}
