import fc from 'fast-check';
import type { JsonObject } from '../json.ts';

/** What an upstream has to say: text between and around calls, its thinking before. */
export interface ChatScript {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: string }[];
  readonly finish: 'stop' | 'length' | 'tool_calls' | 'content_filter';
}

/** How an upstream cuts and orders the same answer. */
export interface Cutting {
  /** Characters in one delta. */
  readonly size: number;
  /** Calls take turns instead of coming one after the other. */
  readonly isInterleaved: boolean;
  /** Deltas say `tool_calls: []`, or nothing at all. */
  readonly hasEmpty: boolean;
  readonly thinkingField: 'reasoning_content' | 'reasoning';
}

const texts = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.trim());

export const chatScripts: fc.Arbitrary<ChatScript> = fc
  .record({
    thinking: texts,
    text: texts,
    calls: fc.array(fc.record({ name: fc.constantFrom('look', 'patch', 'mcp__house__add'), input: fc.jsonValue() }), {
      maxLength: 3,
    }),
    finish: fc.constantFrom('stop', 'length', 'tool_calls', 'content_filter'),
  })
  .map(({ calls, ...rest }) => ({
    ...rest,
    calls: calls.map(({ name, input }) => ({ name, input: JSON.stringify({ input }) })),
  }));

export const cuttings: fc.Arbitrary<Cutting> = fc.record({
  size: fc.integer({ min: 1, max: 40 }),
  isInterleaved: fc.boolean(),
  hasEmpty: fc.boolean(),
  thinkingField: fc.constantFrom('reasoning_content', 'reasoning'),
});

const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'up/stream' };
const usage = {
  prompt_tokens: 30,
  completion_tokens: 12,
  total_tokens: 42,
  prompt_tokens_details: { cached_tokens: 10 },
  completion_tokens_details: { reasoning_tokens: 4 },
};

function nameCalls({ calls }: ChatScript): readonly JsonObject[] {
  return calls.map(({ name, input }, index) => ({
    id: `call_of_the_upstream_${index}`,
    type: 'function',
    function: { name, arguments: input },
  }));
}

/** The answer in one piece. */
export function writeCompletion(script: ChatScript): JsonObject {
  const { thinking, text } = script;
  const calls = nameCalls(script);
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: script.finish }],
    usage,
  };
}

function cut(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; from += size) pieces.push(text.slice(from, from + size));
  return pieces;
}

/** Deltas of each call, its name first. */
function cutCalls(script: ChatScript, { size }: Cutting): readonly (readonly JsonObject[])[] {
  return nameCalls(script).map((call, index) => {
    const { name, input } = script.calls[index] ?? { name: '', input: '' };
    const first = { index, id: call['id'] ?? '', type: 'function', function: { name, arguments: '' } };
    return [first, ...cut(input, size).map((piece) => ({ index, function: { arguments: piece } }))];
  });
}

function takeTurns(lists: readonly (readonly JsonObject[])[]): readonly JsonObject[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list): readonly JsonObject[] => list.slice(turn, turn + 1)),
  ).flat();
}

/** The same as chunks. */
export function writeChunks(script: ChatScript, cutting: Cutting): readonly JsonObject[] {
  const calls = cutCalls(script, cutting);
  const ordered = cutting.isInterleaved ? takeTurns(calls) : calls.flat();
  const empty: readonly JsonObject[] = cutting.hasEmpty ? [{ tool_calls: [] }, { content: '' }, {}] : [];
  const deltas: readonly JsonObject[] = [
    { role: 'assistant', content: '' },
    ...cut(script.thinking, cutting.size).map((piece) => ({ [cutting.thinkingField]: piece })),
    ...empty,
    ...cut(script.text, cutting.size).map((piece) => ({
      content: piece,
      ...(cutting.hasEmpty ? { tool_calls: [] } : {}),
    })),
    ...ordered.map((call) => ({ tool_calls: [call] })),
    ...empty,
  ];
  const chunk = (choices: readonly JsonObject[], counted: JsonObject | null): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    usage: counted,
  });
  return [
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }], null)),
    chunk([{ index: 0, delta: {}, finish_reason: script.finish }], null),
    chunk([], usage),
  ];
}
