import { createVideo, createVideoOnce, downloadVideo, noteVideo, videoStatus, waitForVideo } from '@modelrack/client';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForTest, sceneForTest } from '../testing/gateway-for-test.ts';
import { mp4, sendFile, sendJson } from '../testing/serve-gateway.ts';

const asked = { model: 'openai/sora-3', prompt: 'waves', seconds: '8', size: '1280x720' };

it('creates with JSON, as documented, waits and downloads', async () => {
  const { server, gateway, pauses } = await sceneForTest();
  const { id, state } = await createVideo(gateway, asked);
  expect([state, server.requests[0]?.json, server.requests[0]?.headers['content-type']]).toEqual([
    'pending',
    asked,
    'application/json',
  ]);
  const seen: unknown[] = [];
  expect(await waitForVideo(gateway, id, { onPoll: ({ progress }) => seen.push(progress) })).toMatchObject({
    state: 'completed',
  });
  expect([seen, pauses]).toEqual([[50, undefined], [2000]]);
  const folder = folderForTest();
  const progress: unknown[] = [];
  const saved = await downloadVideo(gateway, id, {
    target: { folder, stem: 'video' },
    onProgress: (...all) => progress.push(all),
  });
  expect(saved).toEqual({ path: join(folder, 'video.mp4'), bytes: mp4.length, mime: 'video/mp4' });
  expect(readFileSync(saved.path)).toEqual(mp4);
  expect(progress.at(-1)).toEqual([mp4.length, mp4.length]);
});

it.each<[status: string, error: unknown, state: string]>([
  ['completed', undefined, 'completed'],
  ['failed', undefined, 'failed'],
  ['cancelled', undefined, 'failed'],
  ['canceled', undefined, 'failed'],
  ['expired', undefined, 'failed'],
  ['error', undefined, 'failed'],
  ['rejected', undefined, 'failed'],
  ['FAILED', undefined, 'failed'],
  ['queued', undefined, 'pending'],
  ['in_progress', undefined, 'pending'],
  ['a word that nobody knows', undefined, 'pending'],
  ['', undefined, 'pending'],
  ['queued', null, 'pending'],
  ['in_progress', { code: 'moderation' }, 'failed'],
  ['completed', { message: 'lost' }, 'failed'],
])('status %s with error %j: %s', async (status, error, state) => {
  const { server, gateway } = await sceneForTest();
  server.on('GET /videos/*', (_, response) => sendJson(response, { id: 'v', status, error }));
  expect(await videoStatus(gateway, 'v')).toMatchObject({ id: 'v', state });
});

it('says why a job failed', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('GET /videos/*', (_, response) =>
    sendJson(response, { id: 'v', status: 'failed', error: { code: 'moderation', message: 'not\nallowed' } }),
  );
  expect(await videoStatus(gateway, 'v')).toMatchObject({ state: 'failed', status: 'failed', problem: 'not allowed' });
});

it('waits in growing intervals, until the time is up', async () => {
  const { server, gateway, pauses } = await sceneForTest();
  server.on('GET /videos/*', (_, response) => sendJson(response, { id: 'v', status: 'thinking' }));
  const now = () => pauses.reduce((sum, pause) => sum + pause, 0);
  expect(await waitForVideo(gateway, 'v', { longest: 45_000, now })).toMatchObject({
    state: 'pending',
    status: 'thinking',
  });
  expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_000, 10_000, 8750]);
});

it('waits out an outage, and a job that the gateway does not know yet', async () => {
  const { server, gateway, pauses } = await sceneForTest();
  let count = 0;
  server.on('GET /videos/*', (_, response) => {
    count += 1;
    if (count === 1) return sendJson(response, { error: { message: 'no such video' } }, 404);
    if (count < 9) return sendJson(response, 'bad gateway', 502);
    sendJson(response, { id: 'v', status: 'completed' });
  });
  const now = () => pauses.reduce((sum, pause) => sum + pause, 0);
  expect(await waitForVideo(gateway, 'v', { now })).toMatchObject({ state: 'completed' });
  server.on('GET /videos/*', (_, response) => sendJson(response, { error: { message: 'no such video' } }, 404));
  await expect(waitForVideo(gateway, 'v', { now })).rejects.toMatchObject({ code: 'not-found' });
  server.on('GET /videos/*', (_, response) => sendJson(response, 'down', 502));
  await expect(waitForVideo(gateway, 'v', { now })).rejects.toMatchObject({ code: 'server' });
});

it('stops waiting at once', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('GET /videos/*', (_, response) => sendJson(response, { id: 'v', status: 'queued' }));
  const controller = new AbortController();
  const waiting = waitForVideo({ ...gateway, pause: undefined }, 'v', {
    signal: controller.signal,
    onPoll: () => controller.abort(),
  });
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
});

it.each(['../chat', 'a/b', 'v?x=1', 'v#h'])('keeps the id %j in its place', async (id) => {
  const { server, gateway } = await sceneForTest();
  await videoStatus(gateway, id).catch(() => undefined);
  expect(server.requests[0]?.route).toMatch(/^\/videos\/[^/?#]+$/);
});

it.each(['', '.', '..'])('does not take %j for an id', async (id) => {
  const { server, gateway } = await sceneForTest();
  await expect(videoStatus(gateway, id)).rejects.toMatchObject({ code: 'usage' });
  expect(server.requests).toEqual([]);
});

it('never asks twice for a video that is under way', async () => {
  const { server, gateway } = await sceneForTest();
  const folder = folderForTest();
  const [one, other] = await Promise.all([
    createVideoOnce(gateway, asked, { folder }),
    createVideoOnce(gateway, asked, { folder }),
  ]);
  const later = await createVideoOnce(gateway, asked, { folder });
  expect([one.isRepeated, other.isRepeated, later.isRepeated]).toEqual([false, true, true]);
  expect(new Set([one, other, later].map(({ job }) => job.id)).size).toBe(1);
  expect(server.requests).toHaveLength(1);
  expect((await createVideoOnce(gateway, { ...asked, prompt: 'dunes' }, { folder })).isRepeated).toBe(false);
  expect((await createVideoOnce(gateway, asked, { folder, isAnother: true })).isRepeated).toBe(false);
  expect(server.requests).toHaveLength(3);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain('waves');
});

it.each([
  ['failed', undefined],
  ['completed', '/somewhere.mp4'],
] as const)('asks anew once the last one is %s', async (state, path) => {
  const { gateway } = await sceneForTest();
  const folder = folderForTest();
  const { job } = await createVideoOnce(gateway, asked, { folder });
  await noteVideo(folder, job.id, { state: 'completed' });
  expect((await createVideoOnce(gateway, asked, { folder })).isRepeated).toBe(true);
  await noteVideo(folder, job.id, { state, path });
  expect((await createVideoOnce(gateway, asked, { folder })).isRepeated).toBe(false);
});

it('downloads over a redirect to a storage without the key', async () => {
  const { server, gateway } = await sceneForTest();
  const storage = await sceneForTest();
  server.on(
    'GET /videos/*/content',
    (_, response) => void response.writeHead(302, { location: `${storage.server.origin}/v1/f` }).end(),
  );
  const target = { folder: folderForTest(), stem: 'video' };
  await expect(downloadVideo(gateway, 'v', { target })).rejects.toMatchObject({ code: 'server' });
  expect(storage.server.requests[0]?.headers.authorization).toBeUndefined();
});

it('stops a download at once, and leaves nothing', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('GET /videos/*/content', (_, response) => {
    response.writeHead(200, { 'content-length': '100000' });
    response.write(mp4);
  });
  const controller = new AbortController();
  const folder = folderForTest();
  const download = downloadVideo(gateway, 'v', {
    target: { folder, stem: 'v' },
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(download).rejects.toMatchObject({ code: 'interrupted' });
  expect(readdirSync(folder)).toEqual([]);
});

it('takes a refusal of the download for what it is', async () => {
  const { server, gateway } = await sceneForTest();
  const target = { folder: folderForTest(), stem: 'v' };
  server.on('GET /videos/*/content', (_, response) => sendJson(response, { error: { message: 'expired' } }, 410));
  await expect(downloadVideo(gateway, 'v', { target })).rejects.toMatchObject({ code: 'not-found' });
  server.on('GET /videos/*/content', (_, response) => sendFile(response, Buffer.from('{"error":"no"}')));
  await expect(downloadVideo(gateway, 'v', { target })).rejects.toMatchObject({ code: 'broken-body' });
});
