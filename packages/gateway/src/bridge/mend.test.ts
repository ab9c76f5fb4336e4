import { afterEach, expect, test } from 'vitest';
import { ask, askStream } from '../testing/ask.ts';
import { toJson } from '../testing/send.ts';
import { startUpstream } from '../testing/start-upstream.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../testing/start-upstream.ts';
import { startBridge } from './start-bridge.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openBridge(answer: (request: UpstreamRequest) => UpstreamAnswer) {
  const upstream = await startUpstream(answer);
  const bridge = await startBridge({ baseUrl: upstream.baseUrl });
  closing.push(
    () => bridge.close(),
    () => upstream.close(),
  );
  const asked = () => upstream.seen.filter(({ url }) => url === '/v1/chat/completions');
  return { bridge, asked };
}

const hi = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] };
const completion = { choices: [{ index: 0, message: { role: 'assistant', content: 'yes?' }, finish_reason: 'stop' }] };
const refuse = (message: string, status = 400): UpstreamAnswer => ({ status, json: { error: { message } } });

test('what the upstream does not take is left out, and asked again', async () => {
  const { bridge, asked } = await openBridge(({ body = {} }) => {
    if ('reasoning_effort' in body) return refuse("Unsupported parameter: 'reasoning_effort'.");
    if ('max_tokens' in body) return refuse("'max_tokens' is not supported. Use 'max_completion_tokens' instead.", 422);
    return { status: 200, json: completion };
  });
  const received = await ask(bridge, 'messages', { ...hi, output_config: { effort: 'max' } });
  expect(toJson(received)).toMatchObject({ content: [{ type: 'text', text: 'yes?' }] });
  expect(asked().map(({ body }) => body)).toEqual(
    [
      { ...hi, reasoning_effort: 'xhigh' },
      { ...hi, reasoning_effort: 'high' },
      hi,
      { model: 'm', messages: hi.messages, max_completion_tokens: 5 },
    ].map((body) => expect.objectContaining(body)),
  );
  expect(asked()).toHaveLength(4);
});

test('a template that takes the system only at the start', async () => {
  const { bridge, asked } = await openBridge(({ body }) =>
    JSON.stringify(body ?? {}).includes('"system"')
      ? refuse('System message must be at the beginning.', 500)
      : { status: 200, json: completion },
  );
  const messages = [...hi.messages, { role: 'system', content: 'It is late.' }];
  expect((await ask(bridge, 'messages', { ...hi, messages })).status).toBe(200);
  expect(asked().at(-1)?.body?.['messages']).toEqual([{ role: 'user', content: 'hi\n\nIt is late.' }]);
});

test('what cannot be mended is told at once', async () => {
  const { bridge, asked } = await openBridge(() => refuse('Your image is broken.'));
  const received = await ask(bridge, 'messages', hi);
  expect(received.status).toBe(400);
  expect(received.text).toContain('Your image is broken.');
  expect(asked()).toHaveLength(1);
});

test('the overflow of an upstream that says it in words, with its numbers', async () => {
  const words = "This model's maximum context length is 8192 tokens. However, your messages resulted in 10240 tokens.";
  const { bridge, asked } = await openBridge(() => refuse(words));
  const received = await ask(bridge, 'messages', hi);
  expect(toJson(received)).toMatchObject({
    type: 'error',
    error: { message: expect.stringMatching(/^prompt is too long: 10240 tokens > 8192 maximum/u) },
  });
  expect(asked()).toHaveLength(1);
});

test('the key and the model reach the upstream as they are; what was left out is said', async () => {
  const { bridge, asked } = await openBridge(() => ({ status: 200, json: completion }));
  const received = await ask(bridge, 'messages', { ...hi, model: 'some/model:free', top_k: 3 });
  expect(received.headers).toMatchObject({
    'x-gateway-bridge': 'messages-chat',
    'x-gateway-warnings': 'top_k was left out',
    'x-gateway-model': 'some/model:free',
  });
  expect(asked()).toMatchObject([
    { headers: { authorization: expect.stringMatching(/^Bearer gk_/u) }, body: { model: 'some/model:free' } },
  ]);
});

test('UTF-8 and events may be cut anywhere', async () => {
  const chunks = [
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'größer 🦆' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 3, completion_tokens: 2 } },
  ];
  const bytes = Buffer.from(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
  const { bridge } = await openBridge(() => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const next = (at: number): void => {
      if (at >= bytes.length) response.end();
      else response.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
    };
    next(0);
  });
  const events = await askStream(bridge, 'messages', hi);
  expect(events).toContainEqual({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'größer 🦆' },
  });
  expect(events.at(-1)).toEqual({ type: 'message_stop' });
});
