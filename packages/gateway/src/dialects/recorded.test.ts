import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { isRefusal } from '../refusal.ts';
import { messagesChat } from './messages-chat.ts';
import { responsesChat } from './responses-chat.ts';
import type { Bridge, BridgedRequest } from './types.ts';

const fixtures = join(import.meta.dirname, '../../../../fixtures/bridges');

/** What the tool sent, prompts and descriptions shortened. */
function readBody(name: string): JsonObject {
  return JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'));
}

function translate(bridge: Bridge, name: string): BridgedRequest {
  const request = bridge.request(readBody(name), { model: 'lite', outputLimitField: 'max_tokens' });
  if (isRefusal(request)) throw new Error(request.message);
  return request;
}

function listNames({ body }: BridgedRequest): readonly unknown[] {
  return JSON.parse(JSON.stringify(body['tools'])).map((tool: { function: { name: unknown } }) => tool.function.name);
}

test('Claude Code: its first request', () => {
  const request = translate(messagesChat, 'claude-code-first');
  expect(request.body).toMatchObject({
    model: 'lite',
    messages: [{ role: 'system' }, { role: 'user' }, { role: 'system' }],
    max_tokens: 32_000,
    reasoning_effort: 'high',
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(JSON.stringify(request.body)).not.toContain('billing');
  expect(Object.keys(request.body).toSorted()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'reasoning_effort',
    'stream',
    'stream_options',
    'tools',
  ]);
  expect(listNames(request)).toContain('ToolSearch');
  // A placeholder of the tool's own, which nobody has searched for.
  expect(listNames(request)).not.toContain('DeferredToolPlaceholder');
  expect(request.warnings).toEqual([]);
});

test('Claude Code: a tool of an MCP server that its search has found', () => {
  const request = translate(messagesChat, 'claude-code-tool-reference');
  expect(listNames(request)).toContain('mcp__house__add_numbers');
  expect(request.body).toMatchObject({
    messages: [
      { role: 'system' },
      { role: 'user' },
      { role: 'system' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'toolu_1', function: { name: 'Bash' } }] },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'hello from a file' },
      { role: 'assistant', tool_calls: [{ id: 'toolu_2', function: { name: 'ToolSearch' } }] },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Tool loaded: mcp__house__add_numbers' },
    ],
  });
});

test('Claude Code: the call of that tool and its result', () => {
  const { body } = translate(messagesChat, 'claude-code-mcp-round');
  expect(JSON.parse(JSON.stringify(body['messages'])).slice(-2)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'toolu_3',
          type: 'function',
          function: { name: 'mcp__house__add_numbers', arguments: '{"left":2,"right":3}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'toolu_3', content: 'sum: 5' },
  ]);
});

test('Codex: its first request', () => {
  const request = translate(responsesChat, 'codex-first');
  expect(request.body).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }], stream: true });
  expect(Object.keys(request.body).toSorted()).toEqual(['messages', 'model', 'stream', 'stream_options', 'tools']);
  expect(listNames(request)).toEqual(
    expect.arrayContaining(['exec_command', 'multi_agent_v1__spawn_agent', 'mcp__house__add_numbers']),
  );
  expect(request.warnings).toEqual(['tool web_search was left out: it would run at the provider']);
});

test('Codex: a call of a function and one of an MCP server', () => {
  const { body } = translate(responsesChat, 'codex-mcp-round');
  expect(body['messages']).toMatchObject([
    { role: 'system' },
    { role: 'user' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', function: { name: 'exec_command' } }] },
    { role: 'tool', tool_call_id: 'call_1' },
    { role: 'assistant', tool_calls: [{ id: 'call_2', function: { name: 'mcp__house__add_numbers' } }] },
    { role: 'tool', tool_call_id: 'call_2', content: 'Wall time: 0.0042 seconds\nOutput:\n\nsum: 5' },
  ]);
});
