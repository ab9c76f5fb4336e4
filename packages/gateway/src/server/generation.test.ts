import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toList, toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { ask, askStream, expectSame } from '../testing/ask.ts';
import { testKey, toJson } from '../testing/send.ts';
import { filler, writeRequest } from '../testing/write-request.ts';
import type { Script } from '../testing/write-request.ts';
import type { RunningGateway } from '../options.ts';
import type { Wire } from '../types.ts';
import { startGateway } from '../start/start-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ key: testKey });
});
afterAll(() => gateway.close());

const names: readonly Wire[] = ['chat', 'messages', 'responses'];

describe.each(names)('%s', (wire) => {
  test('a stream adds up to the plain answer', async () => {
    const scripts = fc.record<Script>({
      text: fc.string({ unit: 'grapheme', maxLength: 200 }),
      maxTokens: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
      stop: fc.option(fc.constantFrom('served', 'Tools', '\n', 'nowhere'), { nil: undefined }),
      tool: fc.constantFrom('auto', 'required', undefined),
      format: fc.constantFrom('schema', undefined),
    });
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const body = writeRequest(wire, script);
        const plain = await ask(gateway, wire, body);
        expect(plain.status).toBe(200);
        expectSame(wire, await askStream(gateway, wire, body), toJson(plain));
      }),
      { numRuns: 40 },
    );
  });

  test('the same request has the same bytes', async () => {
    const body = { ...writeRequest(wire, { ...filler, text: 'hello' }), stream: true };
    const [first, second, other] = await Promise.all([
      ask(gateway, wire, body),
      ask(gateway, wire, body),
      ask(gateway, wire, { ...writeRequest(wire, { ...filler, text: 'hello!' }), stream: true }),
    ]);
    expect(second.text).toBe(first.text);
    expect(other.text).not.toBe(first.text);
  });

  test('says that it is a demo, who answered, and how the request looked', async () => {
    const received = await ask(gateway, wire, writeRequest(wire, { ...filler, text: 'hello', tool: 'auto' }, 'lite'));
    expect(received.text).toContain('This is a demo answer');
    expect(received.text).toContain('Asked for: lite · served by: demo/chat');
    expect(received.text).toMatch(/Messages: 1 · tokens: about \d+ · window: 32768/u);
    expect(received.text).toContain('Tools offered: 1 (look)');
    expect(received.headers).toMatchObject({
      'x-gateway-model': 'demo/chat',
      'x-gateway-alias': 'lite',
      'x-gateway-attempts': 'demo/chat=ok',
    });
    expect(toJson(received)['model']).toBe('demo/chat');
  });

  test('an empty object is a bad request, so that a probe sees the route', async () => {
    expect((await ask(gateway, wire, {})).status).toBe(400);
  });

  test('an unknown model is 404 in the shape of the wire', async () => {
    const received = await ask(gateway, wire, writeRequest(wire, { ...filler, text: 'hello' }, 'demo/gone'));
    expect(received.status).toBe(404);
    const error = toObject(toJson(received)['error']);
    expect(error['message']).toContain('no model "demo/gone"');
    expect(error['type']).toBe(wire === 'messages' ? 'not_found_error' : 'invalid_request_error');
    if (wire === 'messages') expect(toJson(received)).toMatchObject({ type: 'error', request_id: expect.any(String) });
    else expect(error).toMatchObject({ code: 'model_not_found', param: 'model' });
  });

  test('a thread that is too long is 400 with the way out', async () => {
    const script = { ...filler, text: 'x'.repeat(30_000) };
    const received = await ask(gateway, wire, writeRequest(wire, script, 'demo/small'));
    expect(received.status).toBe(400);
    const error = toObject(toJson(received)['error']);
    expect(error['message']).toMatch(
      wire === 'messages' ? /^prompt is too long: 50\d\d tokens > 4096 maximum/u : /4096/u,
    );
    expect(error['message']).toContain('lite (32768)');
    if (wire !== 'messages') expect(error['code']).toBe('context_length_exceeded');
    expect((await ask(gateway, wire, writeRequest(wire, script, 'lite'))).status).toBe(200);
  });

  test('directives force a status, a delay, a broken stream', async () => {
    const forced = await ask(gateway, wire, writeRequest(wire, { ...filler, text: 'demo:status=429' }));
    expect(forced.status).toBe(429);
    expect(toObject(toJson(forced)['error'])['type']).toBe('rate_limit_error');
    const start = performance.now();
    await ask(gateway, wire, writeRequest(wire, { ...filler, text: 'demo:delay=120' }));
    expect(performance.now() - start).toBeGreaterThan(110);
    const cut = await ask(gateway, wire, { ...writeRequest(wire, { ...filler, text: 'demo:cut' }), stream: true });
    expect(cut.status).toBe(200);
    expect(cut.text).toMatch(/"error"/u);
    expect(cut.text).toContain('broke off');
    expect(cut.text).not.toMatch(/\[DONE\]|message_stop|response\.completed/u);
  });

  test('demo:tool calls a tool once, then the result is answered in words', async () => {
    const body = writeRequest(wire, { ...filler, text: 'demo:tool=look', tool: 'auto' });
    expect((await ask(gateway, wire, body)).text).toContain('city');
    const results: Readonly<Record<Wire, JsonObject>> = {
      chat: { role: 'tool', tool_call_id: 'call_1', content: '42' },
      messages: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '42' }] },
      responses: { type: 'function_call_output', call_id: 'call_1', output: '42' },
    };
    const field = wire === 'responses' ? 'input' : 'messages';
    const thread = [...toList(body[field]), results[wire]];
    const next = await ask(gateway, wire, { ...body, [field]: thread });
    expect(next.text).toContain('The thread ends with the result of a tool.');
  });

  test('a tool that must be called but is not offered is a bad request', async () => {
    const { tools: _tools, ...body } = writeRequest(wire, { ...filler, text: 'hello', tool: 'required' });
    expect((await ask(gateway, wire, body)).status).toBe(400);
  });

  test('a limit that makes no sense is a bad request', async () => {
    for (const maxTokens of [0, -1, 1.5]) {
      expect((await ask(gateway, wire, writeRequest(wire, { ...filler, text: 'hello', maxTokens }))).status).toBe(400);
    }
  });
});
