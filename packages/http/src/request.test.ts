import { createServer } from 'node:net';
import { deflateRawSync, deflateSync, brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { request } from '@modelrack/http';
import type { RequestOptions } from '@modelrack/http';
import { inTurn, listen, reply, serve } from './testing/serve.ts';

const waits = (): { pauses: number[]; pause: NonNullable<RequestOptions['pause']> } => {
  const pauses: number[] = [];
  return {
    pauses,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
};
const ask = (url: string, more: Partial<RequestOptions> = {}) =>
  request({ method: 'GET', url, variables: {}, pause: waits().pause, ...more });

describe('request', () => {
  it('sends method, headers and body, and reads the answer', async () => {
    let body = '';
    const server = await serve((incoming, response) => {
      incoming.on('data', (chunk) => (body += chunk));
      incoming.on('end', () => response.writeHead(201, { 'x-a': '1' }).end('done'));
    });
    const response = await ask(`${server.url}/v1?a=b#c`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: '{"é":1}',
    });
    expect([response.status, response.headers['x-a'], response.text(), body]).toEqual([201, '1', 'done', '{"é":1}']);
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/v1?a=b' });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'content-length': '8' });
  });

  it('never sends the user name and password of a URL', async () => {
    const server = await serve(reply(200, 'ok'));
    const response = await ask(server.url.replace('//', '//user:secret@'));
    expect(response.url).not.toContain('secret');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('decodes %s', async (encoding, encode) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode('a list')),
    );
    expect((await ask(server.url)).text()).toBe('a list');
  });

  it('takes a byte-order mark away', async () => {
    const server = await serve(reply(200, '\uFEFF{}'));
    expect((await ask(server.url)).text()).toBe('{}');
  });

  it.each([
    ['plain', (): Buffer => Buffer.alloc(3000), {}],
    ['unpacked', (): Buffer => gzipSync(Buffer.alloc(3_000_000)), { 'content-encoding': 'gzip' }],
  ])('refuses an answer that is too long when %s', async (_, make, headers) => {
    const server = await serve((_request, response) => response.writeHead(200, headers).end(make()));
    await expect(ask(server.url, { maxBytes: 2999 })).rejects.toMatchObject({
      code: 'broken-body',
      path: `${server.url}/`,
    });
  });

  it.each([
    ['damaged', 'gzip', Buffer.from('no gzip')],
    ['cut', 'gzip', gzipSync('a list of models').subarray(0, 20)],
    ['in an unknown encoding', 'zstd', Buffer.from('x')],
  ])('refuses an answer that is %s', async (_, encoding, bytes) => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'broken-body' });
  });
});

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504, 524, 529])('asks three times in all on %i', async (status) => {
    const { pauses, pause } = waits();
    const server = await serve(reply(status, '{}'));
    expect((await ask(server.url, { pause })).status).toBe(status);
    expect([server.requests.length, pauses]).toEqual([3, [400, 1600]]);
  });

  it.each([400, 401, 403, 404, 422, 501, 505])('asks once on %i', async (status) => {
    const server = await serve(reply(status));
    expect((await ask(server.url)).status).toBe(status);
    expect(server.requests.length).toBe(1);
  });

  it('takes the first good answer and tells of each retry', async () => {
    const texts: string[] = [];
    const server = await serve(inTurn(reply(502), reply(200, 'good')));
    const response = await ask(server.url, { onRetry: ({ text }) => texts.push(text) });
    expect([response.text(), texts]).toEqual(['good', ['the gateway answered 502; trying again in 0.4 s']]);
  });

  it.each([
    ['2', [2000, 2000]],
    ['10', [10_000, 10_000]],
    ['11', []],
    ['soon', [400, 1600]],
    [new Date(Date.now() - 5000).toUTCString(), [0, 0]],
    [new Date(Date.now() + 3_600_000).toUTCString(), []],
  ])('honours retry-after %s', async (header, expected) => {
    const { pauses, pause } = waits();
    const server = await serve(reply(429, '{}', { 'retry-after': header }));
    await ask(server.url, { pause });
    expect(pauses).toEqual(expected);
  });

  it('does not ask again when the account is out of credit', async () => {
    const server = await serve(reply(429, '{"error":{"code":"insufficient_quota"}}'));
    expect((await ask(server.url)).status).toBe(429);
    expect(server.requests.length).toBe(1);
  });

  it('does not repeat what may have had an effect', async () => {
    const server = await serve(reply(503));
    await ask(server.url, { method: 'POST', body: '{}' });
    expect(server.requests.length).toBe(1);
  });

  it('asks again after a broken connection', async () => {
    const server = await serve(inTurn((_, response) => response.socket?.destroy(), reply(200, 'good')));
    expect((await ask(server.url)).text()).toBe('good');
  });

  it('repeats anything that met a kept connection at its end', async () => {
    const server = await serve(inTurn(reply(200), (_, response) => response.socket?.destroy(), reply(200, 'good')));
    await ask(server.url);
    expect((await ask(server.url, { method: 'POST', body: '{}' })).text()).toBe('good');
    expect(server.requests.length).toBe(3);
  });

  it('waits longer for a model that is loading, but not for ever', async () => {
    const { pauses, pause } = waits();
    const notices: string[] = [];
    const loading = reply(503, '{"error":{"code":503,"message":"Loading model"}}');
    const server = await serve(inTurn(loading, loading, loading, loading, reply(200, 'good')));
    const response = await ask(server.url, { pause, onRetry: ({ reason }) => notices.push(reason) });
    expect([response.text(), response.loading, pauses]).toEqual(['good', 8000, [2000, 2000, 2000, 2000]]);
    expect(new Set(notices)).toEqual(new Set(['loading']));

    const never = await serve(loading);
    expect((await ask(never.url, { timeouts: { loading: 5000 } })).status).toBe(503);
    expect(never.requests.length).toBe(3);
  });

  it('gives up when there is no time for another attempt', async () => {
    const server = await serve(reply(503));
    await ask(server.url, { timeouts: { total: 300 } });
    expect(server.requests.length).toBe(1);
  });
});

describe('faults', () => {
  it.each([
    ['before the headers', () => undefined],
    ['in the body', (response: { write(text: string): void }) => response.write('{')],
  ])('gives up on a server that hangs %s', async (_, hang) => {
    const server = await serve((_request, response) => void hang(response));
    await expect(ask(server.url, { timeouts: { total: 120 } })).rejects.toMatchObject({
      code: 'timeout',
      path: `${server.url}/`,
    });
    expect(server.requests.length).toBe(1);
  });

  it('gives up on a body that comes drop by drop', async () => {
    const server = await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    await expect(ask(server.url, { timeouts: { total: 150 } })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('gives up on a server that takes the connection but no TLS', async () => {
    const port = await listen(
      createServer(() => undefined),
      '127.0.0.1',
    );
    const answer = ask(`https://127.0.0.1:${port}`, { timeouts: { connect: 120 } });
    await expect(answer).rejects.toMatchObject({ code: 'timeout', message: 'could not connect in time' });
  });

  it.each([
    ['breaks every connection', (socket: { destroy(): void }) => socket.destroy(), 'unreachable'],
    [
      'speaks something else',
      (socket: { end(text: string): void }) => socket.end('220 mail ready\r\n'),
      'not-a-gateway',
    ],
  ])('reports a server that %s', async (_, answer, code) => {
    const port = await listen(
      createServer((socket) => {
        socket.on('error', () => undefined);
        answer(socket);
      }),
      '127.0.0.1',
    );
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code });
  });

  it('reports an answer that breaks off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.socket?.destroy());
    });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'broken-body' });
    expect(server.requests.length).toBe(3);
  });

  it('reports an address where nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => void server.close(resolve));
    await expect(ask(`http://localhost:${port}/v1`)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'nothing is listening at this address',
      path: `http://localhost:${port}/v1`,
    });
  });

  it('reports a host without an address', async () => {
    await expect(ask('http://no-such-host.invalid/')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it.each(['ftp://host/', 'host:80', 'nonsense', 'http://'])('refuses the URL %s', async (url) => {
    await expect(ask(url)).rejects.toMatchObject({ code: 'usage' });
  });

  it('refuses a header that cannot be sent, without quoting it', async () => {
    const server = await serve(reply(200));
    const error: unknown = await ask(server.url, { headers: { authorization: 'Bearer sk-se\ncret' } }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: 'usage' });
    expect(JSON.stringify(error) + String(error)).not.toContain('cret');
  });
});

describe('interruption', () => {
  it('stops before, during and between attempts', async () => {
    const hanging = await serve(() => undefined);
    const aborted = AbortSignal.abort();
    await expect(ask(hanging.url, { signal: aborted })).rejects.toMatchObject({ code: 'interrupted' });
    expect(hanging.requests.length).toBe(0);

    const during = new AbortController();
    setTimeout(() => during.abort(), 50);
    await expect(ask(hanging.url, { signal: during.signal })).rejects.toMatchObject({ code: 'interrupted' });

    const between = new AbortController();
    const busy = await serve(reply(503));
    const options = { signal: between.signal, onRetry: () => setTimeout(() => between.abort(), 20) };
    const answer = request({ method: 'GET', url: busy.url, variables: {}, ...options });
    await expect(answer).rejects.toMatchObject({ code: 'interrupted' });
    expect(busy.requests.length).toBe(1);
  });
});
