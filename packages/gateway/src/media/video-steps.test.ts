import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { toText } from '../json.ts';
import { liveConfig } from '../testing/live-config.ts';
import type { TestConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import type { Received } from '../testing/send.ts';
import { startUpstream, writeAnswer } from '../testing/stub-upstream.ts';
import type { StubUpstream, UpstreamCall } from '../testing/stub-upstream.ts';
import type { RunningGateway } from '../types.ts';
import { startGateway } from '../server/listen.ts';

const jobSecret = Buffer.alloc(32, 5);
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function upstream(answer: (call: UpstreamCall, response: ServerResponse) => void): Promise<StubUpstream> {
  const started = await startUpstream(answer);
  open.push(started);
  return started;
}

async function start(config: TestConfig, secret = jobSecret): Promise<RunningGateway> {
  const gateway = await startGateway({ key: testKey, config, jobSecret: secret });
  open.push(gateway);
  return gateway;
}

const film = Buffer.from('\0\0\0\x18ftypisom, and so on');

/** An upstream of OpenAI's form, whose jobs are done at once. */
const plain = (): Promise<StubUpstream> =>
  upstream(({ headers, method, path }, response) => {
    if (method === 'POST') return writeAnswer(response, { id: 'job-1', object: 'video', status: 'queued' });
    if (path === '/v1/videos/job-1') return writeAnswer(response, { id: 'job-1', status: 'completed' });
    if (path !== '/v1/videos/job-1/content') return writeAnswer(response, { data: [{ id: 'veo' }] });
    const part = headers.range === undefined ? film : film.subarray(4, 8);
    response.writeHead(headers.range === undefined ? 200 : 206, { 'content-type': 'video/webm' });
    return response.end(part);
  });

function lab(url: string, aliases: JsonObject = {}): JsonObject {
  return {
    connections: { lab: { base_url: `${url}/v1`, key: '{secret:lab}', wires: ['videos'] } },
    aliases: { film: ['lab/veo'], ...aliases },
  };
}

const create = (gateway: RunningGateway, model = 'film'): Promise<Received> =>
  send(gateway, {
    path: '/v1/videos',
    headers: { 'content-type': 'application/json' },
    body: { model, prompt: 'a cat', seconds: '8', size: '1280x720' },
  });

test('create, ask, download: everything goes to the connection that took the job, with its key', async () => {
  const { seen, url } = await plain();
  const gateway = await start(liveConfig(lab(url)));
  const created = await create(gateway);
  expect(created).toMatchObject({ status: 200, headers: { 'x-gateway-model': 'lab/veo', 'x-gateway-alias': 'film' } });
  const { id, status } = toJson(created);
  expect(status).toBe('queued');
  expect(created.text).not.toContain('job-1');
  const path = `/v1/videos/${toText(id)}`;
  expect(toJson(await send(gateway, { path }))).toMatchObject({ id, status: 'completed', model: 'lab/veo' });
  const content = await send(gateway, { path: `${path}/content` });
  expect(content).toMatchObject({ status: 200, headers: { 'content-type': 'video/webm' }, text: film.toString() });
  const part = await send(gateway, { path: `${path}/content`, headers: { range: 'bytes=4-7' } });
  expect(part).toMatchObject({ status: 206, text: 'ftyp' });
  const asked = seen.filter((call) => call.path.startsWith('/v1/videos'));
  expect(asked.map((call) => `${call.method} ${call.path}`)).toEqual([
    'POST /v1/videos',
    'GET /v1/videos/job-1',
    'GET /v1/videos/job-1/content',
    'GET /v1/videos/job-1/content',
  ]);
  for (const { headers } of asked) expect(headers.authorization).toBe('Bearer sk-lab');
  const sent = { model: 'veo', prompt: 'a cat', seconds: '8', size: '1280x720' };
  expect(JSON.parse(asked[0]?.body.toString() ?? '')).toEqual(sent);
});

test('an id holds after a restart and after its alias means something else, until its connection is gone', async () => {
  const { url } = await plain();
  const other = await upstream((_call, response) => writeAnswer(response, { id: 'job-1', status: 'failed' }));
  const config = liveConfig(lab(url));
  const first = await start(config);
  const path = `/v1/videos/${toText(toJson(await create(first))['id'])}`;
  await first.close();
  const both = { ...lab(url), aliases: { film: ['new/x'] } };
  const added = { new: { base_url: `${other.url}/v1`, wires: ['videos'] } };
  config.change({ ...both, connections: { ...(lab(url)['connections'] as JsonObject), ...added } });
  const second = await start(config);
  expect(toJson(await send(second, { path }))).toMatchObject({ status: 'completed', model: 'lab/veo' });
  expect((await send(second, { path: `${path}/content` })).text).toBe(film.toString());
  config.change({ connections: added });
  expect((await send(second, { path })).status).toBe(410);
  expect((await send(second, { path: `${path}/content` })).status).toBe(410);
});

test('forged, of another installation, of nobody: 404, and no upstream is asked', async () => {
  const { seen, url } = await plain();
  const stranger = await start(liveConfig(lab(url)), Buffer.alloc(32, 6));
  const foreign = toText(toJson(await create(stranger))['id']) ?? '';
  const gateway = await start(liveConfig(lab(url)));
  const own = toText(toJson(await create(gateway))['id']) ?? '';
  const before = seen.length;
  for (const id of [foreign, `${own}A`, own.slice(0, -1), 'video_', 'job-1', '..%2Fmodels', 'a/b']) {
    for (const rest of ['', '/content']) {
      const received = await send(gateway, { path: `/v1/videos/${id}${rest}` });
      expect(received.status).toBe(404);
    }
  }
  expect(seen.length).toBe(before);
  expect((await send(gateway, { path: `/v1/videos/${own}`, headers: { authorization: undefined } })).status).toBe(401);
});

test.each([
  [500, 1, 0],
  [502, 1, 0],
  [400, 1, 0],
  [503, 1, 1],
  [429, 1, 1],
  [401, 1, 1],
  [404, 1, 1],
])('billed work: after %i the next member is asked only if the first surely did not begin', async (status, ...hits) => {
  const broken = await upstream((_call, response) => writeAnswer(response, { error: { message: 'No.' } }, status));
  const whole = await plain();
  const gateway = await start(
    liveConfig({
      connections: {
        first: { base_url: `${broken.url}/v1`, wires: ['videos'] },
        second: { base_url: `${whole.url}/v1`, wires: ['videos'] },
      },
      aliases: { film: ['first/veo', 'second/veo'] },
    }),
  );
  const created = await create(gateway);
  const count = ({ seen }: StubUpstream): number => seen.filter(({ method }) => method === 'POST').length;
  expect([count(broken), count(whole)]).toEqual(hits);
  if (hits[1] === 1) expect(created).toMatchObject({ status: 200, headers: { 'x-gateway-model': 'second/veo' } });
  else expect(created.status).toBeGreaterThanOrEqual(400);
});

test('a member that cannot be reached is passed over, and one that names no job is an error', async () => {
  const odd = await upstream((_call, response) => writeAnswer(response, { ok: true }));
  const whole = await plain();
  const connections = {
    gone: { base_url: 'http://127.0.0.1:9/v1', wires: ['videos'] },
    odd: { base_url: `${odd.url}/v1`, wires: ['videos'] },
    lab: { base_url: `${whole.url}/v1`, wires: ['videos'] },
  };
  const gateway = await start(liveConfig({ connections, aliases: { film: ['gone/veo', 'lab/veo'] } }));
  expect((await create(gateway)).headers['x-gateway-attempts']).toBe('gone/veo=unreachable, lab/veo=ok');
  expect((await create(gateway, 'odd/veo')).status).toBe(502);
});

/** Bytes as they come, without keeping any. */
function drain(gateway: RunningGateway, path: string): Promise<{ readonly size: number; readonly hash: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ port: gateway.port, path, headers: { authorization: `Bearer ${testKey}` }, agent: false });
    call.once('error', reject).end();
    call.once('response', (response) => {
      const hash = createHash('sha256');
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        hash.update(chunk);
      });
      response.once('error', reject).once('end', () => resolve({ size, hash: hash.digest('hex') }));
    });
  });
}

test('300 MB of video pass in constant memory', async () => {
  const piece = Buffer.alloc(1024 * 1024, film);
  const count = 300;
  const large = await upstream(({ method, path }, response) => {
    if (method === 'POST') return writeAnswer(response, { id: 'job-1', status: 'queued' });
    if (!path.endsWith('/content')) return writeAnswer(response, { data: [] });
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': piece.length * count });
    let left = count;
    const write = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return void response.once('drain', write);
      }
      response.end();
    };
    return write();
  });
  const gateway = await start(liveConfig(lab(large.url)));
  const path = `/v1/videos/${toText(toJson(await create(gateway))['id'])}/content`;
  let most = 0;
  const before = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
  const timer = setInterval(() => {
    const { arrayBuffers, external } = process.memoryUsage();
    most = Math.max(most, external + arrayBuffers - before);
  }, 5);
  const drained = await drain(gateway, path);
  clearInterval(timer);
  const hash = createHash('sha256');
  for (let index = 0; index < count; index += 1) hash.update(piece);
  expect(drained).toEqual({ size: piece.length * count, hash: hash.digest('hex') });
  expect(most).toBeLessThan(100 * 1024 * 1024);
});
