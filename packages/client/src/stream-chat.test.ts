import { streamChat, type ChatEvent, type Gateway } from '@modelrack/client';
import { expect, it } from 'vitest';
import { sceneForTest } from './testing/gateway-for-test.ts';
import { sendChat, sendJson } from './testing/serve-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }] as const;

async function eventsOf(gateway: Gateway, signal?: AbortSignal): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of streamChat(gateway, { model: 'lite', messages }, { signal })) events.push(event);
  return events;
}

const textOf = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

it('hands out the answer in parts, and its end', async () => {
  const { server, gateway } = await sceneForTest();
  const events = await eventsOf(gateway);
  expect(events).toEqual([
    { type: 'text', text: 'Hello' },
    { type: 'text', text: ' there' },
    { type: 'end', model: 'lite', finishReason: 'stop', usage: { input: 7, output: 2 } },
  ]);
  expect(server.requests[0]?.json).toEqual({ model: 'lite', messages, stream: true });
});

it('reads letters that are cut in two, comments and odd line ends', async () => {
  const { server, gateway } = await sceneForTest();
  const bytes = Buffer.from(
    ': hello\r\n\r\ndata: {"choices":[{"delta":{"content":"grün 🙂"}}]}\r\n\r\ndata: {"choices":[{"delta":{"reasoning_content":"hm"},"finish_reason":"stop"}]}',
  );
  server.on('POST /chat/completions', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const byte of bytes) response.write(Buffer.from([byte]));
    response.end();
  });
  expect((await eventsOf(gateway)).slice(0, 2)).toEqual([
    { type: 'text', text: 'grün 🙂' },
    { type: 'reasoning', text: 'hm' },
  ]);
});

it('takes a whole message of a gateway that does not stream', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('POST /chat/completions', (_, response) =>
    sendJson(response, {
      model: 'm',
      choices: [{ message: { content: [{ type: 'text', text: 'all' }] }, finish_reason: 'length' }],
    }),
  );
  expect(await eventsOf(gateway)).toMatchObject([{ text: 'all' }, { type: 'end', finishReason: 'length' }]);
});

it('fails on an error in the middle, without the key in it', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('POST /chat/completions', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"so"}}]}\n\n');
    response.end(`data: {"error":{"message":"insufficient_quota for ${gateway.key}"}}\n\n`);
  });
  const error: unknown = await eventsOf(gateway).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'quota' });
  expect(JSON.stringify(error) + String(error)).not.toContain(gateway.key);
});

it('tells a whole answer from one that breaks off', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('POST /chat/completions', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{"delta":{"content":"so"}}]}\n\n');
  });
  await expect(eventsOf(gateway)).rejects.toMatchObject({ code: 'broken-body' });
  server.on('POST /chat/completions', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '9999' });
    response.write('data: {"choices":[{"delta":{"content":"so"}}]}\n\n', () => response.destroy());
  });
  await expect(eventsOf(gateway)).rejects.toMatchObject({ code: 'broken-body' });
  for (const nothing of ['', 'data: {"x":1}\n\n']) {
    server.on('POST /chat/completions', (_, response) => void response.end(`${nothing}data: [DONE]\n\n`));
    await expect(eventsOf(gateway)).rejects.toMatchObject({ code: 'broken-body' });
  }
});

it('ends the request when it is interrupted, and when nobody reads on', async () => {
  const { server, gateway } = await sceneForTest();
  const closed: Promise<void>[] = [];
  server.on('POST /chat/completions', (_, response) => {
    closed.push(new Promise((resolve) => void response.once('close', resolve)));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"so"}}]}\n\n');
  });
  const controller = new AbortController();
  const run = (async () => {
    for await (const _ of streamChat(gateway, { model: 'lite', messages }, { signal: controller.signal }))
      controller.abort();
  })();
  await expect(run).rejects.toMatchObject({ code: 'interrupted' });
  for await (const _ of streamChat(gateway, { model: 'lite', messages })) break;
  await Promise.all(closed);
  expect(closed).toHaveLength(2);
});

it('asks once, whatever comes back', async () => {
  const { server, gateway } = await sceneForTest();
  for (const status of [429, 500, 502, 503]) {
    server.on('POST /chat/completions', (_, response) => sendJson(response, { error: { message: 'busy' } }, status));
    await expect(eventsOf(gateway)).rejects.toMatchObject({ code: status === 429 ? 'rate-limit' : 'server' });
  }
  server.on('POST /chat/completions', (_, response) => response.destroy());
  await expect(eventsOf(gateway)).rejects.toMatchObject({ code: 'unreachable' });
  expect(server.requests).toHaveLength(5);
});

it('sends the key, and says so when it is refused', async () => {
  const { server, gateway } = await sceneForTest();
  await expect(eventsOf({ ...gateway, key: 'sk-other' })).rejects.toMatchObject({ code: 'auth' });
  server.on('POST /chat/completions', ({ headers }, response) => sendChat(response, [String(headers['user-agent'])]));
  expect(textOf(await eventsOf(gateway))).toBe('modelrack');
});
