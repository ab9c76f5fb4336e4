import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { isRefusal } from '../../refusal.ts';
import { messagesChat } from '../messages-chat.ts';

const options = { model: 'up/stream', outputLimitField: 'max_tokens' } as const;

function translate(body: JsonObject): { readonly body: JsonObject } {
  const request = messagesChat.request({ model: 'lite', max_tokens: 100, ...body }, options);
  if (isRefusal(request)) throw new Error(request.message);
  return request;
}

const user = { role: 'user', content: 'hi' };
const use = (id: string, name = 'look'): JsonObject => ({ type: 'tool_use', id, name, input: { at: id } });
const call = (id: string, name = 'look'): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: `{"at":"${id}"}` },
});
const result = (id: string, content: JsonObject['content'] = `seen ${id}`): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content ?? '',
});
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const imagePart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

describe('threads', () => {
  test.each<{ name: string; body: JsonObject; messages: readonly JsonObject[] }>([
    {
      name: 'the system prompt as text',
      body: { system: 'Be brief.', messages: [user] },
      messages: [{ role: 'system', content: 'Be brief.' }, user],
    },
    {
      name: 'the system prompt as blocks, without the note on billing',
      body: {
        system: [
          { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.332.c5a; cc_entrypoint=cli;' },
          { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'Be kind.' },
        ],
        messages: [user],
      },
      messages: [{ role: 'system', content: 'Be brief.\n\nBe kind.' }, user],
    },
    {
      name: 'a message of the system in between',
      body: { messages: [user, { role: 'system', content: [{ type: 'text', text: 'It is late.' }] }, user] },
      messages: [user, { role: 'system', content: 'It is late.' }, user],
    },
    {
      name: 'texts of one message and of neighbours',
      body: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
          user,
        ],
      },
      messages: [{ role: 'user', content: 'a\n\nb\n\nhi' }],
    },
    {
      name: 'an image and its question',
      body: { messages: [{ role: 'user', content: [image, { type: 'text', text: 'what?' }] }] },
      messages: [{ role: 'user', content: [imagePart, { type: 'text', text: 'what?' }] }],
    },
    {
      name: 'an image at an address and a document',
      body: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: { type: 'url', url: 'https://pictures.test/a.png' } },
              {
                type: 'document',
                title: 'a.pdf',
                source: { type: 'base64', media_type: 'application/pdf', data: 'QQ' },
              },
              { type: 'document', title: 'notes', source: { type: 'text', media_type: 'text/plain', data: 'short' } },
            ],
          },
        ],
      },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://pictures.test/a.png' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ' } },
            { type: 'text', text: 'notes' },
            { type: 'text', text: 'short' },
          ],
        },
      ],
    },
    {
      name: 'calls and their results, in the order of the calls; text after a call stays',
      body: {
        messages: [
          user,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'hm', signature: 'x' },
              { type: 'text', text: 'first' },
              use('toolu_1'),
              use('toolu_2'),
              { type: 'text', text: 'last' },
            ],
          },
          { role: 'user', content: [result('toolu_2'), result('toolu_1'), { type: 'text', text: 'go on' }] },
        ],
      },
      messages: [
        user,
        { role: 'assistant', content: 'first\n\nlast', tool_calls: [call('toolu_1'), call('toolu_2')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'seen toolu_1' },
        { role: 'tool', tool_call_id: 'toolu_2', content: 'seen toolu_2' },
        { role: 'user', content: 'go on' },
      ],
    },
    {
      name: 'results in two messages, and one of the system before them',
      body: {
        messages: [
          user,
          { role: 'assistant', content: [use('toolu_1'), use('toolu_2')] },
          { role: 'system', content: 'It is late.' },
          { role: 'user', content: [result('toolu_1')] },
          { role: 'user', content: [result('toolu_2')] },
        ],
      },
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [call('toolu_1'), call('toolu_2')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'seen toolu_1' },
        { role: 'tool', tool_call_id: 'toolu_2', content: 'seen toolu_2' },
        { role: 'system', content: 'It is late.' },
      ],
    },
    {
      name: 'a call without a result is answered',
      body: { messages: [user, { role: 'assistant', content: [use('toolu_1')] }, user] },
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [call('toolu_1')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'This call has no result: it was interrupted.' },
        user,
      ],
    },
    {
      name: 'a result without a call becomes words',
      body: { messages: [{ role: 'user', content: [result('toolu_9'), { type: 'text', text: 'go on' }] }] },
      messages: [{ role: 'user', content: 'Result of an earlier tool call:\n\nseen toolu_9\n\ngo on' }],
    },
    {
      name: 'ids that come again, as some upstreams count their calls from 0',
      body: {
        messages: [
          user,
          { role: 'assistant', content: [use('call_0')] },
          { role: 'user', content: [result('call_0', 'one')] },
          { role: 'assistant', content: [use('call_0')] },
          { role: 'user', content: [result('call_0', 'two')] },
        ],
      },
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [call('call_0')] },
        { role: 'tool', tool_call_id: 'call_0', content: 'one' },
        { role: 'assistant', content: null, tool_calls: [call('call_0')] },
        { role: 'tool', tool_call_id: 'call_0', content: 'two' },
      ],
    },
    {
      name: 'images of results follow all results, before what the user says',
      body: {
        messages: [
          user,
          { role: 'assistant', content: [use('toolu_1'), use('toolu_2')] },
          {
            role: 'user',
            content: [
              result('toolu_1', [{ type: 'text', text: 'a picture' }, image]),
              { ...result('toolu_2', 'no such file'), is_error: true },
              { type: 'text', text: 'well?' },
            ],
          },
        ],
      },
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [call('toolu_1'), call('toolu_2')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'a picture' },
        { role: 'tool', tool_call_id: 'toolu_2', content: 'The call failed:\n\nno such file' },
        {
          role: 'user',
          content: [{ type: 'text', text: 'Returned by look:' }, imagePart, { type: 'text', text: 'well?' }],
        },
      ],
    },
    {
      name: 'a turn of thinking alone is left out; turns of the assistant that touch are one',
      body: {
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: '' }] },
          { role: 'assistant', content: 'I look.' },
          { role: 'assistant', content: [use('toolu_1')] },
          { role: 'user', content: [result('toolu_1')] },
        ],
      },
      messages: [
        user,
        { role: 'assistant', content: 'I look.', tool_calls: [call('toolu_1')] },
        { role: 'tool', tool_call_id: 'toolu_1', content: 'seen toolu_1' },
      ],
    },
  ])('$name', ({ body, messages }) => {
    expect(translate(body).body['messages']).toEqual(messages);
  });

  test('an image of this machine is refused, never read', () => {
    const content = [{ type: 'image', source: { type: 'url', url: 'file:///etc/passwd' } }];
    const request = messagesChat.request({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content }] }, options);
    expect(request).toMatchObject({ refused: true, status: 400 });
  });
});
