import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchFrom, readFixture, serveGateway, testKey } from '../testing/serve-lists.ts';
import type { Answer } from '../testing/serve-lists.ts';

const list = { object: 'list', data: [{ id: 'lite', context_window: 131072 }, { id: 'a/b' }] };
const ids = ({ catalog }: Awaited<ReturnType<typeof fetchFrom>>) => [...catalog.models.keys()];

describe('the URL', () => {
  it.each([
    ['', '/v1/models', 1],
    ['/', '/v1/models', 1],
    ['/v1', '/v1/models', 1],
    ['/v1/', '/v1/models', 1],
    ['/V1', '/V1/models', 1],
    ['/openai/v1', '/openai/v1/models', 1],
    ['/api/v1', '/api/v1/models', 1],
    ['/inference/v1', '/inference/v1/models', 1],
    ['/acct/gw/compat', '/acct/gw/compat/models', 1],
    ['/v1beta/openai', '/v1beta/openai/models', 1],
    ['/v1beta', '/v1beta/models', 1],
    ['/team-a', '/team-a/v1/models', 1],
    ['/team-a/v1', '/team-a/v1/models', 1],
    ['/team-a', '/team-a/models', 2],
    ['', '/models', 2],
    ['/v1/models', '/v1/models', 1],
    ['/v1/chat/completions', '/v1/models', 1],
    ['/v1?key=x#y', '/v1/models', 1],
  ])('%j finds the list at %s', async (base, at, requests) => {
    const gateway = await serveGateway((path) => (path === at ? { body: list } : undefined));
    const found = await fetchFrom(gateway.url + base);
    expect(found.catalog.apiRoot).toBe(gateway.url + at.replace('/models', ''));
    expect(ids(found)).toEqual(['lite', 'a/b']);
    expect(gateway.lines.length).toBe(requests);
  });

  it.each([
    ['a web page', { body: '<!doctype html><html></html>' }],
    ['text', { body: 'It works!' }],
    ['nothing', { body: '' }],
    ['405', { status: 405 }],
  ])('without a version is tried once more after %s', async (_, other) => {
    const gateway = await serveGateway((path) => (path === '/models' ? { body: list } : other));
    expect((await fetchFrom(gateway.url)).catalog.apiRoot).toBe(gateway.url);
  });

  it('that answered last time is asked first', async () => {
    const gateway = await serveGateway((path) => (path === '/models' ? { body: list } : undefined));
    const previous = await fetchFrom(gateway.url);
    await fetchFrom(previous.catalog.apiRoot, { previous });
    expect(gateway.lines).toEqual(['GET /v1/models', 'GET /models', 'GET /models']);
  });

  it('is kept without user name and password', async () => {
    const gateway = await serveGateway(() => ({ body: list }));
    const found = await fetchFrom(gateway.url.replace('//', '//user:secret@'));
    expect(found.catalog.apiRoot).toBe(`${gateway.url}/v1`);
  });

  it('follows a redirect within the origin', async () => {
    const gateway = await serveGateway((path) =>
      path === '/api/v1/models' ? { body: list } : { status: 308, headers: { location: '/api/v1/models' } },
    );
    expect((await fetchFrom(gateway.url)).catalog.apiRoot).toBe(`${gateway.url}/api/v1`);
  });

  it('that is missing names both addresses tried', async () => {
    const gateway = await serveGateway(() => undefined);
    const error: unknown = await fetchFrom(gateway.url).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'not-found', path: `${gateway.url}/v1/models` });
    expect(error).toHaveProperty('hint', expect.stringContaining(`${gateway.url}/v1/models and ${gateway.url}/models`));
  });

  it.each<[string, [Answer, Answer], string]>([
    ['a key refused at the second', [{ status: 404 }, { status: 401 }], 'auth'],
    ['a web page at the first', [{ body: '<html></html>' }, { status: 404 }], 'not-a-gateway'],
  ])('reports %s', async (_, [first, second], code) => {
    const gateway = await serveGateway((path) => (path === '/v1/models' ? first : second));
    await expect(fetchFrom(gateway.url)).rejects.toMatchObject({ code });
  });
});

describe('the request', () => {
  it('carries the key and no header of any maker', async () => {
    const gateway = await serveGateway(() => ({ body: list }));
    await fetchFrom(gateway.url);
    const { host: _, connection: __, ...sent } = gateway.headers[0] ?? {};
    expect(sent).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      authorization: `Bearer ${testKey}`,
      'user-agent': 'modelrack',
    });
  });

  it('goes without a key if there is none', async () => {
    const gateway = await serveGateway(() => ({ body: list }));
    await fetchFrom(gateway.url, { key: undefined });
    expect(gateway.headers[0]?.authorization).toBeUndefined();
  });

  it.each(['a b', 'a\nb', 'schlüssel', ''])('is not sent with the key %j', async (key) => {
    const gateway = await serveGateway(() => ({ body: list }));
    await expect(fetchFrom(gateway.url, { key })).rejects.toMatchObject({ code: 'auth' });
    expect(gateway.lines).toEqual([]);
  });
});

describe('a list that did not change', () => {
  const serveTagged = () =>
    serveGateway((_, { headers }) =>
      headers['if-none-match'] === '"a"' ? { status: 304 } : { body: list, headers: { etag: '"a"' } },
    );

  it('is not sent again', async () => {
    const gateway = await serveTagged();
    const first = await fetchFrom(gateway.url);
    const later = new Date('2026-11-02T00:00:00Z');
    const second = await fetchFrom(gateway.url, { previous: first, now: () => later });
    expect(second.catalog).toEqual({ ...first.catalog, source: 'not-modified', fetchedAt: later.toISOString() });
    expect(second.etag).toBe('"a"');
  });

  it('is not read again when the same bytes come', async () => {
    const gateway = await serveGateway(() => ({ body: list }));
    const first = await fetchFrom(gateway.url);
    const second = await fetchFrom(gateway.url, { previous: first });
    expect(second.catalog.source).toBe('live');
    expect(second.catalog.models).toBe(first.catalog.models);
    const tomorrow = () => new Date(Date.parse(first.catalog.fetchedAt) + 86_400_000);
    const third = await fetchFrom(gateway.url, { previous: first, now: tomorrow });
    expect(third.catalog.models).not.toBe(first.catalog.models);
    expect(third.catalog.models).toEqual(first.catalog.models);
  });

  it('is sent again when forced', async () => {
    const gateway = await serveTagged();
    const first = await fetchFrom(gateway.url);
    expect((await fetchFrom(gateway.url, { previous: first, forced: true })).catalog.source).toBe('live');
    expect(gateway.headers[1]).toMatchObject({ 'cache-control': 'no-cache' });
    expect(gateway.headers[1]).not.toHaveProperty('if-none-match');
  });

  it('is asked for anew at another gateway', async () => {
    const [one, two] = await Promise.all([serveTagged(), serveTagged()]);
    const first = await fetchFrom(one.url);
    await fetchFrom(two.url, { previous: first });
    expect(two.headers[0]).not.toHaveProperty('if-none-match');
  });

  it.each([
    { name: 'although none was asked about', etag: undefined, said: {} },
    { name: 'although another was asked about', etag: '"a"', said: { etag: '"b"' } },
  ])('is asked for past every cache $name', async ({ etag, said }) => {
    const gateway = await serveGateway((_, { headers }) =>
      headers['cache-control'] === 'no-cache' ? { body: list } : { status: 304, headers: said },
    );
    const known = await fetchFrom((await serveGateway(() => ({ body: list }))).url);
    const previous = { ...known, etag, print: undefined, catalog: { ...known.catalog, apiRoot: `${gateway.url}/v1` } };
    const { catalog } = await fetchFrom(`${gateway.url}/v1`, { previous });
    expect(catalog.models.size).toBe(known.catalog.models.size);
    expect(catalog.source).toBe('live');
    expect(gateway.headers.map((sent) => sent['if-none-match'])).toEqual([etag, undefined]);
  });

  it('is a failure of the gateway where it gives none', async () => {
    const gateway = await serveGateway(() => ({ status: 304 }));
    await expect(fetchFrom(`${gateway.url}/v1`)).rejects.toMatchObject({
      code: 'server',
      message: expect.stringContaining('(304)'),
      path: `${gateway.url}/v1/models`,
    });
    expect(gateway.lines.length).toBe(2);
  });
});

describe('the time', () => {
  it('for all attempts and pages is limited', async () => {
    const server = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(fetchFrom(`http://127.0.0.1:${port}`, { timeouts: { total: 100 } })).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  it('is not used up by a model that is loading', async () => {
    let count = 0;
    const texts: string[] = [];
    const gateway = await serveGateway(() => {
      count += 1;
      return count < 3 ? { status: 503, body: { error: { code: 503, message: 'Loading model' } } } : { body: list };
    });
    expect(ids(await fetchFrom(gateway.url, { onProgress: (text) => texts.push(text) }))).toEqual(['lite', 'a/b']);
    expect(texts).toEqual(Array(2).fill('the gateway is loading its model; trying again in 2 s'));
  });
});

it('keeps what is known of the wires of the same gateway', async () => {
  const gateway = await serveGateway(() => ({ body: list }));
  const first = await fetchFrom(gateway.url);
  const previous = { ...first, wires: { messages: { state: 'missing' as const, at: '2026-11-01T00:00:00Z' } } };
  expect((await fetchFrom(gateway.url, { previous })).wires).toEqual(previous.wires);
  const other = await serveGateway(() => ({ body: list }));
  expect((await fetchFrom(other.url, { previous })).wires).toEqual({});
});

it('takes the names of further tiers', async () => {
  const gateway = await serveGateway(() => ({ body: { data: [{ id: 'zed' }, { id: 'cheap' }] } }));
  expect(ids(await fetchFrom(gateway.url, { aliases: ['zed'] }))).toEqual(['zed', 'cheap']);
});

it('lets no gateway put the key into names, ids or warnings', async () => {
  const data = [
    { id: 'a/b', name: `x ${testKey}`, owned_by: 'a' },
    {
      id: 'c',
      display_name: `${testKey.slice(0, 9)}\u0000${testKey.slice(9)}`,
      owned_by: testKey,
      resolves_to: testKey,
    },
    { id: `d/${testKey}` },
  ];
  const key_statuses = [{ status: 'failed', provider: testKey }];
  const gateway = await serveGateway(() => ({ body: { data, key_statuses } }));
  const { catalog } = await fetchFrom(gateway.url);
  expect(JSON.stringify({ ...catalog, models: [...catalog.models] })).not.toContain(testKey);
  expect(catalog.skipped).toEqual([{ id: 'd/***', why: 'unsafe-id' }]);
  // A short key may be a part of an honest id.
  expect(ids(await fetchFrom(gateway.url, { key: 'a' }))).toContain('a/b');
});

it('reads 400 models', async () => {
  const gateway = await serveGateway(() => ({ body: readFixture('large-400.json') }));
  const found = await fetchFrom(gateway.url);
  expect(found.catalog.models.size).toBe(400);
  expect(ids(found).slice(0, 5)).toEqual(['lite', 'plus', 'ultra', 'team-default', expect.stringContaining('/')]);
});
