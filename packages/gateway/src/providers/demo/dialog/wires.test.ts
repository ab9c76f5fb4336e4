import { afterAll, beforeAll, expect, test } from 'vitest';
import { toList, toObject } from '../../../json.ts';
import { ask, askStream, expectSame } from '../../../testing/ask.ts';
import { send, testKey, toJson } from '../../../testing/send.ts';
import { filler, schema, writeRequest } from '../../../testing/write-request.ts';
import type { Script } from '../../../testing/write-request.ts';
import type { RunningGateway } from '../../../options.ts';
import { startGateway } from '../../../start/start-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ key: testKey });
});
afterAll(() => gateway.close());

test('chat: the order of the chunks', async () => {
  const events = await askStream(gateway, 'chat', writeRequest('chat', { ...filler, text: 'hello', maxTokens: 6 }));
  const deltas = events.map((event) => toObject(toObject(toList(event['choices'])[0])['delta']));
  expect(deltas).toEqual([
    { role: 'assistant', content: '', refusal: null },
    { content: 'This is a demo' },
    { content: ' answer from' },
    {},
    {},
  ]);
  expect(events.map((event) => event['usage'] === null)).toEqual([true, true, true, true, false]);
  expect(events.at(-1)?.['choices']).toEqual([]);
});

test('chat: ends with [DONE], and counts tokens only if asked', async () => {
  const body = { ...writeRequest('chat', { ...filler, text: 'hello' }), stream: true };
  const { text } = await ask(gateway, 'chat', body);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(text).not.toContain('usage');
});

test('chat: n choices, with ids of their own for calls', async () => {
  const body = { ...writeRequest('chat', { ...filler, text: 'hello', tool: 'required' }), n: 3 };
  const plain = toJson(await ask(gateway, 'chat', body));
  const calls = toList(plain['choices']).map(
    (choice) => toObject(toList(toObject(toObject(choice)['message'])['tool_calls'])[0])['id'],
  );
  expect(new Set(calls).size).toBe(3);
  expectSame('chat', await askStream(gateway, 'chat', body), plain);
  for (const n of [0, 17, 'two']) expect((await ask(gateway, 'chat', { ...body, n })).status).toBe(400);
});

test('messages: the order of the events', async () => {
  const events = await askStream(
    gateway,
    'messages',
    writeRequest('messages', { ...filler, text: 'hello', maxTokens: 6 }),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'message_start',
    'content_block_start',
    'ping',
    'content_block_delta',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(toObject(events[0]?.['message'])['usage']).toMatchObject({
    input_tokens: expect.any(Number),
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  });
});

test('messages: blocks for the system, a system message within, server tools', async () => {
  const received = await ask(gateway, 'messages', {
    model: 'lite',
    max_tokens: 1000,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      { role: 'system', content: 'The date changed.' },
    ],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    thinking: { type: 'adaptive' },
    context_management: { edits: [] },
  });
  expect(received.status).toBe(200);
  expect(received.text).toContain('Messages: 2');
  expect(received.text).toContain('Tools offered: 1 (web_search)');
});

test('messages: stop_reason for each way to end', async () => {
  const reason = async (script: Partial<Script>) => {
    const plain = toJson(
      await ask(gateway, 'messages', writeRequest('messages', { ...filler, text: 'hello', ...script })),
    );
    return [plain['stop_reason'], plain['stop_sequence']];
  };
  expect(await reason({})).toEqual(['end_turn', null]);
  expect(await reason({ maxTokens: 3 })).toEqual(['max_tokens', null]);
  expect(await reason({ stop: 'served' })).toEqual(['stop_sequence', 'served']);
  expect(await reason({ tool: 'required' })).toEqual(['tool_use', null]);
});

test('responses: the order of the events, numbered from zero', async () => {
  const events = await askStream(
    gateway,
    'responses',
    writeRequest('responses', { ...filler, text: 'hello', format: 'schema' }),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map((event) => event['sequence_number'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('responses: a length stop is incomplete, in the stream too', async () => {
  const body = writeRequest('responses', { ...filler, text: 'hello', maxTokens: 4 });
  const events = await askStream(gateway, 'responses', body);
  expect(events.at(-1)?.['type']).toBe('response.incomplete');
  expect(toJson(await ask(gateway, 'responses', body))).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  });
});

test('responses: a tool of a namespace comes back with it, a free-form tool with bare text', async () => {
  const tools = [
    { type: 'web_search' },
    { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn', parameters: schema }] },
    { type: 'custom', name: 'patch' },
  ];
  for (const [name, item] of [
    ['spawn', { type: 'function_call', namespace: 'agents', name: 'spawn', arguments: '{"city":"demo"}' }],
    ['patch', { type: 'custom_tool_call', name: 'patch', input: 'demo' }],
  ] as const) {
    const body = { model: 'lite', input: `demo:tool=${name}`, tools };
    const plain = toJson(await ask(gateway, 'responses', body));
    expect(toList(plain['output'])[0]).toMatchObject(item);
    expectSame('responses', await askStream(gateway, 'responses', body), plain);
  }
});

test.each(['previous_response_id', 'conversation', 'background'])('responses: %s is refused', async (field) => {
  const received = await ask(gateway, 'responses', {
    model: 'lite',
    input: 'hello',
    [field]: field === 'background' || 'x',
  });
  expect(received.status).toBe(400);
  expect(toObject(toJson(received)['error'])['param']).toBe(field);
});

test('responses: all that the wire requires is there', async () => {
  const plain = toJson(
    await ask(gateway, 'responses', { model: 'lite', input: 'hello', tools: [{ type: 'function', name: 'f' }] }),
  );
  const required =
    'id object created_at completed_at status incomplete_details model previous_response_id instructions output error ' +
    'tools tool_choice truncation parallel_tool_calls text top_p presence_penalty frequency_penalty top_logprobs ' +
    'temperature reasoning usage max_output_tokens max_tool_calls store background service_tier metadata ' +
    'safety_identifier prompt_cache_key';
  expect(required.split(' ').filter((name) => plain[name] === undefined)).toEqual([]);
  expect(plain['tools']).toEqual([{ type: 'function', name: 'f', description: null, parameters: null, strict: true }]);
});

test('count_tokens: the high estimate, said to be one', async () => {
  const body = writeRequest('messages', { ...filler, text: 'x'.repeat(3500) });
  const received = await send(gateway, { path: '/v1/messages/count_tokens', body });
  expect(received).toMatchObject({ status: 200, headers: { 'x-gateway-estimate': '1' } });
  expect(toJson(received)['input_tokens']).toBe(Math.ceil(JSON.stringify(body).length / 3.5));
});

test('log probabilities are refused, not left out in silence', async () => {
  const chat = { ...writeRequest('chat', { ...filler, text: 'hello' }), logprobs: true };
  expect((await ask(gateway, 'chat', chat)).status).toBe(400);
  expect((await ask(gateway, 'responses', { model: 'lite', input: 'hello', top_logprobs: 3 })).status).toBe(400);
});

test('responses: the stream ends with the mark that Open Responses wants', async () => {
  const { text } = await ask(gateway, 'responses', { model: 'lite', input: 'hello', stream: true });
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

test('reasoning comes before the text, on every wire', async () => {
  const script = { ...filler, text: 'demo:reasoning', maxTokens: 2 };
  const thought = expect.stringContaining('The demo does not reason');

  const chat = writeRequest('chat', script);
  const chunks = await askStream(gateway, 'chat', chat);
  const deltas = chunks.map((event) => toObject(toObject(toList(event['choices'])[0])['delta']));
  expect(deltas.slice(1, 3)).toEqual([{ reasoning_content: thought }, { content: 'This is' }]);
  const message = toObject(toList(toJson(await ask(gateway, 'chat', chat))['choices'])[0])['message'];
  expect(message).toMatchObject({ reasoning_content: thought, content: 'This is' });

  const messages = writeRequest('messages', script);
  const events = await askStream(gateway, 'messages', messages);
  expect(events.map(({ index, type }) => `${type} ${index ?? ''}`.trim())).toEqual([
    'message_start',
    'content_block_start 0',
    'ping',
    'content_block_delta 0',
    'content_block_delta 0',
    'content_block_stop 0',
    'content_block_start 1',
    'content_block_delta 1',
    'content_block_stop 1',
    'message_delta',
    'message_stop',
  ]);
  expect(toJson(await ask(gateway, 'messages', messages))['content']).toEqual([
    { type: 'thinking', thinking: thought, signature: '' },
    { type: 'text', text: 'This is' },
  ]);

  const responses = writeRequest('responses', script);
  const items = toList(toJson(await ask(gateway, 'responses', responses))['output']);
  expect(items).toMatchObject([{ type: 'reasoning', summary: [{ text: thought }] }, { type: 'message' }]);
  const streamed = await askStream(gateway, 'responses', responses);
  const done = streamed.filter(({ type }) => type === 'response.output_item.done');
  expect(done.map(({ item, output_index: index }) => [index, item])).toEqual(items.map((item, index) => [index, item]));
});
