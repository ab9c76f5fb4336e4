import { connect } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import type { Received } from '../testing/send.ts';
import type { GatewayOptions, RunningGateway } from '../options.ts';
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

/** What a server sends to these bytes until it closes the connection. */
function sendRaw({ port }: RunningGateway, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });
}

describe('limits', async () => {
  const gateway = await start();
  const path = '/v1/chat/completions';

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"model":1}',
    '['.repeat(100_000),
    '{"model":"lite","messages":[]}',
    '{"model":"lite","messages":[1]}',
  ])('a body %.20s is a bad request', async (body) => {
    expect((await send(gateway, { method: 'POST', path, body })).status).toBe(400);
  });

  test('nested too deeply is a bad request', async () => {
    const body = `{"model":"lite","messages":[{"role":"user","content":${'['.repeat(5000)}${']'.repeat(5000)}}]}`;
    const received = await send(gateway, { path, body });
    expect(received.status).toBe(400);
    expect(readError(received)['message']).toContain('nested');
  });

  test('a body over 32 MB is 413, announced or not', async () => {
    const announced = await send(gateway, { path, body: Buffer.alloc(32 * 1024 * 1024 + 1, 120) });
    expect(announced.status).toBe(413);
    expect(readError(announced)['message']).toContain('32 MB');
    const chunked = await send(gateway, {
      path: '/v1/messages',
      body: Buffer.alloc(33 * 1024 * 1024, 120),
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect(chunked.status).toBe(413);
    expect(toJson(chunked)).toMatchObject({ error: { type: 'request_too_large' } });
  });

  test('a large body within the limit is read', async () => {
    const image = `data:image/png;base64,${'A'.repeat(8 * 1024 * 1024)}`;
    const content = [{ type: 'image_url', image_url: { url: image } }];
    const received = await send(gateway, { path, body: { model: 'lite', messages: [{ role: 'user', content }] } });
    expect(received.status).toBe(200);
  });

  test('a compressed body is 415', async () => {
    const received = await send(gateway, { path, body: 'x', headers: { 'content-encoding': 'gzip' } });
    expect(received.status).toBe(415);
  });

  test('headers over 64 KB are 431, in JSON', async () => {
    const text = await sendRaw(gateway, `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431 /u);
    expect(text).toContain('"headers_too_large"');
  });

  test('headers of 40 KB are fine', async () => {
    const received = await send(gateway, { path: '/healthz', headers: { x: 'y'.repeat(40_000) } });
    expect(received.status).toBe(200);
  });

  test('what is not HTTP is 400, in JSON', async () => {
    expect(await sendRaw(gateway, 'hello there\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"broken_request"/u);
  });

  test('more than 64 requests at a time are 429', async () => {
    const busy = await start();
    const body = { model: 'lite', messages: [{ role: 'user', content: 'demo:delay=60000' }] };
    const waiting = Array.from({ length: 64 }, () => send(busy, { path, body }).catch(() => undefined));
    const received = await vi.waitUntil(
      async () => {
        const tried = await send(busy, { path: '/v1/models' });
        return tried.status === 429 && tried;
      },
      { timeout: 10_000 },
    );
    expect(received).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    await busy.close();
    await Promise.all(waiting);
  });

  test('a foreign Host or an Origin is 403, also on public routes', async () => {
    for (const route of ['/healthz', '/v1/models']) {
      for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }]) {
        const received = await send(gateway, { path: route, headers });
        expect(received.status).toBe(403);
        expect(received.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });
});
