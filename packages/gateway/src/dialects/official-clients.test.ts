import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBridge } from '../bridge/start-bridge.ts';
import { startGateway } from '../start/start-gateway.ts';
import { testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';

let native: RunningGateway;
let chatOnly: RunningGateway;
let bridge: RunningGateway;

beforeAll(async () => {
  native = await startGateway({ key: testKey });
  chatOnly = await startGateway({ key: testKey, wires: ['chat'] });
  bridge = await startBridge({ baseUrl: chatOnly.baseUrl });
});
afterAll(() => Promise.all([bridge.close(), chatOnly.close(), native.close()]));

/** What two answers to one question have in common: all but what each has of its own. */
function withoutIds(answer: unknown): unknown {
  const own = new Set(['id', 'call_id', 'created_at', 'completed_at', 'created', '_request_id']);
  const ofClient = new Set(['parsed', 'parsed_output', 'parsed_arguments', 'output_parsed', 'output_text']);
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (own.has(key) || ofClient.has(key) ? undefined : value)),
  );
}

const schema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };
const questions = ['hi', 'demo:tool=look', 'demo:reasoning'];

describe.each([
  ['natively', () => native],
  ['through a bridge', () => bridge],
] as const)('%s', (way, gateway) => {
  const openai = () => new OpenAI({ apiKey: testKey, baseURL: gateway().baseUrl, maxRetries: 0 });
  const anthropic = () => new Anthropic({ authToken: testKey, apiKey: null, baseURL: gateway().url, maxRetries: 0 });

  test.each(questions)('Messages: a stream adds up to the plain answer to "%s"', async (content) => {
    const params = {
      model: 'lite',
      max_tokens: 500,
      messages: [{ role: 'user' as const, content }],
      tools: [{ name: 'look', input_schema: schema }],
    };
    const plain = await anthropic().messages.create(params);
    const streamed = await anthropic().messages.stream(params).finalMessage();
    expect(withoutIds(streamed)).toEqual(withoutIds(plain));
    expect(plain.content.length).toBeGreaterThan(0);
  });

  test.each(questions)('Responses: a stream adds up to the plain answer to "%s"', async (input) => {
    const params = {
      model: 'lite',
      input,
      tools: [{ type: 'function' as const, name: 'look', parameters: schema, strict: false }],
    };
    const plain = await openai().responses.create(params);
    const streamed = await openai().responses.stream(params).finalResponse();
    expect(withoutIds(streamed)).toEqual(withoutIds(plain));
    expect(plain.output.length).toBeGreaterThan(0);
  });

  test.each(questions)('chat completions: a stream adds up to the plain answer to "%s"', async (content) => {
    const params = {
      model: 'lite',
      messages: [{ role: 'user' as const, content }],
      tools: [{ type: 'function' as const, function: { name: 'look', parameters: schema } }],
    };
    const plain = await openai().chat.completions.create(params);
    const streamed = await openai()
      .chat.completions.stream({ ...params, stream_options: { include_usage: true } })
      .finalChatCompletion();
    expect(streamed).toMatchObject({ model: plain.model, usage: plain.usage });
    expect(plain.choices).toMatchObject(JSON.parse(JSON.stringify(withoutIds(streamed.choices))));
  });

  test('errors are those that the clients know', async () => {
    const hi = [{ role: 'user' as const, content: 'hi' }];
    const gone = anthropic().messages.create({ model: 'demo/gone', max_tokens: 5, messages: hi });
    await expect(gone).rejects.toBeInstanceOf(Anthropic.NotFoundError);
    const broken = openai().responses.create({ model: 'lite', input: 'hi', previous_response_id: 'resp_1' });
    await expect(broken).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    const cut = anthropic().messages.stream({
      model: 'lite',
      max_tokens: 500,
      messages: [{ role: 'user', content: 'demo:cut' }],
    });
    await expect(cut.finalMessage(), way).rejects.toBeInstanceOf(Anthropic.AnthropicError);
  });
});
