import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../json.ts';
import { isRefusal } from '../../refusal.ts';
import { responsesChat } from '../responses-chat.ts';

const options = { model: 'up/stream', outputLimitField: 'max_tokens' } as const;

function translate(body: JsonObject): { readonly body: JsonObject; readonly warnings: readonly string[] } {
  const request = responsesChat.request({ model: 'lite', ...body }, options);
  if (isRefusal(request)) throw new Error(request.message);
  return request;
}

const say = (role: string, text: string): JsonObject => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});
const hi = { role: 'user', content: 'hi' };
const call = (id: string, rest: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: id,
  name: 'look',
  arguments: '{"a":1}',
  ...rest,
});
const chatCall = (id: string, name = 'look', input = '{"a":1}'): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});
const output = (id: string, value: Json = `seen ${id}`): JsonObject => ({
  type: 'function_call_output',
  call_id: id,
  output: value,
});
const toolAnswer = (id: string, content = `seen ${id}`): JsonObject => ({ role: 'tool', tool_call_id: id, content });

describe('threads', () => {
  test.each<{ name: string; body: JsonObject; messages: readonly JsonObject[] }>([
    { name: 'bare text', body: { input: 'hi' }, messages: [hi] },
    {
      name: 'instructions and what a developer says first are one',
      body: { instructions: 'Be brief.', input: [say('developer', 'Be kind.'), say('user', 'hi')] },
      messages: [{ role: 'system', content: 'Be brief.\n\nBe kind.' }, hi],
    },
    {
      name: 'messages without a type, and one of a developer in between',
      body: { input: [hi, { role: 'assistant', content: 'yes?' }, say('developer', 'It is late.'), say('user', 'hi')] },
      messages: [hi, { role: 'assistant', content: 'yes?' }, { role: 'system', content: 'It is late.' }, hi],
    },
    {
      name: 'two calls at once, answered the other way round; reasoning is left out',
      body: {
        input: [
          say('user', 'hi'),
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' },
          say('assistant', 'I look.'),
          call('call_1'),
          { type: 'reasoning', id: 'rs_2', summary: [] },
          call('call_2'),
          output('call_2'),
          output('call_1'),
        ],
      },
      messages: [
        hi,
        { role: 'assistant', content: 'I look.', tool_calls: [chatCall('call_1'), chatCall('call_2')] },
        toolAnswer('call_1'),
        toolAnswer('call_2'),
      ],
    },
    {
      name: 'one call after the other, the last one without an answer',
      body: { input: [hi, call('call_1'), output('call_1'), call('call_2', { arguments: '' })] },
      messages: [
        hi,
        { role: 'assistant', content: null, tool_calls: [chatCall('call_1')] },
        toolAnswer('call_1'),
        { role: 'assistant', content: null, tool_calls: [chatCall('call_2', 'look', '{}')] },
        toolAnswer('call_2', 'This call has no result: it was interrupted.'),
      ],
    },
    {
      name: 'calls of a group and of a freeform tool',
      body: {
        input: [
          hi,
          call('call_1', { namespace: 'mcp__house', name: 'add' }),
          output('call_1', [
            { type: 'input_text', text: 'sum:' },
            { type: 'input_text', text: '5' },
          ]),
          { type: 'custom_tool_call', call_id: 'call_2', name: 'apply_patch', input: '*** "Begin"' },
          { type: 'custom_tool_call_output', call_id: 'call_2', output: 'done' },
        ],
      },
      messages: [
        hi,
        { role: 'assistant', content: null, tool_calls: [chatCall('call_1', 'mcp__house__add')] },
        toolAnswer('call_1', 'sum:\n\n5'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [chatCall('call_2', 'apply_patch', '{"input":"*** \\"Begin\\""}')],
        },
        toolAnswer('call_2', 'done'),
      ],
    },
    {
      name: 'an image that a tool returned',
      body: {
        input: [hi, call('call_1'), output('call_1', [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }])],
      },
      messages: [
        hi,
        { role: 'assistant', content: null, tool_calls: [chatCall('call_1')] },
        toolAnswer('call_1', ''),
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Returned by look:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          ],
        },
      ],
    },
    {
      name: 'an image and a file of the user',
      body: {
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_image', image_url: 'https://pictures.test/a.png', detail: 'low' },
              { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ' },
            ],
          },
        ],
      },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://pictures.test/a.png', detail: 'low' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ' } },
          ],
        },
      ],
    },
  ])('$name', ({ body, messages }) => {
    expect(translate(body).body['messages']).toEqual(messages);
  });

  test('what only its provider can read is left out, and said', () => {
    const sealed = { type: 'compaction', encrypted_content: 'sealed' };
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    const { body, warnings } = translate({ input: [hi, sealed, search, { type: 'hö' }] });
    expect(body['messages']).toEqual([hi]);
    expect(warnings).toEqual([
      'item of type compaction was left out',
      'item of type web_search_call was left out',
      'item of type unknown was left out',
    ]);
  });
});

describe('tools', () => {
  const parameters = { type: 'object', properties: {} };
  const look = { type: 'function', name: 'look', description: 'Looks.', strict: false, parameters };
  const house = { type: 'namespace', name: 'mcp__house', description: 'House.', tools: [{ ...look, name: 'add' }] };
  const patch = {
    type: 'custom',
    name: 'apply_patch',
    description: 'Patches.',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
  };

  test('functions, groups of them and freeform tools; hosted ones are left out, and said', () => {
    const { body, warnings } = translate({ input: 'hi', tools: [look, house, patch, { type: 'web_search' }] });
    expect(body['tools']).toEqual([
      { type: 'function', function: { name: 'look', description: 'Looks.', parameters, strict: false } },
      { type: 'function', function: { name: 'mcp__house__add', description: 'Looks.', parameters, strict: false } },
      {
        type: 'function',
        function: {
          name: 'apply_patch',
          description: 'Patches.\n\nThe input follows this lark grammar:\n\nstart: "x"',
          parameters: {
            type: 'object',
            properties: { input: { type: 'string', description: 'The whole input, as bare text.' } },
            required: ['input'],
            additionalProperties: false,
          },
        },
      },
    ]);
    expect(warnings).toEqual(['tool web_search was left out: it would run at the provider']);
  });

  test.each<{ choice: Json; expected: JsonObject }>([
    { choice: 'auto', expected: {} },
    { choice: 'required', expected: { tool_choice: 'required' } },
    {
      choice: { type: 'function', name: 'look' },
      expected: { tool_choice: { type: 'function', function: { name: 'look' } } },
    },
    {
      choice: { type: 'custom', name: 'apply_patch' },
      expected: { tool_choice: { type: 'function', function: { name: 'apply_patch' } } },
    },
    {
      choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'look' }] },
      expected: { tool_choice: 'required' },
    },
    { choice: { type: 'web_search' }, expected: {} },
  ])('tool_choice $choice', ({ choice, expected }) => {
    const { body } = translate({ input: 'hi', tools: [look, house, patch], tool_choice: choice });
    expect(JSON.parse(JSON.stringify({ tool_choice: body['tool_choice'] }))).toEqual(expected);
    const isNarrowed = JSON.stringify(choice).includes('allowed_tools');
    expect(body['tools']).toHaveLength(isNarrowed ? 1 : 3);
  });

  test('a function and one of a group may have the same flat name', () => {
    const twin = { ...look, name: 'mcp__house__add' };
    const { body } = translate({ input: 'hi', tools: [twin, house] });
    const names = JSON.stringify(body['tools']).match(/"name":"[^"]+"/gu);
    expect(new Set(names).size).toBe(2);
  });
});

describe('the other fields', () => {
  test.each<{ name: string; body: JsonObject; expected: JsonObject; warnings?: readonly string[] }>([
    { name: 'the limit', body: { max_output_tokens: 9 }, expected: { max_tokens: 9 } },
    { name: 'sampling', body: { temperature: 0, top_p: null }, expected: { temperature: 0 } },
    { name: 'effort', body: { reasoning: { effort: 'low', summary: 'auto' } }, expected: { reasoning_effort: 'low' } },
    {
      name: 'a stream',
      body: { stream: true, stream_options: { include_obfuscation: false } },
      expected: { stream: true, stream_options: { include_usage: true } },
    },
    {
      name: 'a format',
      body: { text: { format: { type: 'json_schema', name: 'city', schema: {}, strict: true } } },
      expected: { response_format: { type: 'json_schema', json_schema: { name: 'city', schema: {}, strict: true } } },
    },
    {
      name: 'what is for OpenAI alone',
      body: { store: false, include: ['reasoning.encrypted_content'], prompt_cache_key: 'x', client_metadata: {} },
      expected: {},
    },
    { name: 'max_tool_calls', body: { max_tool_calls: 1 }, expected: {}, warnings: ['max_tool_calls was left out'] },
  ])('$name', ({ body, expected, warnings = [] }) => {
    const request = translate({ input: 'hi', ...body });
    expect(request.body).toEqual({ model: 'up/stream', messages: [hi], ...expected });
    expect(request.warnings).toEqual(warnings);
  });

  test.each<JsonObject>([
    {},
    { input: [] },
    { input: 'hi', previous_response_id: 'resp_1' },
    { input: 'hi', conversation: 'conv_1' },
    { input: 'hi', background: true },
    { input: 'hi', prompt: { id: 'pmpt_1' } },
    { input: 'hi', top_logprobs: 2 },
    { input: [{ type: 'item_reference', id: 'msg_1' }] },
    { input: 'hi', max_output_tokens: 0 },
  ])('%j is refused', (body) => {
    expect(responsesChat.request(body, options)).toMatchObject({ refused: true, status: 400 });
  });

  test.each<JsonObject>([{ background: false }, { previous_response_id: null }])('%j asks for nothing', (body) => {
    expect(translate({ input: 'hi', ...body }).body['messages']).toEqual([hi]);
  });
});
