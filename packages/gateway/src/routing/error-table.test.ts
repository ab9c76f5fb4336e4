import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import type { JsonObject } from '../json.ts';
import { toObject } from '../json.ts';
import { errorRows as rows } from '../testing/error-rows.ts';
import { data, delta, failure, fine, json, reset, role, startFaultServer, stream } from '../testing/fault-server.ts';
import type { FaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import type { TestConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';

let first: FaultServer;
let second: FaultServer;
let config: TestConfig;
let gateway: RunningGateway;
const lines: string[] = [];

function settings(): JsonObject {
  const wires = ['chat', 'messages', 'responses', 'images', 'embeddings', 'speech'];
  return {
    connections: {
      one: { base_url: first.url, wires, key: '{secret:one}' },
      two: { base_url: second.url, wires, key: '{secret:two}' },
      // Nothing listens on the port of a server that was closed.
      gone: { base_url: 'http://127.0.0.1:9/v1', wires },
    },
    aliases: {
      both: ['one/a', 'two/b'],
      dead: ['gone/x', 'two/b'],
      lone: ['one/a'],
      quick: { chain: ['one/a', 'two/b'], first_token_ms: 150 },
      strict: { chain: ['one/a', 'two/b'], on_refusal: 'next' },
      growing: ['one/small', 'one/a', 'two/large'],
    },
  };
}

beforeAll(async () => {
  first = await startFaultServer({ a: 1000, small: 500 });
  second = await startFaultServer({ b: 1000, large: 100_000 });
  config = liveConfig(settings());
  gateway = await startGateway({ key: testKey, config, log: (line) => lines.push(line) });
  await send(gateway, { path: '/v1/models' });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([first.close(), second.close()]);
});
// A reload forgets every cooldown.
beforeEach(() => {
  config.change(settings());
  second.behave(fine);
});

const words = [{ role: 'user', content: 'hello' }];

async function ask(model: string, path = '/v1/chat/completions', rest: JsonObject = {}) {
  const before = [first.hits.length, second.hits.length];
  const received = await send(gateway, { path, body: { model, messages: words, input: 'x', prompt: 'x', ...rest } });
  const hits = [first.hits.length - (before[0] ?? 0), second.hits.length - (before[1] ?? 0)];
  return { ...received, hits, attempts: received.headers['x-gateway-attempts'] };
}

describe.each(rows)('$name', ({ code, isPassedOn, kind, status, times, upstream }) => {
  test('a full id', async () => {
    first.behave(upstream);
    const received = await ask('one/a');
    expect(received.hits).toEqual([times, 0]);
    expect(received.status).toBe(status);
    expect(toObject(toJson(received)['error'])['code']).toBe(code);
    expect(received.attempts).toBe(Array.from({ length: times }, () => `one/a=${kind}`).join(', '));
    expect(received.text).not.toContain('sk-one');
  });

  test('an alias', async () => {
    first.behave(upstream);
    const received = await ask('both');
    expect(received.hits).toEqual([1, isPassedOn ? 1 : 0]);
    expect(received.status).toBe(isPassedOn ? 200 : status);
    expect(received.attempts).toBe(isPassedOn ? `one/a=${kind}, two/b=ok` : `one/a=${kind}`);
    expect(received.headers['x-gateway-alias']).toBe('both');
    expect(received.headers['x-gateway-model']).toBe(isPassedOn ? 'two/b' : undefined);
  });
});

test('nothing listens: the next of the alias, a 502 for the full id', async () => {
  const passed = await ask('dead');
  expect(passed).toMatchObject({ status: 200, hits: [0, 1], attempts: 'gone/x=unreachable, two/b=ok' });
  const pinned = await ask('gone/x');
  expect(pinned).toMatchObject({ status: 502, attempts: 'gone/x=unreachable, gone/x=unreachable' });
});

test.each([
  ['a web page', 'text/html; charset=utf-8', '<html>Sign in</html>', 200],
  ['a web page of another spelling', 'Text/HTML', '<html>Sign in</html>', 200],
  ['a web page without a type', '', '<html>Sign in</html>', 200],
  ['a text', 'text/plain', 'try again', 200],
  ['half of an answer', 'application/json', '{"choices":[{"mess', 200],
  ['blanks', 'application/json', ' \n', 200],
  ['null', 'application/json', 'null', 200],
  ['nothing at all', 'application/json', '', 204],
])('%s is no answer: the next of the alias, a 502 for the full id', async (_, type, text, status) => {
  first.behave(
    (_hit, response) => void response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text),
  );
  expect(await ask('both')).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=server, two/b=ok' });
  const pinned = await ask('one/a');
  expect(pinned).toMatchObject({ status: 502, hits: [2, 0] });
  expect(pinned.text).not.toContain('Sign in');
});

test('an id that no header could hold is no model', async () => {
  const received = await ask(`one/${'a'.repeat(20_000)}`);
  expect(received).toMatchObject({ status: 404, hits: [0, 0] });
  expect(received.text.length).toBeLessThan(400);
});

test('a server that speaks no TLS: the next of the alias, a 502 for the full id', async () => {
  const usual = settings();
  const lab = { base_url: first.url.replace('http:', 'https:'), wires: ['chat'] };
  const connections = { ...toObject(usual['connections']), secure: lab };
  config.change({ connections, aliases: { safe: ['secure/x', 'two/b'] } });
  expect(await ask('safe')).toMatchObject({ status: 200, hits: [0, 1], attempts: 'secure/x=unreachable, two/b=ok' });
  const pinned = await ask('secure/x');
  expect(pinned).toMatchObject({ status: 502, attempts: 'secure/x=unreachable, secure/x=unreachable' });
});

test('a limit tells a full id how long to wait', async () => {
  first.behave(json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }));
  expect(await ask('one/a')).toMatchObject({ status: 429, hits: [1, 0], headers: { 'retry-after': '7' } });
});

test('no first token in time: the next of the alias', async () => {
  first.behave(() => undefined);
  expect(await ask('quick')).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=timeout, two/b=ok' });
  first.behave(stream([role], 'stay'));
  config.change(settings());
  const streamed = await ask('quick', '/v1/chat/completions', { stream: true });
  expect(streamed).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=timeout, two/b=ok' });
});

test('a refusal of the model is an answer, unless the alias wants another', async () => {
  first.behave(json(200, { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }));
  expect(await ask('both')).toMatchObject({ status: 200, hits: [1, 0], attempts: 'one/a=ok' });
  expect(await ask('strict')).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=refusal, two/b=ok' });
  first.behave(failure(400, 'no', { code: 'content_filter' }));
  expect(await ask('strict')).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=refusal, two/b=ok' });
});

test.each([400, 413, 422])(
  'too long, as %i: only a larger member is asked, the full id gets the way out',
  async (status) => {
    const upstream = failure(
      status,
      "This model's maximum context length is 500 tokens. However, you requested 700 tokens",
      { code: 'context_length_exceeded' },
    );
    first.behave(upstream);
    second.behave(fine);
    const grown = await ask('growing');
    expect(grown).toMatchObject({
      status: 200,
      hits: [2, 1],
      attempts: 'one/small=window, one/a=window, two/large=ok',
    });
    const same = await ask('both');
    expect(same).toMatchObject({ status: 400, hits: [1, 0], attempts: 'one/a=window' });
    const pinned = await ask('one/small');
    expect(pinned).toMatchObject({ status: 400, hits: [1, 0] });
    const error = toObject(toJson(pinned)['error']);
    expect(error['code']).toBe('context_length_exceeded');
    expect(error['message']).toMatch(/500 tokens.*700.*Models that are large enough: .*; or start a new conversation/u);
    const onMessages = await ask('one/small', '/v1/messages');
    expect(toObject(toJson(onMessages)['error'])['message']).toMatch(/^prompt is too long: 700 tokens > 500 maximum/u);
  },
);

test('the caller hangs up: nobody else is asked, and the upstream is told', async () => {
  const before = first.aborted();
  first.behave(() => undefined);
  const leaving = new AbortController();
  const { port } = gateway;
  const asked = fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}` },
    body: JSON.stringify({ model: 'both', messages: words }),
    signal: leaving.signal,
  }).catch(() => 'left');
  const hits = first.hits.length;
  while (first.hits.length === hits) await new Promise((resolve) => setTimeout(resolve, 5));
  const others = second.hits.length;
  leaving.abort();
  expect(await asked).toBe('left');
  while (first.aborted() === before) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(second.hits.length).toBe(others);
});

describe('everybody fails', () => {
  test('429 if all said so, with the smallest wait; else 503 with what was tried', async () => {
    first.behave(json(429, {}, { 'retry-after': '9' }));
    second.behave(json(429, {}, { 'retry-after': '4' }));
    const limited = await ask('both');
    expect(limited).toMatchObject({ status: 429, hits: [1, 1], headers: { 'retry-after': '4' } });
    config.change(settings());
    second.behave(failure(500, 'broken'));
    const failed = await ask('both');
    expect(failed).toMatchObject({ status: 503, hits: [1, 1] });
    expect(toObject(toJson(failed)['error'])['attempts']).toEqual([
      { model: 'one/a', kind: 'rate', status: 429 },
      { model: 'two/b', kind: 'server', status: 500 },
    ]);
  });
});

describe('cooldown', () => {
  test('who said 429 is left out; if all did, the one that is free first is asked', async () => {
    first.behave(json(429, {}, { 'retry-after': '60' }));
    await ask('both');
    expect(await ask('both')).toMatchObject({ status: 200, hits: [0, 1], attempts: 'two/b=ok' });
    second.behave(json(429, {}, { 'retry-after': '5' }));
    expect((await ask('both')).status).toBe(429);
    second.behave(fine);
    expect(await ask('both')).toMatchObject({ status: 200, hits: [0, 1] });
  });

  test('a server fault counts from the second in a row, a full id is always asked', async () => {
    first.behave(failure(500, 'broken'));
    expect((await ask('both')).hits).toEqual([1, 1]);
    expect((await ask('both')).hits).toEqual([1, 1]);
    expect((await ask('both')).hits).toEqual([0, 1]);
    first.behave(fine);
    expect(await ask('one/a')).toMatchObject({ status: 200, hits: [1, 0] });
    expect((await ask('both')).hits).toEqual([1, 0]);
  });
});

describe('work that is billed', () => {
  const billed = ['/v1/images/generations', '/v1/audio/speech'];

  test.each(billed)('%s goes on only where it surely did not begin', async (path) => {
    for (const upstream of [failure(401, 'no'), failure(404, 'no'), failure(429, 'no'), failure(503, 'no')]) {
      config.change(settings());
      first.behave(upstream);
      expect((await ask('both', path)).hits).toEqual([1, 1]);
    }
    for (const upstream of [failure(500, 'no'), failure(502, 'no'), reset]) {
      config.change(settings());
      first.behave(upstream);
      const received = await ask('both', path);
      expect(received.hits).toEqual([1, 0]);
      expect(received.status).toBeGreaterThanOrEqual(500);
      expect((await ask('one/a', path)).hits).toEqual([1, 0]);
    }
    config.change(settings());
    first.behave(() => undefined);
    expect(await ask('quick', path)).toMatchObject({ status: 504, hits: [1, 0] });
  });
});

test('a stream that begins with a limit: the next of the alias, and nothing of the first', async () => {
  first.behave(stream([role, data({ error: { message: 'slow', code: 'rate_limit_exceeded' } })]));
  const pieces = [role, delta('fine'), delta('', 'stop'), data('[DONE]')];
  second.behave(stream(pieces));
  const received = await ask('both', '/v1/chat/completions', { stream: true });
  expect(received).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=rate, two/b=ok' });
  expect(received.text).toBe(pieces.join(''));
  first.behave(stream([data({ error: { message: 'slow', code: 'rate_limit_exceeded' } })]));
  expect(await ask('one/a', '/v1/chat/completions', { stream: true })).toMatchObject({ status: 429, hits: [1, 0] });
});

test('no key of an upstream or of the gateway in anything that was logged', () => {
  expect(lines.length).toBeGreaterThan(80);
  expect(lines.join('\n')).not.toMatch(/sk-one|sk-two|hello/u);
  expect(lines.join('\n')).not.toContain(testKey);
});
