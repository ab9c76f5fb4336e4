import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { readAnswer } from './read-answer.ts';

/** Kind, name, id and text of what the chunks add up to, and how it ended. */
function read(chunks: readonly JsonObject[]) {
  const reader = readAnswer();
  const steps = chunks.flatMap((chunk) => reader.push(chunk));
  const last = reader.end();
  const closed = [...steps, ...last.steps].filter(({ step }) => step === 'close');
  const segments = closed.map(({ segment: { kind, name, id, text } }) => [kind, name, id, text].filter(Boolean));
  return { segments, ending: last.ending };
}

function deltas(list: readonly JsonObject[], finish = 'stop'): readonly JsonObject[] {
  const chunk = (delta: JsonObject, finish_reason: string | null): JsonObject => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [...list.map((delta) => chunk(delta, null)), chunk({}, finish)];
}

const call = (rest: JsonObject, input: JsonObject): JsonObject => ({ tool_calls: [{ ...rest, function: input }] });

describe('what upstreams do differently', () => {
  test.each<{ name: string; chunks: readonly JsonObject[]; segments: readonly (readonly string[])[] }>([
    {
      name: 'arguments in one piece',
      chunks: deltas([call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: '{"a":1}' })]),
      segments: [['call', 'look', 'call_abcdef', '{"a":1}']],
    },
    {
      name: 'arguments only at the end',
      chunks: [
        ...deltas([call({ index: 0, id: 'call_abcdef' }, { name: 'look' })]).slice(0, 1),
        { choices: [{ index: 0, delta: call({ index: 0 }, { arguments: '{"a":1}' }), finish_reason: 'tool_calls' }] },
      ],
      segments: [['call', 'look', 'call_abcdef', '{"a":1}']],
    },
    {
      name: 'arguments as an object',
      chunks: deltas([call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: { a: 1 } })]),
      segments: [['call', 'look', 'call_abcdef', '{"a":1}']],
    },
    {
      name: 'id and name in every chunk',
      chunks: deltas([
        call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: '{"a"' }),
        call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: ':1}' }),
      ]),
      segments: [['call', 'look', 'call_abcdef', '{"a":1}']],
    },
    {
      name: 'the number 0 for every call',
      chunks: deltas([
        call({ index: 0, id: 'call_first' }, { name: 'look', arguments: '{}' }),
        call({ index: 0, id: 'call_second' }, { name: 'look', arguments: '{"a":1}' }),
      ]),
      segments: [
        ['call', 'look', 'call_first', '{}'],
        ['call', 'look', 'call_second', '{"a":1}'],
      ],
    },
    {
      name: 'no numbers at all',
      chunks: deltas([
        call({ id: 'call_first' }, { name: 'look', arguments: '{}' }),
        call({ id: 'call_second' }, { name: 'look', arguments: '{"a"' }),
        call({}, { arguments: ':1}' }),
      ]),
      segments: [
        ['call', 'look', 'call_first', '{}'],
        ['call', 'look', 'call_second', '{"a":1}'],
      ],
    },
    {
      name: 'calls that are none',
      chunks: deltas([
        { content: 'a', tool_calls: [] },
        { tool_calls: [null, {}] },
        { content: 'b', tool_calls: null },
      ]),
      segments: [['text', 'ab']],
    },
    {
      name: 'text after a call, and white space around it',
      chunks: deltas([
        { content: '\n' },
        call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: '{}' }),
        { content: '\n\n' },
        { content: 'so' },
      ]),
      segments: [
        ['call', 'look', 'call_abcdef', '{}'],
        ['text', '\n\n\nso'],
      ],
    },
    {
      name: 'thinking as parts of the content',
      chunks: deltas([
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] },
        { content: [{ type: 'text', text: 'so' }] },
      ]),
      segments: [
        ['thinking', 'hm'],
        ['text', 'so'],
      ],
    },
    {
      name: 'the whole message in the only chunk',
      chunks: [{ choices: [{ index: 0, message: { role: 'assistant', content: 'all' }, finish_reason: 'stop' }] }],
      segments: [['text', 'all']],
    },
    {
      name: 'the whole message once more at the end',
      chunks: [
        ...deltas([{ content: 'all' }]).slice(0, 1),
        { choices: [{ index: 0, message: { role: 'assistant', content: 'all' }, finish_reason: 'stop' }] },
      ],
      segments: [['text', 'all']],
    },
    { name: 'nothing', chunks: deltas([{ role: 'assistant', content: '' }]), segments: [] },
    { name: 'chunks without choices', chunks: [{}, { choices: [] }, { choices: [null] }], segments: [] },
  ])('$name', ({ chunks, segments }) => {
    expect(read(chunks).segments).toEqual(segments);
  });

  test('what one call sends is seen before the next begins', () => {
    const reader = readAnswer();
    const [first = {}, second = {}] = deltas([
      call({ index: 0, id: 'call_abcdef' }, { name: 'look', arguments: '{"a"' }),
      call({ index: 0 }, { arguments: ':1}' }),
    ]);
    expect(reader.push(first).map(({ step }) => step)).toEqual(['open', 'delta']);
    expect(reader.push(second).map(({ step }) => step)).toEqual(['delta']);
  });

  test('usage of an upstream that states nonsense, and of one with a field of its own', () => {
    const usage = { prompt_tokens: 5, completion_tokens: -1, prompt_cache_hit_tokens: 9 };
    expect(read([{ choices: [], usage }]).ending.usage).toEqual({ input: 5, cached: 5, output: 0, reasoning: 0 });
  });
});
