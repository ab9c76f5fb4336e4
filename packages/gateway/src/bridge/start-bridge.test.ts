import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toList, toObject, toText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { startGateway } from '../start/start-gateway.ts';
import { ask, askStream, expectSame } from '../testing/ask.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import { filler, writeRequest } from '../testing/write-request.ts';
import type { Script } from '../testing/write-request.ts';
import type { RunningGateway } from '../options.ts';
import { startBridge } from './start-bridge.ts';

let native: RunningGateway;
let chatOnly: RunningGateway;
let bridge: RunningGateway;

beforeAll(async () => {
  native = await startGateway({ key: testKey });
  chatOnly = await startGateway({ key: testKey, wires: ['chat'] });
  bridge = await startBridge({ baseUrl: chatOnly.baseUrl });
});
afterAll(() => Promise.all([bridge.close(), chatOnly.close(), native.close()]));

/** What an answer says, without what differs by nature: ids, the size of a request, the advice for its wire. */
function readEssence(wire: 'messages' | 'responses', answer: JsonObject): Json {
  const blank = (text: Json | undefined): string =>
    (toText(text) ?? '').replaceAll(/\d+/gu, '0').replaceAll(/connect (?:openai|anthropic)/gu, 'connect');
  if (wire === 'messages') {
    const blocks = toList(answer['content']).map(toObject);
    const said = blocks.map(({ input = null, name = null, text, type = null }) => ({
      type,
      name,
      input,
      text: blank(text),
    }));
    return [answer['stop_reason'] ?? null, answer['model'] ?? null, ...said];
  }
  const items = toList(answer['output']).map(toObject);
  const said = items.map(({ arguments: input = null, content = [], name = null, status = null, type = null }) => ({
    type,
    name,
    input,
    status,
    texts: toList(content).map((part) => blank(toObject(part)['text'])),
  }));
  const { output: _output, usage: _usage, id: _id, created_at: _at, completed_at: _end, ...echoed } = answer;
  return [echoed, ...said];
}

describe.each(['messages', 'responses'] as const)('%s', (wire) => {
  const scripts = fc.record<Script>({
    text: fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.trim() !== '' && !/\d/u.test(text)),
    maxTokens: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    stop: fc.constant(undefined),
    tool: fc.constantFrom('auto', 'required', undefined),
    format: fc.constantFrom('schema', undefined),
  });

  test('is as whole as a native answer, streamed or not, and says the same', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const body = writeRequest(wire, script);
        const plain = toJson(await ask(bridge, wire, body));
        const streamed = await askStream(bridge, wire, body);
        const known = toJson(await ask(native, wire, body));
        expect(readEssence(wire, plain)).toEqual(readEssence(wire, known));
        expectSame(wire, streamed, withIdsOf(plain, streamed));
      }),
      { numRuns: 30 },
    );
  });

  test('a refusal of the key is the caller’s own to mend', async () => {
    const path = `/v1/${wire}`;
    const headers = { authorization: 'Bearer gk_another' };
    const received = await send(bridge, { path, headers, body: writeRequest(wire, { ...filler, text: 'hi' }) });
    expect(received.status).toBe(401);
    expect(toObject(toJson(received)['error'])['type']).toBe('authentication_error');
  });

  test('a thread that is too long is refused in the words that tools look for', async () => {
    const body = writeRequest(wire, { ...filler, text: 'x'.repeat(30_000) }, 'demo/small');
    const received = await ask(bridge, wire, body);
    expect(received.status).toBe(400);
    const error = toObject(toJson(received)['error']);
    expect(error['message']).toMatch(wire === 'messages' ? /^prompt is too long: \d+ tokens > 4096 maximum/u : /4096/u);
    expect(error['message']).toContain('lite (32768)');
    if (wire === 'responses') expect(error['code']).toBe('context_length_exceeded');
  });

  test('a probe and an unknown model', async () => {
    expect((await ask(bridge, wire, {})).status).toBe(400);
    const unknown = await ask(bridge, wire, writeRequest(wire, { ...filler, text: 'hi' }, 'demo/gone'));
    expect(unknown.status).toBe(404);
    const absurd = await ask(bridge, wire, writeRequest(wire, { ...filler, text: 'hi' }, 'x'.repeat(20_000)));
    expect(absurd.status).toBe(404);
  });

  test('a stream that broke off does not look whole', async () => {
    const body = { ...writeRequest(wire, { ...filler, text: 'demo:cut' }), stream: true };
    const received = await ask(bridge, wire, body);
    expect(received.status).toBe(200);
    expect(received.text).not.toMatch(/\[DONE\]|message_stop|response\.completed/u);
    expect(received.text).toContain(wire === 'messages' ? 'event: error' : 'event: response.failed');
  });

  test('an address where nothing listens', async () => {
    const lost = await startBridge({ baseUrl: 'http://127.0.0.1:9/v1' });
    const received = await ask(lost, wire, writeRequest(wire, { ...filler, text: 'hi' }));
    expect(received.status).toBe(502);
    expect(await send(lost, { path: '/v1/models' })).toMatchObject({ status: 502 });
    await lost.close();
  });
});

/** The ids of the streamed answer: each answer has its own. */
function withIdsOf(plain: JsonObject, events: readonly JsonObject[]): JsonObject {
  const text = JSON.stringify(events);
  const seedOf = (value: string): string => /(?:msg|resp)_([0-9a-f]{24})/u.exec(value)?.[1] ?? '';
  return JSON.parse(JSON.stringify(plain).replaceAll(seedOf(JSON.stringify(plain)), seedOf(text)));
}

describe('everything else', () => {
  test.each(['/v1/models', '/v1/models/demo/chat'])('GET %s goes through', async (path) => {
    const received = await send(bridge, { path });
    expect(received.text).toBe((await send(chatOnly, { path })).text);
    expect(received.status).toBe(200);
  });

  test('chat completions and embeddings go through', async () => {
    const chat = await ask(bridge, 'chat', writeRequest('chat', { ...filler, text: 'hi' }));
    expect(chat).toMatchObject({ status: 200 });
    const body = { model: 'demo/embed', input: 'hi' };
    const embedded = await send(bridge, { path: '/v1/embeddings', body });
    expect(toJson(embedded)).toMatchObject({ data: [{ object: 'embedding' }] });
  });

  test('counting tokens is an estimate that says so', async () => {
    const body = writeRequest('messages', { ...filler, text: 'hi' });
    const received = await send(bridge, { path: '/v1/messages/count_tokens', body });
    expect(received.headers['x-gateway-estimate']).toBe('1');
    expect(toJson(received)).toEqual({ input_tokens: expect.any(Number) });
  });

  test.each(['/', '/api/hello'])('HEAD %s, as Claude Code asks first', async (path) => {
    expect(await send(bridge, { method: 'HEAD', path })).toMatchObject({ status: 200 });
  });

  test.each(['/v1/../healthz', '/v1/%2e%2e/healthz', '/v1/a/.%2E/..%2fhealthz', '/v1/./models'])(
    'nothing goes through to what is no part of the interface: %s',
    async (path) => {
      expect(await send(bridge, { path })).toMatchObject({
        status: 404,
        text: expect.stringContaining('no such route'),
      });
    },
  );

  test('other hosts and web pages are refused', async () => {
    const path = '/v1/models';
    expect(await send(bridge, { path, headers: { host: 'evil.test' } })).toMatchObject({ status: 403 });
    expect(await send(bridge, { path, headers: { origin: 'https://evil.test' } })).toMatchObject({ status: 403 });
  });
});
