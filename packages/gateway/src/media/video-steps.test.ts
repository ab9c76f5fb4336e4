import { afterEach, expect, test } from 'vitest';
import { toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, toJson } from '../testing/send.ts';
import type { StubUpstream } from '../testing/stub-upstream.ts';
import { writeAnswer } from '../testing/stub-upstream.ts';
import { closeAll, create, film, lab, plain, start, upstream } from '../testing/video-gateway.ts';

afterEach(closeAll);

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
