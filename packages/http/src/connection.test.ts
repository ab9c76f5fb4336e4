import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { request } from '@modelrack/http';
import { certificatePath, listen, reply, serve, serveProxy } from './testing/serve.ts';

const hasIpv6 = Object.values(networkInterfaces()).some(
  (list) => list?.some(({ address }) => address === '::1') === true,
);
const ask = (url: string, variables: Record<string, string> = {}) => request({ method: 'GET', url, variables });

describe('addresses', () => {
  it('reaches localhost wherever the server listens', async () => {
    const four = await serve(reply(200, 'four'));
    expect((await ask(`http://localhost:${four.port}`)).text()).toBe('four');
  });

  it.skipIf(!hasIpv6)('reaches IPv6', async () => {
    const six = await serve(reply(200, 'six'), { host: '::1' });
    expect((await ask(six.url)).text()).toBe('six');
    const addresses = await lookup('localhost', { all: true });
    if (!addresses.some(({ family }) => family === 6)) return;
    expect((await ask(`http://localhost:${six.port}`)).text()).toBe('six');
  });
});

describe('TLS', () => {
  it('refuses an unknown authority and says what to do', async () => {
    const server = await serve(reply(200), { tls: true });
    const error: unknown = await ask(server.url).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'unreachable', path: `${server.url}/` });
    expect(error).toHaveProperty('hint', expect.stringContaining('NODE_EXTRA_CA_CERTS'));
    expect(server.requests.length).toBe(0);
  });

  it.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])('takes an additional authority from %s', async (name) => {
    const server = await serve(reply(200, 'safe'), { tls: true });
    expect((await ask(server.url, { [name]: certificatePath })).text()).toBe('safe');
  });

  it.each(['/no/such/file', import.meta.filename])('is not misled by SSL_CERT_FILE=%s', async (path) => {
    const server = await serve(reply(200), { tls: true });
    await expect(ask(server.url, { SSL_CERT_FILE: path })).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('refuses a certificate for another host', async () => {
    const server = await serve(reply(200), { tls: true });
    const proxy = await serveProxy(server.port);
    const answer = ask('https://other.example/v1', { https_proxy: proxy.url, SSL_CERT_FILE: certificatePath });
    await expect(answer).rejects.toMatchObject({ message: 'the certificate of the server is for another host' });
  });

  it('says that a plain server speaks no TLS', async () => {
    const server = await serve(reply(200));
    const error: unknown = await ask(server.url.replace('http:', 'https:')).catch((cause: unknown) => cause);
    expect(error).toHaveProperty('hint', expect.stringContaining('http://'));
  });
});

describe('proxies', () => {
  it('carry plain requests', async () => {
    const proxy = await serveProxy(0);
    const response = await ask('http://gateway.example:8080/v1/models', { HTTP_PROXY: proxy.url });
    expect(response.text()).toBe('through the proxy');
    expect(proxy.seen).toEqual([{ line: 'GET http://gateway.example:8080/v1/models', authorization: undefined }]);
  });

  it.each(['http', 'https'])('are named when they are dead (%s)', async (scheme) => {
    // Nothing listens on the discard port.
    const answer = ask(`${scheme}://gateway.example/v1`, { ALL_PROXY: 'http://127.0.0.1:9' });
    await expect(answer).rejects.toMatchObject({
      code: 'unreachable',
      message: 'the proxy 127.0.0.1:9 cannot be reached (ECONNREFUSED)',
    });
  });

  it('carry TLS in a tunnel and get their own credentials', async () => {
    const server = await serve(reply(200, 'safe'), { tls: true });
    const proxy = await serveProxy(server.port);
    const variables = { ALL_PROXY: proxy.url.replace('//', '//me:p%40ss@'), SSL_CERT_FILE: certificatePath };
    expect((await ask('https://gateway.example/v1', variables)).text()).toBe('safe');
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    // The first attempt does not know the certificate's authority, the second one does.
    expect(proxy.seen.map((seen) => seen.line)).toEqual(['CONNECT gateway.example:443', 'CONNECT gateway.example:443']);
    expect(proxy.seen[0]?.authorization).toBe(authorization);
    expect(server.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([undefined]);
  });

  it.each([403, 407, 502])('that answer %i are reported as what they are', async (status) => {
    const proxy = await serveProxy(0, status);
    const error: unknown = await ask('https://gateway.example/', { HTTPS_PROXY: proxy.url }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: 'unreachable', message: `the proxy refused the connection (${status})` });
  });

  it('that close the connection are named', async () => {
    const server = await serve(reply(200));
    const answer = ask('https://gateway.example/', { HTTPS_PROXY: server.url });
    await expect(answer).rejects.toMatchObject({ code: 'unreachable', message: 'the proxy closed the connection' });
  });

  it('are not used for loopback', async () => {
    const server = await serve(reply(200, 'direct'));
    const variables = { HTTP_PROXY: 'http://127.0.0.1:1', ALL_PROXY: 'http://127.0.0.1:1' };
    expect((await ask(server.url, variables)).text()).toBe('direct');
    expect((await ask(`http://localhost:${server.port}`, variables)).text()).toBe('direct');
  });

  it.each(['http', 'https'])('that hang are given up on (%s)', async (scheme) => {
    const port = await listen(
      createServer((socket) => void socket.on('error', () => undefined)),
      '127.0.0.1',
    );
    const answer = request({
      method: 'GET',
      url: `${scheme}://gateway.example/`,
      variables: { ALL_PROXY: `http://127.0.0.1:${port}` },
      timeouts: { total: 150 },
    });
    await expect(answer).rejects.toMatchObject({ code: 'timeout' });
  });
});
