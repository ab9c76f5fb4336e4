import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { startGateway } from '../start/start-gateway.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import { writeAnswer } from '../testing/stub-upstream.ts';
import type { UpstreamCall } from '../testing/stub-upstream.ts';
import {
  closeAll,
  create,
  film,
  jobSecret,
  lab,
  open,
  openJob,
  plain,
  start,
  upstream,
} from '../testing/video-gateway.ts';
import type { RunningGateway } from '../options.ts';

afterEach(closeAll);

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
  // Other tests of this thread hold buffers, too; one that kept the body would have three times as much.
  expect(most).toBeLessThan(200 * 1024 * 1024);
});

const fixedJob =
  (state: JsonObject, content: (response: ServerResponse) => unknown) =>
  ({ method, path }: UpstreamCall, response: ServerResponse): void => {
    if (method === 'POST') writeAnswer(response, { id: 'job-1', status: 'queued' });
    else if (path.endsWith('/content')) content(response);
    else writeAnswer(response, { id: 'job-1', ...state });
  };

const notFound = (response: ServerResponse): void => writeAnswer(response, { error: { message: 'No.' } }, 404);

test.each(['https://127.0.0.1:9/x', 'https://localhost:9/x', 'https://169.254.169.254/x', 'https://[::1]:9/x'])(
  'a result at %s is out of reach',
  async (url) => {
    const { url: base } = await upstream(fixedJob({ status: 'completed', url }, notFound));
    const { gateway, path } = await openJob(base);
    const received = await send(gateway, { path: `${path}/content` });
    expect(received.status).toBe(502);
    expect(toJson(received)['error']).toMatchObject({ code: 'result_url_refused' });
  },
);

test('a job belongs to the key that made it', async () => {
  const { url } = await plain();
  const keys = [testKey, 'gk_another-key-of-the-tests'];
  const gateway = await startGateway({ key: keys, config: liveConfig(lab(url)), jobSecret });
  open.push(gateway);
  const path = `/v1/videos/${toText(toJson(await create(gateway))['id'])}`;
  const stranger = { authorization: `Bearer ${keys[1]}` };
  expect((await send(gateway, { path })).status).toBe(200);
  expect((await send(gateway, { path, headers: stranger })).status).toBe(404);
  expect((await send(gateway, { path: `${path}/content`, headers: stranger })).status).toBe(404);
});

test('a failed job says why, without the key that its upstream repeats', async () => {
  const error = { code: 'bad', message: 'The key sk-lab may not do this.' };
  const { url } = await upstream(fixedJob({ status: 'failed', error }, notFound));
  const { gateway, path } = await openJob(url);
  const job = await send(gateway, { path });
  expect(toJson(job)).toMatchObject({ status: 'failed', error: { code: 'bad' } });
  const content = await send(gateway, { path: `${path}/content` });
  expect(content.status).toBe(400);
  for (const { text } of [job, content]) {
    expect(text).toContain('may not do this');
    expect(text).not.toContain('sk-lab');
  }
});

/** A megabyte, and more whenever it is taken. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024, film);
  const write = (): void => {
    while (response.write(piece));
    response.once('drain', write);
  };
  response.writeHead(200, { 'content-type': 'video/mp4' });
  write();
}

test('a video whose upstream breaks off does not look whole', async () => {
  const { url } = await upstream(
    fixedJob({ status: 'completed' }, (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1000 });
      response.write(film, () => response.destroy());
    }),
  );
  const { gateway, path } = await openJob(url);
  const received = await send(gateway, { path: `${path}/content` });
  expect(received).toMatchObject({ status: 200, isWhole: false });
});

test('a caller that hangs up, or wants the headers only, stops the upstream', async () => {
  const closed: (() => void)[] = [];
  const { url } = await upstream(
    fixedJob({ status: 'completed' }, (response) => {
      response.once('close', () => closed.shift()?.());
      pour(response);
    }),
  );
  const { gateway, path } = await openJob(url);
  for (const method of ['GET', 'HEAD']) {
    const isClosed = new Promise<void>((resolve) => closed.push(resolve));
    const headers = { authorization: `Bearer ${testKey}` };
    const call = request({ port: gateway.port, path: `${path}/content`, method, headers, agent: false });
    call.once('response', (response) => {
      expect(response.headers['content-type']).toBe('video/mp4');
      if (method === 'GET') response.once('data', () => call.destroy());
      else response.resume();
    });
    call.on('error', () => undefined).end();
    await isClosed;
  }
});
