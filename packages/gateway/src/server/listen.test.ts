import { isRackError } from '@modelrack/errors';
import { afterAll, describe, expect, test } from 'vitest';
import { toList, toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import type { Received } from '../testing/send.ts';
import type { GatewayOptions, RequestRecord, RunningGateway } from '../options.ts';
import type { ModelRow } from '../types.ts';
import { startGateway } from '../start/start-gateway.ts';

const started: RunningGateway[] = [];
afterAll(() => Promise.all(started.map((gateway) => gateway.close())));

async function start(options: Partial<GatewayOptions> = {}): Promise<RunningGateway> {
  const gateway = await startGateway({ key: testKey, ...options });
  started.push(gateway);
  return gateway;
}

function readError(received: Received): JsonObject {
  return toObject(toJson(received)['error']);
}

const hello: JsonObject = { model: 'lite', messages: [{ role: 'user', content: 'hello' }], max_tokens: 50 };

describe('routes', async () => {
  const gateway = await start();

  test('the address', () => {
    expect(gateway.url).toBe(`http://127.0.0.1:${gateway.port}`);
    expect(gateway.baseUrl).toBe(`${gateway.url}/v1`);
  });

  test.each([
    { method: 'HEAD', path: '/' },
    { method: 'HEAD', path: '/api/hello' },
    { method: 'GET', path: '/healthz' },
    { method: 'HEAD', path: '/healthz' },
  ])('$method $path is 200 without a key', async (sent) => {
    const received = await send(gateway, { ...sent, headers: { authorization: undefined } });
    expect(received.status).toBe(200);
  });

  test('GET /v1/models', async () => {
    const received = await send(gateway, { path: '/v1/models' });
    expect(received.headers['content-type']).toBe('application/json; charset=utf-8');
    const list = toJson(received);
    expect(list['object']).toBe('list');
    expect(toList(list['data'])[0]).toEqual({
      id: 'lite',
      object: 'model',
      created: 1_735_689_600,
      owned_by: 'modelrack',
      type: 'model',
      display_name: 'lite',
      context_window: 32_768,
      context_length: 32_768,
      resolves_to: ['demo/chat'],
    });
  });

  test('every chat model that is listed answers, on every wire', async () => {
    const rows = toList(toJson(await send(gateway, { path: '/v1/models?limit=1000' }))['data']).map(toObject);
    const ids = rows.filter((row) => row['mode'] === undefined).map((row) => row['id']);
    expect(ids).toHaveLength(8);
    for (const model of ids) {
      if (model === undefined) continue;
      const body = { ...hello, model };
      const answers = await Promise.all([
        send(gateway, { path: '/v1/chat/completions', body }),
        send(gateway, { path: '/v1/messages?beta=true', body }),
        send(gateway, { path: '/v1/responses', body: { model, input: 'hello' } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  test.each(['/v1/models/demo/chat', '/v1/models/demo%2Fchat', '/v1/models/lite'])('GET %s', async (path) => {
    const received = await send(gateway, { path });
    expect(received.status).toBe(200);
    expect(toJson(received)).toMatchObject({ object: 'model', context_window: 32_768 });
  });

  test.each(['/v1/models/demo/none', '/v1/models/constructor', '/v1/models/demo//chat'])(
    'GET %s is 404',
    async (path) => {
      const received = await send(gateway, { path });
      expect(received.status).toBe(404);
      expect(readError(received)).toMatchObject({ code: 'model_not_found', param: 'model' });
    },
  );

  test.each([
    ['/v1/v1/messages', 'POST /v1/messages'],
    ['/v1/chat/completion', 'POST /v1/chat/completions'],
    ['/chat/completions', 'POST /v1/chat/completions'],
    ['/models', 'GET /v1/models'],
    ['/responses', 'POST /v1/responses'],
    ['/v1/models/%zz', 'GET /v1/models'],
  ])('%s does not exist, %s is named', async (path, closest) => {
    const received = await send(gateway, { path });
    expect(received.status).toBe(404);
    expect(readError(received)['message']).toContain(`The closest one is ${closest}`);
  });

  test.each([
    { method: 'GET', path: '/v1/chat/completions', allow: 'POST' },
    { method: 'GET', path: '/v1/responses', allow: 'POST' },
    { method: 'DELETE', path: '/v1/models', allow: 'GET' },
    { method: 'OPTIONS', path: '/v1/messages', allow: 'POST' },
    { method: 'GET', path: '/', allow: 'HEAD' },
  ])('$method $path is 405', async ({ allow, method, path }) => {
    const received = await send(gateway, { method, path });
    expect(received).toMatchObject({ status: 405, headers: { allow } });
  });

  test('an unknown route speaks Anthropic to an Anthropic client', async () => {
    const received = await send(gateway, { path: '/v1/files', headers: { 'anthropic-version': '2023-06-01' } });
    expect(toJson(received)).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
  });
});

describe('the list', () => {
  test('has an ETag, and 304 for whoever has it', async () => {
    const gateway = await start();
    const { etag = '' } = (await send(gateway, { path: '/v1/models' })).headers;
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await send(gateway, { path: '/v1/models', headers: { 'if-none-match': tag } });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
    }
    const other = await send(gateway, { path: '/v1/models', headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  test('is asked for with every request', async () => {
    let models: readonly ModelRow[] = [{ id: 'qwen/qwen3-coder:free', context_window: 262_144 }];
    const gateway = await start({ models: () => models });
    const body = { ...hello, model: 'x/{env:HOME}' };
    const before = await send(gateway, { path: '/v1/models' });
    expect((await send(gateway, { path: '/v1/chat/completions', body })).status).toBe(404);
    models = [...models, { id: 'x/{env:HOME}' }, { id: 'tier', resolves_to: ['x/ü\n'] }];
    const after = await send(gateway, { path: '/v1/models' });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(toList(toJson(after)['data'])).toHaveLength(3);
    expect((await send(gateway, { path: '/v1/chat/completions', body })).status).toBe(200);
    const odd = await send(gateway, { path: '/v1/chat/completions', body: { ...hello, model: 'tier' } });
    expect(odd).toMatchObject({ status: 200, headers: { 'x-gateway-model': 'x%2F%C3%BC%0A' } });
  });

  test('an empty one is an empty one', async () => {
    const gateway = await start({ models: [] });
    expect(toJson(await send(gateway, { path: '/v1/models' }))).toEqual({ object: 'list', data: [] });
  });
});

test('a wire that is left out is 404, the others answer', async () => {
  const gateway = await start({ wires: ['chat', 'messages'] });
  expect((await send(gateway, { path: '/v1/responses', body: {} })).status).toBe(404);
  expect((await send(gateway, { path: '/v1/chat/completions', body: {} })).status).toBe(400);
  expect((await send(gateway, { path: '/v1/messages', body: {} })).status).toBe(400);
  const without = await start({ wires: ['chat'] });
  const received = await send(without, { path: '/v1/messages', body: {} });
  expect(toJson(received)).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
});

describe('the key', async () => {
  const gateway = await start({ key: ['gk_one', 'gk_two'] });
  const paths = [
    '/v1/models',
    '/v1/models/lite',
    '/v1/chat/completions',
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/responses',
  ];

  test.each(paths)('%s wants one', async (path) => {
    const method = path.startsWith('/v1/models') ? 'GET' : 'POST';
    for (const headers of [{ authorization: undefined }, { authorization: 'Bearer gk_three' }]) {
      const received = await send(gateway, { method, path, headers });
      expect(received).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(readError(received)['type']).toBe('authentication_error');
      expect(toJson(received)['type']).toBe(path.includes('messages') ? 'error' : undefined);
      expect(received.text).not.toContain('gk_three');
    }
  });

  test.each([
    { authorization: 'Bearer gk_one' },
    { authorization: 'Bearer gk_two' },
    { authorization: undefined, 'x-api-key': 'gk_two' },
  ])('%o is accepted', async (headers) => {
    expect((await send(gateway, { path: '/v1/models', headers })).status).toBe(200);
  });

  test.each([{ key: '' }, { key: [] }, { key: ['gk_a', ''] }, { key: 'two words' }])(
    '$key is no key',
    async ({ key }) => {
      await expect(startGateway({ key })).rejects.toMatchObject({ code: 'usage' });
    },
  );
});

describe('what is told', () => {
  test('an observer gets what arrived, before the answer is read', async () => {
    const records: RequestRecord[] = [];
    const gateway = await start({ observe: (record) => records.push(record) });
    await send(gateway, { path: '/v1/messages?beta=true', body: { ...hello, stream: true } });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      query: 'beta=true',
      headers: { authorization: `Bearer ${testKey}` },
      body: { ...hello, stream: true },
      status: 200,
    });
    await send(gateway, { path: '/nowhere' });
    expect(records[1]).toMatchObject({ path: '/nowhere', query: '', body: undefined, status: 404 });
    await send(gateway, { path: '/v1/messages', body: '{}', headers: { authorization: undefined } });
    expect(records[2]).toMatchObject({ status: 401, body: undefined });
  });

  test('an observer that throws changes nothing', async () => {
    const fail = () => {
      throw new Error('no');
    };
    const gateway = await start({ observe: fail, log: fail });
    expect((await send(gateway, { path: '/healthz' })).status).toBe(200);
  });

  test('the log has one line for every request, and no secret in it', async () => {
    const lines: string[] = [];
    const gateway = await start({ log: (line) => lines.push(line) });
    const secret = 'gk_secret-of-mine';
    const body = { model: 'lite', messages: [{ role: 'user', content: secret }] };
    await send(gateway, { path: `/v1/chat/completions?key=${secret}`, body });
    await send(gateway, { path: `/v1/models/${secret}`, headers: { authorization: `Bearer ${secret}` } });
    await send(gateway, { path: `/${secret}`, headers: { 'x-request-id': secret } });
    await send(gateway, { path: '/v1/chat/completions', body: { ...body, model: secret } });
    await gateway.close();
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      method: 'POST',
      route: '/v1/chat/completions',
      model: 'lite',
      attempts: ['demo/chat=ok'],
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      tokens: { in: expect.any(Number), out: expect.any(Number) },
    });
    expect(lines.join('\n')).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(testKey);
  });

  test('a request has an id: the sane one that was sent, else one of ours', async () => {
    const gateway = await start();
    const ids = await Promise.all(
      [{}, {}, { 'x-request-id': 'mine-1' }, { 'x-request-id': 'not sane' }].map(async (headers) => {
        return (await send(gateway, { path: '/healthz', headers })).headers['x-request-id'];
      }),
    );
    expect(ids[0]).toMatch(/^req_[0-9a-f]{24}$/u);
    expect(ids[2]).toBe('mine-1');
    expect(new Set(ids).size).toBe(4);
  });
});

describe('close', () => {
  test('ends idle and running connections, twice is once, and the port is free', async () => {
    const gateway = await start();
    const slow = { model: 'lite', messages: [{ role: 'user', content: 'demo:delay=30000' }] };
    const running = send(gateway, { path: '/v1/chat/completions', body: slow }).catch(() => 'broken off');
    await send(gateway, { path: '/healthz', headers: { connection: 'keep-alive' } });
    const begin = performance.now();
    await Promise.all([gateway.close(), gateway.close()]);
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(await running).toBe('broken off');
    await expect(send(gateway, { path: '/healthz' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const next = await start({ port: gateway.port });
    expect(next.port).toBe(gateway.port);
  });

  test('a port that is taken is said', async () => {
    const { port } = await start();
    const error: unknown = await startGateway({ key: testKey, port }).catch((reason: unknown) => reason);
    expect(isRackError(error) && [error.code, error.message]).toEqual(['usage', `Port ${port} is in use`]);
  });
});
