import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { readEvents, reassembleOutput } from '../testing/reassemble.ts';
import { messagesChat } from './messages-chat.ts';
import { responsesChat } from './responses-chat.ts';
import { readByAnthropic, readByOpenai } from '../testing/ask-client.ts';
import { chatScripts, cuttings, writeChunks, writeCompletion } from '../testing/chat-script.ts';
import type { ChatScript, Cutting } from '../testing/chat-script.ts';
import type { Bridge } from './types.ts';

const facts = { seed: '0123456789abcdef01234567', created: 1_700_000_001, model: 'up/asked' };
const plain: Cutting = { size: 5, isInterleaved: false, hasEmpty: false, thinkingField: 'reasoning_content' };

const messagesAsked: JsonObject = {
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hi' }],
  tools: ['look', 'patch', 'mcp__house__add'].map((name) => ({ name, input_schema: { type: 'object' } })),
};
const responsesAsked: JsonObject = {
  input: 'hi',
  tools: [
    { type: 'function', name: 'look', parameters: {} },
    { type: 'custom', name: 'patch' },
    { type: 'namespace', name: 'mcp__house', tools: [{ type: 'function', name: 'add', parameters: {} }] },
  ],
};

interface Case {
  readonly bridge: Bridge;
  readonly asked: JsonObject;
  readByClient(events: string): Promise<JsonObject>;
}

const cases: readonly Case[] = [
  { bridge: messagesChat, asked: messagesAsked, readByClient: readByAnthropic },
  { bridge: responsesChat, asked: responsesAsked, readByClient: readByOpenai },
];

function stream({ bridge, asked }: Case, chunks: readonly JsonObject[]): string {
  const machine = bridge.stream(asked, facts);
  const events = chunks.flatMap((chunk) => machine.push(chunk));
  return [...events, ...machine.end()].join('');
}

function render({ bridge, asked }: Case, script: ChatScript): JsonObject {
  return bridge.response(writeCompletion(script), asked, facts);
}

describe.each(cases)('$bridge.name', (one) => {
  test('however it is cut, the official client holds the plain answer at the end', async () => {
    await fc.assert(
      fc.asyncProperty(chatScripts, cuttings, async (script, cutting) => {
        const events = stream(one, writeChunks(script, cutting));
        expect(await one.readByClient(events)).toEqual(render(one, script));
      }),
      { numRuns: 150 },
    );
  });

  test('after its end nothing comes', () => {
    const machine = one.bridge.stream(one.asked, facts);
    const [chunk = {}] = writeChunks({ thinking: '', text: 'hi', calls: [], finish: 'stop' }, plain);
    expect(machine.push(chunk)).not.toEqual([]);
    expect(machine.end()).not.toEqual([]);
    expect([machine.push(chunk), machine.end(), machine.fail({ code: 'x', message: 'y' })]).toEqual([[], [], []]);
  });

  test('a failure half-way is one event of the dialect, and no end', () => {
    const machine = one.bridge.stream(one.asked, facts);
    const script: ChatScript = { thinking: '', text: 'half of it', calls: [], finish: 'stop' };
    const begun = writeChunks(script, plain).slice(0, 2);
    const events = begun.flatMap((chunk) => machine.push(chunk));
    const failed = machine.fail({ code: 'server_error', message: 'The upstream broke off.' });
    expect(failed).toHaveLength(1);
    expect(readEvents(failed.join(''))).toMatchObject(
      one.bridge === messagesChat
        ? [{ type: 'error', error: { type: 'api_error', message: 'The upstream broke off.' } }]
        : [
            {
              type: 'response.failed',
              response: { status: 'failed', error: { code: 'server_error', message: 'The upstream broke off.' } },
            },
          ],
    );
    expect([...events, ...failed, ...machine.end()].join('')).not.toMatch(/message_stop|completed"|\[DONE\]/u);
  });

  test('usage and model are those of the upstream', () => {
    const answer = render(one, { thinking: '', text: 'hi', calls: [], finish: 'stop' });
    expect(answer['model']).toBe('up/stream');
    expect(answer['usage']).toMatchObject(
      one.bridge === messagesChat
        ? { input_tokens: 20, cache_read_input_tokens: 10, output_tokens: 12 }
        : {
            input_tokens: 30,
            input_tokens_details: { cached_tokens: 10 },
            output_tokens: 12,
            output_tokens_details: { reasoning_tokens: 4 },
            total_tokens: 42,
          },
    );
  });
});

describe('events of Messages', () => {
  test('one block at a time, numbered without gaps, whatever comes first', () => {
    fc.assert(
      fc.property(chatScripts, cuttings, (script, cutting) => {
        const [messages] = cases;
        const events = messages === undefined ? [] : readEvents(stream(messages, writeChunks(script, cutting)));
        let open: unknown;
        let next = 0;
        for (const { type, index } of events) {
          if (type === 'content_block_start') {
            expect([open, index]).toEqual([undefined, next]);
            open = index;
            next += 1;
          }
          if (type === 'content_block_delta') expect(index).toBe(open);
          if (type === 'content_block_stop') {
            expect(index).toBe(open);
            open = undefined;
          }
        }
        expect(events[0]).toMatchObject({
          type: 'message_start',
          message: {
            id: `msg_${facts.seed}`,
            usage: { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 },
          },
        });
        expect(events.slice(-2).map(({ type }) => type)).toEqual(['message_delta', 'message_stop']);
      }),
      { numRuns: 150 },
    );
  });

  test.each<{ finish: ChatScript['finish']; calls: number; reason: string }>([
    { finish: 'stop', calls: 0, reason: 'end_turn' },
    { finish: 'stop', calls: 1, reason: 'tool_use' },
    { finish: 'tool_calls', calls: 1, reason: 'tool_use' },
    { finish: 'length', calls: 0, reason: 'max_tokens' },
    { finish: 'length', calls: 1, reason: 'max_tokens' },
    { finish: 'content_filter', calls: 0, reason: 'refusal' },
  ])('$finish with $calls calls ends with $reason', ({ finish, calls, reason }) => {
    const script = { thinking: '', text: 'hi', calls: [{ name: 'look', input: '{}' }].slice(0, calls), finish };
    expect(messagesChat.response(writeCompletion(script), messagesAsked, facts)['stop_reason']).toBe(reason);
  });

  test('a stop sequence, from an upstream that says which', () => {
    const choice = { index: 0, message: { content: 'a' }, finish_reason: 'stop', stop_reason: 'END' };
    const asked = { ...messagesAsked, stop_sequences: ['END'] };
    expect(messagesChat.response({ choices: [choice] }, asked, facts)).toMatchObject({
      stop_reason: 'stop_sequence',
      stop_sequence: 'END',
    });
  });
});

describe('events of Responses', () => {
  test('the deltas alone add up to the output', () => {
    fc.assert(
      fc.property(chatScripts, cuttings, (script, cutting) => {
        const [, responses] = cases;
        const events = responses === undefined ? [] : readEvents(stream(responses, writeChunks(script, cutting)));
        expect(reassembleOutput(events)).toEqual(responses === undefined ? [] : render(responses, script)['output']);
      }),
    );
  });

  test('numbered from 0, and items in order with all that belongs to them', () => {
    const [, responses] = cases;
    const script: ChatScript = {
      thinking: 'hm',
      text: 'hi',
      calls: [
        { name: 'mcp__house__add', input: '{"left":1}' },
        { name: 'patch', input: '{"input":"*** Begin"}' },
      ],
      finish: 'tool_calls',
    };
    const events =
      responses === undefined ? [] : readEvents(stream(responses, writeChunks(script, { ...plain, size: 99 })));
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.map(({ type, output_index }) => [type, output_index].join(' ').trim())).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added 0',
      'response.content_part.added 0',
      'response.reasoning_text.delta 0',
      'response.reasoning_text.done 0',
      'response.content_part.done 0',
      'response.output_item.done 0',
      'response.output_item.added 1',
      'response.content_part.added 1',
      'response.output_text.delta 1',
      'response.output_text.done 1',
      'response.content_part.done 1',
      'response.output_item.done 1',
      'response.output_item.added 2',
      'response.function_call_arguments.delta 2',
      'response.function_call_arguments.done 2',
      'response.output_item.done 2',
      'response.output_item.added 3',
      'response.custom_tool_call_input.delta 3',
      'response.custom_tool_call_input.done 3',
      'response.output_item.done 3',
      'response.completed',
    ]);
    expect(events.at(-2)).toMatchObject({ item: { type: 'custom_tool_call', name: 'patch', input: '*** Begin' } });
    expect(events[17]).toMatchObject({
      item: { type: 'function_call', namespace: 'mcp__house', name: 'add', arguments: '{"left":1}' },
    });
    expect(events[15]).toMatchObject({ delta: '{"left":1}' });
    expect(events[16]).toMatchObject({ arguments: '{"left":1}' });
  });

  test.each<{ finish: ChatScript['finish']; status: string; reason: string | undefined }>([
    { finish: 'stop', status: 'completed', reason: undefined },
    { finish: 'length', status: 'incomplete', reason: 'max_output_tokens' },
    { finish: 'content_filter', status: 'incomplete', reason: 'content_filter' },
  ])('$finish ends as $status', ({ finish, status, reason }) => {
    const [, responses] = cases;
    const script: ChatScript = { thinking: '', text: 'hi', calls: [], finish };
    const events = responses === undefined ? [] : readEvents(stream(responses, writeChunks(script, plain)));
    expect(events.at(-1)).toMatchObject({
      type: `response.${status}`,
      response: {
        status,
        incomplete_details: reason === undefined ? null : { reason },
        output: [{ type: 'message', status }],
      },
    });
  });
});
