import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createVideo,
  downloadVideo,
  embed,
  generateImages,
  speak,
  streamChat,
  transcribe,
  videoStatus,
  waitForVideo,
  type Gateway,
} from '@modelrack/client';
import { startGateway, type RequestRecord, type RunningGateway } from '@modelrack/gateway';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { key } from './rack.ts';

// One gateway, and two clients of it: OpenAI's own and ours. What one gets, the other gets.

let server: RunningGateway;
let official: OpenAI;
let ours: Gateway;
let folder = '';
let seen: RequestRecord[] = [];

beforeAll(async () => {
  server = await startGateway({ key, observe: (record) => seen.push(record) });
  official = new OpenAI({ apiKey: key, baseURL: server.baseUrl, maxRetries: 0 });
  // No time is lost with waiting: the demo's video is there after a few questions.
  const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
  ours = { apiRoot: server.baseUrl, key, variables: {}, pause };
  folder = mkdtempSync(join(tmpdir(), 'modelrack-clients-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => (seen = []));

/** Asked in the same place, whatever the ids of jobs are. */
function routes(): readonly string[] {
  return seen.map(({ method, path }) => `${method} ${path.replace(/video_[\w-]+/, 'ID')}`);
}

test('chat, as a stream', async () => {
  const asked = { model: 'lite', messages: [{ role: 'user' as const, content: 'demo:reasoning' }] };
  const { choices, model } = await official.chat.completions.stream(asked).finalChatCompletion();
  let text = '';
  let end: object | undefined;
  for await (const event of streamChat(ours, asked)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end') end = event;
  }
  expect(text).toBe(choices[0]?.message.content);
  expect(text).not.toBe('');
  expect(end).toMatchObject({ model, finishReason: choices[0]?.finish_reason });
  const [first, second] = seen.map(({ path, body }) => ({ path, body }));
  expect(second).toMatchObject({ path: first?.path, body: { ...asked, stream: true } });
});

test('images', async () => {
  const asked = { model: 'demo/image', prompt: 'a red square', size: '256x256' as const, n: 2 };
  const { data = [] } = await official.images.generate(asked);
  const images = await generateImages(ours, { ...asked, count: asked.n });
  expect(images.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(
    data.map(({ b64_json: base64 }) => base64),
  );
  expect(images.map(({ mime }) => mime)).toEqual(['image/png', 'image/png']);
  expect(new Set(routes())).toEqual(new Set(['POST /v1/images/generations']));
});

test('speech, and back by transcription', async () => {
  const input = 'Nobody speaks here.';
  const answer = await official.audio.speech.create({ model: 'demo/tone', voice: 'alloy', input });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const target = { folder, stem: 'speech' };
  const saved = await speak(ours, { model: 'demo/tone', input, voice: 'alloy' }, { target });
  // A reader of sounds asks for MP3, if nobody says otherwise: the demo has one form.
  expect(readFileSync(saved.path)).toEqual(bytes);
  const file = await toFile(bytes, 'tone.wav');
  const { text } = await official.audio.transcriptions.create({ model: 'demo/transcribe', file });
  expect(await transcribe(ours, { model: 'demo/transcribe', file: saved.path })).toBe(text);
  expect(text).toBe(input);
});

test('embeddings: packed, as the official client asks for them, or as numbers', async () => {
  const asked = { model: 'demo/embed', input: ['one', 'two'], dimensions: 64 };
  const { data } = await official.embeddings.create(asked);
  const { vectors } = await embed(ours, asked);
  expect(vectors).toEqual(data.map(({ embedding }) => embedding));
});

test('videos: ours creates with JSON, as documented, the official one with a form, and each follows the other', async () => {
  const asked = { model: 'demo/video', prompt: 'a cat demo:delay=200', seconds: '4' as const };
  // Its types know the sizes of one provider only; others pass.
  const size = '64x64' as '1280x720';
  const formed = await official.videos.create({ ...asked, size });
  const made = await createVideo(ours, { ...asked, size });
  expect(seen.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
    'multipart/form-data',
    'application/json',
  ]);
  expect(made).toMatchObject({ state: 'pending', status: formed.status });
  expect(await waitForVideo(ours, formed.id)).toMatchObject({ id: formed.id, state: 'completed', progress: 100 });
  await waitForVideo(ours, made.id);
  expect(await official.videos.retrieve(made.id)).toMatchObject({ status: 'completed', seconds: '4', size: '64x64' });
  const film = Buffer.from(await (await official.videos.downloadContent(made.id)).arrayBuffer());
  const saved = await downloadVideo(ours, formed.id, { target: { folder, stem: 'film' } });
  expect(readFileSync(saved.path)).toEqual(film);
  expect(saved).toMatchObject({ bytes: film.length, mime: 'video/mp4' });
});

test('refusals: what one calls not found or unauthorized, the other does', async () => {
  const gone = { model: 'demo/gone', prompt: 'x' };
  await expect(official.images.generate(gone)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(generateImages(ours, gone)).rejects.toMatchObject({ code: 'not-found' });
  await expect(official.videos.retrieve('video_none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(videoStatus(ours, 'video_none')).rejects.toMatchObject({ code: 'not-found' });
  const stranger = new OpenAI({ apiKey: 'wrong', baseURL: server.baseUrl, maxRetries: 0 });
  await expect(stranger.embeddings.create({ model: 'demo/embed', input: 'x' })).rejects.toBeInstanceOf(
    OpenAI.AuthenticationError,
  );
  await expect(embed({ ...ours, key: 'wrong' }, { model: 'demo/embed', input: ['x'] })).rejects.toMatchObject({
    code: 'auth',
  });
});
