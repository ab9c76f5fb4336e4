import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { isRefusal } from '../../refusal.ts';
import { messagesChat } from '../messages-chat.ts';

const options = { model: 'up/stream', outputLimitField: 'max_tokens' } as const;

function translate(body: JsonObject): { readonly body: JsonObject; readonly warnings: readonly string[] } {
  const request = messagesChat.request({ model: 'lite', max_tokens: 100, ...body }, options);
  if (isRefusal(request)) throw new Error(request.message);
  return request;
}

function translateMessages(messages: readonly JsonObject[], rest: JsonObject = {}) {
  return translate({ messages, ...rest }).body['messages'];
}

const user = { role: 'user', content: 'hi' };
const use = (id: string, name = 'look'): JsonObject => ({ type: 'tool_use', id, name, input: { at: id } });
const result = (id: string, content: JsonObject['content'] = `seen ${id}`): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content ?? '',
});

describe('tools', () => {
  const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } };
  const chatLook = {
    type: 'function',
    function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
  };

  test('functions; what the provider would run is left out, and said', () => {
    const { body, warnings } = translate({
      messages: [user],
      tools: [
        { ...look, cache_control: { type: 'ephemeral' } },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
    });
    expect(body['tools']).toEqual([chatLook]);
    expect(warnings).toEqual(['tool web_search_20250305 was left out: it would run at the provider']);
  });

  test('a deferred tool is offered once a search has found it', () => {
    const tools = [look, { ...look, name: 'mcp__house__add', defer_loading: true }];
    expect(translate({ messages: [user], tools }).body['tools']).toHaveLength(1);
    const found = [
      user,
      { role: 'assistant', content: [use('toolu_1', 'ToolSearch')] },
      {
        role: 'user',
        content: [result('toolu_1', [{ type: 'tool_reference', tool_name: 'mcp__house__add' }])],
      },
    ];
    const { body } = translate({ messages: found, tools });
    expect(body['tools']).toMatchObject([chatLook, { function: { name: 'mcp__house__add' } }]);
    expect(translateMessages(found, { tools })).toContainEqual({
      role: 'tool',
      tool_call_id: 'toolu_1',
      content: 'Tool loaded: mcp__house__add',
    });
    const searching = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
    expect(translate({ messages: [user], tools: [...tools, searching] }).body['tools']).toHaveLength(2);
  });

  test('a name that chat upstreams refuse is shortened, and found again', () => {
    const name = `mcp__${'house'.repeat(14)}__add.numbers`;
    const asked = { messages: [{ role: 'assistant', content: [use('toolu_1', name)] }], tools: [{ ...look, name }] };
    const { body } = translate(asked);
    const short = JSON.stringify(body['tools']).match(/"name":"([\w-]+)"/u)?.[1] ?? '';
    expect(short).toHaveLength(64);
    expect(body['messages']).toMatchObject([{ tool_calls: [{ function: { name: short } }] }, {}]);
    const calls = [{ id: 'call_12345678', type: 'function', function: { name: short, arguments: '{}' } }];
    const answer = {
      choices: [{ index: 0, message: { content: null, tool_calls: calls }, finish_reason: 'tool_calls' }],
    };
    const facts = { seed: 'abc', created: 1, model: 'm' };
    expect(messagesChat.response(answer, asked, facts)).toMatchObject({ content: [{ type: 'tool_use', name }] });
  });

  test.each<{ choice: JsonObject; expected: JsonObject }>([
    { choice: { type: 'auto' }, expected: {} },
    { choice: { type: 'any' }, expected: { tool_choice: 'required' } },
    { choice: { type: 'none' }, expected: { tool_choice: 'none' } },
    {
      choice: { type: 'tool', name: 'look', disable_parallel_tool_use: true },
      expected: { tool_choice: { type: 'function', function: { name: 'look' } }, parallel_tool_calls: false },
    },
  ])('tool_choice $choice', ({ choice, expected }) => {
    const { tool_choice, parallel_tool_calls } = translate({
      messages: [user],
      tools: [look],
      tool_choice: choice,
    }).body;
    expect(JSON.parse(JSON.stringify({ tool_choice, parallel_tool_calls }))).toEqual(expected);
  });
});

describe('the other fields', () => {
  test.each<{ name: string; body: JsonObject; expected: JsonObject; warnings?: readonly string[] }>([
    { name: 'sampling', body: { temperature: 0, top_p: 0.5 }, expected: { temperature: 0, top_p: 0.5 } },
    { name: 'top_k', body: { top_k: 4 }, expected: {}, warnings: ['top_k was left out'] },
    { name: 'stop sequences', body: { stop_sequences: ['a', 'b'] }, expected: { stop: ['a', 'b'] } },
    {
      name: 'five stop sequences',
      body: { stop_sequences: ['a', 'b', 'c', 'd', 'e'] },
      expected: { stop: ['a', 'b', 'c', 'd'] },
      warnings: ['stop_sequences beyond 4 were left out'],
    },
    {
      name: 'a stream',
      body: { stream: true },
      expected: { stream: true, stream_options: { include_usage: true } },
    },
    {
      name: 'effort',
      body: { output_config: { effort: 'high' }, thinking: { type: 'adaptive' } },
      expected: { reasoning_effort: 'high' },
    },
    { name: 'an effort that objects know', body: { output_config: { effort: 'constructor' } }, expected: {} },
    { name: 'the highest effort', body: { output_config: { effort: 'max' } }, expected: { reasoning_effort: 'xhigh' } },
    {
      name: 'effort, but no thinking',
      body: { output_config: { effort: 'high' }, thinking: { type: 'disabled' } },
      expected: {},
    },
    {
      name: 'a budget for thinking',
      body: { thinking: { type: 'enabled', budget_tokens: 10_000 } },
      expected: { reasoning_effort: 'medium' },
    },
    {
      name: 'a format',
      body: { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      expected: {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: { type: 'object' }, strict: true },
        },
      },
    },
    {
      name: 'what is for Anthropic alone',
      body: { metadata: { user_id: 'me' }, context_management: { edits: [] }, service_tier: 'auto' },
      expected: {},
    },
  ])('$name', ({ body, expected, warnings = [] }) => {
    const request = translate({ messages: [user], ...body });
    expect(request.body).toEqual({ model: 'up/stream', messages: [user], max_tokens: 100, ...expected });
    expect(request.warnings).toEqual(warnings);
  });

  test('the limit by the name that the upstream wants', () => {
    const asked = { model: 'lite', max_tokens: 7, messages: [user] };
    const request = messagesChat.request(asked, { model: 'm', outputLimitField: 'max_completion_tokens' });
    expect(request).toMatchObject({ body: { max_completion_tokens: 7 } });
  });

  test.each([{}, { messages: [] }, { messages: [user] }, { messages: [user], max_tokens: 0 }, { messages: 'hi' }])(
    '%j is refused',
    (body) => {
      expect(messagesChat.request(body, options)).toMatchObject({ refused: true, status: 400 });
    },
  );
});
