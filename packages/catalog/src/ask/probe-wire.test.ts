import { describe, expect, it } from 'vitest';
import { probeWire } from '@modelrack/catalog';
import type { Wire } from '@modelrack/catalog';
import { serveGateway, testKey } from '../testing/serve-lists.ts';
import type { Answer } from '../testing/serve-lists.ts';

const probe = (apiRoot: string, wire: Wire = 'messages', more: { signal?: AbortSignal } = {}) =>
  probeWire({ apiRoot, key: testKey, wire, variables: {}, timeouts: { total: 2000 }, ...more });

describe('probeWire', () => {
  it.each<[Answer | undefined, string]>([
    [{ status: 200, body: {} }, 'present'],
    [{ status: 400, body: { error: 'no model' } }, 'present'],
    [{ status: 401 }, 'present'],
    [{ status: 422 }, 'present'],
    [{ status: 403, headers: { 'content-type': 'text/html' } }, 'missing'],
    [{ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }, 'missing'],
    [undefined, 'missing'],
    [{ status: 405 }, 'missing'],
    [{ status: 501 }, 'missing'],
    [{ status: 429 }, 'unknown'],
    [{ status: 500 }, 'unknown'],
    [{ status: 503, headers: { 'content-type': 'text/html' } }, 'unknown'],
    [{ status: 302, headers: { location: 'https://login.example/' } }, 'unknown'],
  ])('%j is %s', async (answer, state) => {
    const gateway = await serveGateway(() => answer);
    expect(await probe(`${gateway.url}/v1`)).toBe(state);
    expect(gateway.lines).toEqual(['POST /v1/messages']);
  });

  it.each<[Wire, string]>([
    ['chat', '/chat/completions'],
    ['messages', '/messages'],
    ['responses', '/responses'],
  ])('asks for %s at %s with an empty object', async (wire, route) => {
    let body = '';
    const gateway = await serveGateway((_, request) => {
      request.on('data', (chunk) => (body += chunk));
      return { status: 400 };
    });
    expect(await probe(`${gateway.url}/v1`, wire)).toBe('present');
    expect(gateway.lines).toEqual([`POST /v1${route}`]);
    expect(gateway.headers[0]).toMatchObject({ authorization: `Bearer ${testKey}`, 'content-length': '2' });
    expect(body).toBe('{}');
  });

  it('knows that messages cannot be reached where the root does not end in /v1', async () => {
    const gateway = await serveGateway(() => ({ status: 200 }));
    expect(await probe(`${gateway.url}/openai`)).toBe('missing');
    expect(await probe(`${gateway.url}/openai`, 'responses')).toBe('present');
    expect(gateway.lines).toEqual(['POST /openai/responses']);
  });

  it('does not know of a gateway that is not there', async () => {
    expect(await probe('http://no-such-host.invalid/v1')).toBe('unknown');
  });

  it('can be interrupted', async () => {
    await expect(probe('http://127.0.0.1:9/v1', 'chat', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
