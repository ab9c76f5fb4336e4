import { describe, expect, it } from 'vitest';
import { openResponse, request } from '@modelrack/http';
import { reply, serve } from './testing/serve.ts';

const ask = (url: string, method = 'GET') =>
  request({ method, url, headers: { authorization: 'Bearer k' }, variables: {} });

describe('redirects', () => {
  it('are followed within the origin, with the key', async () => {
    const server = await serve((incoming, response) =>
      incoming.url === '/v1/models'
        ? reply(200, 'list')(incoming, response)
        : reply(301, '', { location: '/v1/models' })(incoming, response),
    );
    const response = await ask(`${server.url}/models`);
    expect([response.status, response.url, response.text()]).toEqual([200, `${server.url}/v1/models`, 'list']);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k', 'Bearer k']);
  });

  it.each(['port', 'host', 'scheme'])('to another %s are not followed', async (what) => {
    const other = await serve(reply(200, 'stolen'));
    const places: Record<string, string> = {
      port: other.url,
      host: other.url.replace('127.0.0.1', 'localhost'),
      scheme: other.url.replace('http:', 'https:'),
    };
    const server = await serve(reply(302, '', { location: `${places[what]}/v1/models` }));
    expect((await ask(server.url)).status).toBe(302);
    expect(other.requests.length).toBe(0);
  });

  it('end after five', async () => {
    const server = await serve((incoming, response) =>
      reply(302, '', { location: `${incoming.url}x` })(incoming, response),
    );
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'not-a-gateway' });
    expect(server.requests.length).toBe(6);
  });

  it.each([
    [302, 1],
    [303, 1],
    [307, 2],
    [308, 2],
  ])('of a POST with %i take %i request(s)', async (status, count) => {
    const server = await serve((incoming, response) =>
      incoming.url === '/b'
        ? reply(200)(incoming, response)
        : reply(status, '', { location: '/b' })(incoming, response),
    );
    await ask(`${server.url}/a`, 'POST');
    expect(server.requests.length).toBe(count);
  });

  it.each(['', 'http://[', 'javascript:alert(1)'])('to the place %j stay where they are', async (location) => {
    const server = await serve((incoming, response) =>
      incoming.url === '/a' ? reply(302, '', { location })(incoming, response) : reply(200)(incoming, response),
    );
    const response = await ask(`${server.url}/a`).catch((cause: unknown) => cause);
    expect(response).toMatchObject(location === '' ? { code: 'not-a-gateway' } : { status: 302 });
  });
});

describe('openResponse', () => {
  it('hands out the body as it comes', async () => {
    const server = await serve((_, response) => {
      response.write('first');
      setTimeout(() => response.end('last'), 30);
    });
    const response = await openResponse({ method: 'GET', url: server.url, variables: {} });
    const chunks: string[] = [];
    for await (const chunk of response.stream) chunks.push(String(chunk));
    response.close();
    expect(chunks).toEqual(['first', 'last']);
  });

  it('can be left before the end', async () => {
    const server = await serve((_, response) => void response.write('first'));
    const response = await openResponse({ method: 'GET', url: server.url, variables: {}, timeouts: { total: 50 } });
    response.close();
    await new Promise((resolve) => void setTimeout(resolve, 80));
    expect(response.failure()).toBeUndefined();
  });

  it('explains what fails', async () => {
    const url = 'http://no-such-host.invalid/v1';
    await expect(openResponse({ method: 'GET', url, variables: {} })).rejects.toMatchObject({
      code: 'unreachable',
      path: url,
    });
  });
});
