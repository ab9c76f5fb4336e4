import { pngOf, sendJson, stubKey } from '@modelrack/client/testing';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from './testing/call.ts';
import { connect } from './testing/connect.ts';

describe('long calls', () => {
  const limits = { ceiling: 300, progress: 40 };

  it('end below the ceiling as pending, go on, and are not paid twice', async () => {
    const scene = await connect({ limits });
    const release: (() => void)[] = [];
    scene.stub.on('POST /images/generations', (_, response) => {
      release.push(() => sendJson(response, { data: [{ b64_json: pngOf(8, 8).toString('base64') }] }));
    });
    const asked = { prompt: 'slow', filename: 'slow' };
    const both = await Promise.all([call(scene, 'image_generate', asked), call(scene, 'image_generate', asked)]);
    for (const answer of both)
      expect(answer).toMatchObject({ status: 'pending', next: expect.stringContaining('same arguments') });
    for (const go of release) go();
    expect(await call(scene, 'image_generate', asked)).toMatchObject({ status: 'done' });
    expect(scene.stub.requests).toHaveLength(1);
    // Delivered: the same again is a new picture.
    scene.stub.on('POST /images/generations', (_, response) =>
      sendJson(response, { data: [{ b64_json: pngOf(4, 4).toString('base64') }] }),
    );
    expect(await call(scene, 'image_generate', asked)).toMatchObject({ path: join(scene.mediaFolder, 'slow-2.png') });
  });

  it('show what was said so far', async () => {
    const scene = await connect({ limits });
    const finish: (() => void)[] = [];
    scene.stub.on('POST /chat/completions', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Once"}}]}\n\n');
      finish.push(() =>
        response.end('data: {"choices":[{"delta":{"content":" more"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
      );
    });
    expect(await call(scene, 'chat', { prompt: 'x' })).toMatchObject({ status: 'pending', text: 'Once' });
    for (const go of finish) go();
    expect(await call(scene, 'chat', { prompt: 'x' })).toMatchObject({ status: 'done', text: 'Once more' });
    expect(scene.stub.requests).toHaveLength(1);
  });

  it('wait for a video below the ceiling, and say to wait again', async () => {
    const scene = await connect({ limits: { ceiling: 2_300, progress: 40 } });
    scene.stub.on('GET /videos/*', (_, response) => sendJson(response, { id: 'v', status: 'queued' }));
    expect(await call(scene, 'video_wait', { id: 'v' })).toMatchObject({
      status: 'pending',
      id: 'v',
      next: expect.stringContaining('video_wait'),
    });
    scene.stub.on('GET /videos/*', (_, response) =>
      sendJson(response, { id: 'v', status: 'failed', error: { message: 'no' } }),
    );
    expect(await call(scene, 'video_wait', { id: 'v' })).toMatchObject({ status: 'failed' });
    expect((await call(scene, 'video_download', { id: 'v' })) as object).toMatchObject({
      error: expect.stringContaining('was not made (failed: no)'),
    });
  });

  it('tell of their progress, which rises, to whoever asked for it', async () => {
    const scene = await connect({ limits });
    scene.stub.on('POST /audio/speech', () => undefined);
    const seen: number[] = [];
    await scene.client.callTool({ name: 'speech', arguments: { text: 'x' } }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => one - other));
    const before = scene.output().split('notifications/progress').length;
    await scene.client.callTool({ name: 'speech', arguments: { text: 'y' } });
    expect(scene.output().split('notifications/progress')).toHaveLength(before);
  });

  it('are cancelled at once: chat ends, a picture that is paid for goes on', async () => {
    const scene = await connect();
    const closed: string[] = [];
    const finish: (() => void)[] = [];
    for (const route of ['/chat/completions', '/images/generations']) {
      scene.stub.on(`POST ${route}`, (_, response) => {
        response.on('close', () => closed.push(`${route} ${response.writableFinished}`));
        finish.push(() => sendJson(response, { data: [{ b64_json: pngOf(8, 8).toString('base64') }] }));
        controller.abort('enough');
      });
    }
    let controller = new AbortController();
    const run = (name: string) =>
      scene.client.callTool({ name, arguments: { prompt: 'x' } }, undefined, { signal: controller.signal });
    await expect(run('chat')).rejects.toThrow('enough');
    controller = new AbortController();
    await expect(run('image_generate')).rejects.toThrow('enough');
    // The notice of the end has arrived once the next call is answered.
    await call(scene, 'list_models');
    finish[1]?.();
    expect(await call(scene, 'image_generate', { prompt: 'x' })).toMatchObject({ status: 'done' });
    expect(closed).toEqual(['/chat/completions false', '/images/generations true']);
  });

  it('end with the client', async () => {
    const scene = await connect();
    const closed = new Promise((resolve) => {
      scene.stub.on('POST /images/generations', (_, response) => {
        response.on('close', resolve);
        void scene.leave();
      });
    });
    void scene.client.callTool({ name: 'image_generate', arguments: { prompt: 'x' } }).catch(() => undefined);
    await closed;
    expect(existsSync(scene.mediaFolder) ? readdirSync(scene.mediaFolder) : []).toEqual([]);
  });
});

it('does not pay twice for a video, not even after it was started anew', async () => {
  const first = await connect();
  const asked = { prompt: 'waves' };
  const [one, other] = await Promise.all([call(first, 'video_create', asked), call(first, 'video_create', asked)]);
  expect([one, other]).toMatchObject([{ id: 'video_1' }, { id: 'video_1' }]);
  const { videoFolder } = first;
  const second = await connect({
    videoFolder,
    gateway: async () => ({ apiRoot: first.stub.apiRoot, key: stubKey, variables: {} }),
  });
  expect(await call(second, 'video_create', asked)).toMatchObject({ id: 'video_1', repeated: true });
  expect(await call(second, 'video_create', { ...asked, another: true })).toMatchObject({ id: 'video_2' });
  expect(first.stub.requests).toHaveLength(2);
});
