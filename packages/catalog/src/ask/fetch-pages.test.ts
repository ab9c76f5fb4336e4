import { describe, expect, it } from 'vitest';
import { fetchFrom, readFixture, serveGateway } from '../testing/serve-lists.ts';
import type { Answer } from '../testing/serve-lists.ts';

const ids = ({ catalog }: Awaited<ReturnType<typeof fetchFrom>>) => [...catalog.models.keys()];

describe('pages', () => {
  it.each([
    ['anthropic', '/v1', '/v1/models?after_id=claude-sonnet-5'],
    ['bifrost', '/v1', '/v1/models?page_token=eyJvIjozLCJsIjoieCJ9'],
    ['openrouter', '/api/v1', '/api/v1/models?offset=2&limit=2'],
  ])('of %s are followed', async (name, base, second) => {
    const [one, two] = [readFixture(`${name}-page-1.json`), readFixture(`${name}-page-2.json`)];
    const gateway = await serveGateway((path) => ({ body: path.includes('?') ? two : one }));
    const texts: string[] = [];
    const found = await fetchFrom(gateway.url + base, { onProgress: (text) => texts.push(text) });
    expect(gateway.lines).toEqual([`GET ${base}/models`, `GET ${second}`]);
    // Our own file: rows by file name.
    const expected = readFixture('expected.json') as Record<string, { models: Record<string, unknown> }>;
    const rows = [1, 2].flatMap((page) => Object.keys(expected[`${name}-page-${page}.json`]?.models ?? {}));
    expect(ids(found).toSorted()).toEqual(rows.toSorted());
    expect(texts).toEqual([expect.stringContaining('page 2')]);
    expect(found.catalog.partial).toBe(name === 'bifrost');
    expect(found.catalog.warnings).toEqual(
      name === 'bifrost' ? ['the gateway could not list the models of vertex'] : [],
    );
  });

  it('of Gemini are followed', async () => {
    const gateway = await serveGateway((path) => ({
      body: path.includes('pageToken=t%2B1')
        ? { models: [{ name: 'models/b' }] }
        : { models: [{ name: 'models/a' }], nextPageToken: 't+1' },
    }));
    expect(ids(await fetchFrom(`${gateway.url}/v1beta`))).toEqual(['models/a', 'models/b']);
  });

  it.each<[string, Answer | undefined, string]>([
    [
      'fails',
      { status: 401, body: { error: 'Unauthorized' } },
      'page 2 of the list failed: the gateway refused the key (401): Unauthorized',
    ],
    ['is missing', undefined, 'page 2 of the list failed: there is no model list at this address (404): Not Found'],
    ['is cut', { body: '{"data":[' }, 'page 2 of the list failed: the response is not complete JSON'],
    [
      'holds no list',
      { body: { hello: 1 } },
      'page 2 of the list failed: the response contains no model list (keys seen: hello)',
    ],
    [
      'brings nothing new',
      { body: { data: [{ id: 'a' }], has_more: true, last_id: 'z' } },
      'the gateway repeats its pages',
    ],
    ['points back', { body: { data: [{ id: 'b' }], has_more: true, last_id: 'a' } }, 'the gateway repeats its pages'],
    [
      'hides the next one',
      { body: { data: [{ id: 'b' }], has_more: true } },
      'the list goes on, but the gateway does not say where',
    ],
    [
      'leads to another host',
      { body: { data: [{ id: 'b' }], links: { next: 'http://127.0.0.2/' } } },
      'the list goes on, but the gateway does not say where',
    ],
  ])('make a partial list when one %s', async (_, second, warning) => {
    const first = { body: { data: [{ id: 'a' }], has_more: true, last_id: 'a' }, headers: { etag: '"a"' } };
    const gateway = await serveGateway((path) => (path.includes('?') ? second : first));
    const found = await fetchFrom(`${gateway.url}/v1`);
    expect([found.catalog.partial, found.catalog.warnings, found.etag]).toEqual([true, [warning], undefined]);
    expect(ids(found)[0]).toBe('a');
  });

  it('end at an empty one', async () => {
    const gateway = await serveGateway((path) => ({
      body: path.includes('?') ? { data: [], next_page_token: 'more' } : { data: [{ id: 'a' }], next_page_token: 'x' },
    }));
    expect((await fetchFrom(`${gateway.url}/v1`)).catalog).toMatchObject({ partial: false, warnings: [] });
  });

  it('end after fifty', async () => {
    let page = 0;
    const gateway = await serveGateway(() => {
      page += 1;
      return { body: { data: [{ id: `m${page}` }], next_page_token: `t${page}` } };
    });
    const found = await fetchFrom(`${gateway.url}/v1`);
    expect([found.catalog.models.size, found.catalog.partial, gateway.lines.length]).toEqual([50, true, 50]);
  });

  it('end when the time is over', async () => {
    const first = { body: { data: [{ id: 'a' }], next_page_token: 'x' } };
    const gateway = await serveGateway((path) => (path.includes('?') ? { status: 503 } : first));
    const started = Date.now();
    const found = await fetchFrom(`${gateway.url}/v1`, { timeouts: { total: 300 } });
    expect(found.catalog.partial).toBe(true);
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it('are not hidden by an interruption', async () => {
    const controller = new AbortController();
    const first = { body: { data: [{ id: 'a' }], next_page_token: 'x' } };
    const gateway = await serveGateway((path) => {
      if (path.includes('?')) controller.abort();
      return first;
    });
    await expect(fetchFrom(`${gateway.url}/v1`, { signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
