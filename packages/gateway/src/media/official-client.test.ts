import { readFileSync } from 'node:fs';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasFfmpeg, probeMedia } from '../testing/decode-media.ts';
import { testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';
import { startGateway } from '../start/start-gateway.ts';

// The official client of OpenAI as the judge of the demo and of the routes.

let gateway: RunningGateway;
let client: OpenAI;
beforeAll(async () => {
  gateway = await startGateway({ key: testKey });
  client = new OpenAI({ apiKey: testKey, baseURL: gateway.baseUrl, maxRetries: 0 });
});
afterAll(() => gateway.close());

test('images', async () => {
  const { data } = await client.images.generate({ model: 'demo/image', prompt: 'a red square', size: '1024x1024' });
  const png = Buffer.from(data?.[0]?.b64_json ?? '', 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
  if (hasFfmpeg) expect(probeMedia(png)).toMatchObject({ codec_name: 'png', width: 1024, height: 1024 });
});

test('speech, and back by transcription', async () => {
  const text = 'Nobody speaks here.';
  const answer = await client.audio.speech.create({ model: 'demo/tone', voice: 'alloy', input: text });
  expect(answer.headers.get('content-type')).toBe('audio/wav');
  expect(answer.headers.get('x-gateway-model')).toBe('demo/tone');
  const file = await toFile(Buffer.from(await answer.arrayBuffer()), 'tone.wav');
  expect((await client.audio.transcriptions.create({ model: 'demo/transcribe', file })).text).toBe(text);
  const plain = await client.audio.transcriptions.create({ model: 'demo/transcribe', file, response_format: 'text' });
  expect(plain).toBe(`${text}\n`);
});

test('embeddings: as the client asks by itself (base64), and as numbers', async () => {
  const ask = { model: 'demo/embed', input: ['one', 'two'], dimensions: 64 };
  const packed = await client.embeddings.create(ask);
  const plain = await client.embeddings.create({ ...ask, encoding_format: 'float' });
  expect(packed.data.map(({ embedding }) => embedding.length)).toEqual([64, 64]);
  expect(packed.data).toEqual(plain.data);
});

test('videos: create, ask until it is there, download; the client sends a form', async () => {
  const prompt = 'a cat demo:delay=300';
  // Its types know the sizes of one provider only; others pass.
  const size = '128x72' as '1280x720';
  const created = await client.videos.create({ model: 'demo/video', prompt, seconds: '4', size });
  expect(created).toMatchObject({
    object: 'video',
    status: 'queued',
    model: 'demo/video',
    seconds: '4',
    size: '128x72',
  });
  expect(created.id).toMatch(/^video_[\w-]+$/u);
  let video = created;
  while (video.status !== 'completed') {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    video = await client.videos.retrieve(created.id);
  }
  const demo = expect.stringContaining('no model was asked');
  expect(video).toMatchObject({ id: created.id, progress: 100, error: null, demo });
  const content = await client.videos.downloadContent(created.id);
  expect(content.headers.get('content-type')).toBe('video/mp4');
  expect(content.headers.get('x-demo')).toEqual(demo);
  const film = Buffer.from(await content.arrayBuffer());
  expect(film.toString('latin1', 4, 8)).toBe('ftyp');
  if (hasFfmpeg) expect(probeMedia(film)).toMatchObject({ width: 128, height: 72, duration: '4.000000' });
  await expect(client.videos.retrieve(`${created.id}x`)).rejects.toMatchObject({
    status: 404,
    code: 'video_not_found',
  });
});

test('a video of JSON, as documented, and with a picture as the client sends it', async () => {
  const body = { model: 'demo/video', prompt: 'a cat', seconds: '4', size: '64x64' };
  const created = await client.post('/videos', { body });
  expect(created).toMatchObject({ object: 'video', seconds: '4', size: '64x64' });
  const picture = await toFile(readFileSync(import.meta.filename), 'first.png', { type: 'image/png' });
  const drawn = await client.videos.create({ model: 'demo/video', prompt: 'a cat', input_reference: picture });
  expect(drawn.object).toBe('video');
});
