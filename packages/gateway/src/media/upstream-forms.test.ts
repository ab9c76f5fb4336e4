import type { ServerResponse } from 'node:http';
import OpenAI, { toFile } from 'openai';
import { afterEach, expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { createMultipartScanner, readBoundary } from './scan-multipart.ts';
import { liveConfig } from '../testing/live-config.ts';
import { testKey } from '../testing/send.ts';
import { startUpstream, writeAnswer } from '../testing/stub-upstream.ts';
import type { StubUpstream, UpstreamCall } from '../testing/stub-upstream.ts';
import { startGateway } from '../start/start-gateway.ts';

// Upstreams of several forms, as their documentation has them, and the official client of OpenAI as the caller.

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const film = Buffer.from('\0\0\0\x18ftypisom, and so on');

interface Setup {
  readonly client: OpenAI;
  readonly upstream: StubUpstream;
}

/** A gateway whose only connection, `lab`, is of that preset. */
async function setUp(preset: string, answer: (call: UpstreamCall, response: ServerResponse) => void): Promise<Setup> {
  const upstream = await startUpstream(answer);
  const lab = { preset, base_url: upstream.url, key: '{secret:lab}' };
  const gateway = await startGateway({ key: testKey, config: liveConfig({ connections: { lab } }) });
  open.push(gateway, upstream);
  return { client: new OpenAI({ apiKey: testKey, baseURL: gateway.baseUrl, maxRetries: 0 }), upstream };
}

function readForm({ body, headers }: UpstreamCall): readonly string[] {
  const scanner = createMultipartScanner(readBoundary(headers['content-type']) ?? '');
  scanner.push(body);
  const parts = scanner.finish();
  return typeof parts === 'string' ? [parts] : parts.map(({ name, value }) => `${name}=${value}`);
}

const readJson = ({ body }: UpstreamCall): Json => JSON.parse(body.toString());

interface VideoUpstream {
  readonly preset: string;
  readonly created: Json;
  readonly states: readonly Json[];
  readonly content: string;
  readonly body: (call: UpstreamCall) => unknown;
  readonly asked: unknown;
}

const videoUpstreams: readonly VideoUpstream[] = [
  {
    preset: 'openrouter',
    created: { id: 'gen-1', polling_url: 'https://or.example.test/api/v1/videos/gen-1', status: 'pending' },
    states: [
      { id: 'gen-1', status: 'in_progress' },
      { id: 'gen-1', status: 'completed', unsigned_urls: ['https://or.example.test/x'], usage: { cost: 0.5 } },
    ],
    content: '/videos/gen-1/content?index=0',
    body: readJson,
    asked: { model: 'google/veo-3.1', prompt: 'a cat', duration: 8, resolution: '720p', aspect_ratio: '16:9' },
  },
  {
    preset: 'gemini',
    created: { id: 'op-1', object: 'video', status: 'processing' },
    states: [
      { id: 'op-1', status: 'processing' },
      { id: 'op-1', object: 'video', status: 'completed' },
    ],
    content: '/videos/op-1/content',
    body: readForm,
    asked: ['prompt=a cat', 'seconds=8', 'size=1280x720', 'model=google/veo-3.1'],
  },
  {
    preset: 'vllm-omni',
    created: { id: 'video-123', status: 'queued', created_at: 1_701_234_567 },
    states: [
      { id: 'video-123', status: 'in_progress', progress: 40 },
      { id: 'video-123', status: 'completed' },
    ],
    content: '/videos/video-123/content',
    body: readForm,
    asked: ['prompt=a cat', 'seconds=8', 'size=1280x720', 'model=google/veo-3.1'],
  },
  {
    preset: 'openai-compatible',
    created: { id: 'video_1', object: 'video', status: 'queued', progress: 0, seconds: '8', size: '1280x720' },
    states: [
      { id: 'video_1', status: 'in_progress', progress: 33 },
      { id: 'video_1', status: 'completed', progress: 100, seconds: '8', size: '1280x720' },
    ],
    content: '/videos/video_1/content',
    body: readJson,
    asked: { prompt: 'a cat', seconds: '8', size: '1280x720', model: 'google/veo-3.1' },
  },
];

test.each(videoUpstreams)(
  '$preset: a video in three steps',
  async ({ asked, body, content, created, preset, states }) => {
    let asks = 0;
    const { client, upstream } = await setUp(preset, (call, response) => {
      if (call.method === 'POST' && call.path === '/videos') return writeAnswer(response, created, 202);
      if (call.path === content) return response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
      if (!call.path.startsWith('/videos/')) return writeAnswer(response, { data: [] });
      asks += 1;
      return writeAnswer(response, states[asks - 1] ?? null);
    });
    const model = 'lab/google/veo-3.1';
    const job = await client.videos.create({ model, prompt: 'a cat', seconds: '8', size: '1280x720' });
    expect(job).toMatchObject({ object: 'video', model, progress: 0 });
    expect(await client.videos.retrieve(job.id)).toMatchObject({ id: job.id, status: 'in_progress', model });
    expect(await client.videos.retrieve(job.id)).toMatchObject({ id: job.id, status: 'completed', progress: 100 });
    const answer = await client.videos.downloadContent(job.id);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(film);
    const [post] = upstream.seen.filter(({ method }) => method === 'POST');
    const sent = post === undefined ? undefined : body(post);
    // A form has an order, but no meaning in it.
    expect(Array.isArray(sent) ? sent.toSorted() : sent).toEqual(Array.isArray(asked) ? asked.toSorted() : asked);
    expect(post?.headers.authorization).toBe('Bearer sk-lab');
  },
);

test('gemini: a finished job that says where its video is; the key goes to that host as it wants it', async () => {
  const { client, upstream } = await setUp('gemini', (call, response) => {
    const { headers, method, path } = call;
    if (method === 'POST') return writeAnswer(response, { id: 'op-1', status: 'processing' });
    if (path === '/files/1:download?alt=media')
      return response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
    if (path !== '/videos/op-1') return writeAnswer(response, { error: { message: 'Not found.' } }, 404);
    const url = `http://${headers.host}/files/1:download?alt=media`;
    return writeAnswer(response, { id: 'op-1', status: 'completed', url });
  });
  const job = await client.videos.create({ model: 'lab/veo-3.1', prompt: 'a cat', seconds: '4' });
  const answer = await client.videos.downloadContent(job.id);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(film);
  expect(upstream.seen.at(-1)?.path).toBe('/files/1:download?alt=media');
});

test('a wish that the upstream cannot fulfil is refused with what it can, before it is asked', async () => {
  const { client, upstream } = await setUp('gemini', (_call, response) => writeAnswer(response, { data: [] }));
  const asked = client.videos.create({ model: 'lab/veo-3.1', prompt: 'a cat', seconds: '12' });
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'seconds' });
  await expect(asked).rejects.toThrow('4, 6, 8');
  expect(upstream.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('openrouter: images have another path, and data URLs become base64', async () => {
  const { client, upstream } = await setUp('openrouter', ({ path }, response) =>
    path === '/images'
      ? writeAnswer(response, { created: 1, data: [{ b64_json: 'AAAA' }, { url: 'data:image/png;base64,QUJD' }] })
      : writeAnswer(response, { data: [] }),
  );
  const ask = { model: 'lab/google/x-image', prompt: 'a cat', n: 2, response_format: 'b64_json' } as const;
  const { data } = await client.images.generate(ask);
  expect(data).toEqual([{ b64_json: 'AAAA' }, { b64_json: 'QUJD' }]);
  const [post] = upstream.seen.filter(({ method }) => method === 'POST');
  expect(post && readJson(post)).toEqual({ model: 'google/x-image', prompt: 'a cat', n: 2 });
});

test('openrouter: a transcription is JSON with the audio inside', async () => {
  const { client, upstream } = await setUp('openrouter', ({ path }, response) =>
    writeAnswer(response, path === '/audio/transcriptions' ? { text: 'Hello.', usage: { cost: 1 } } : { data: [] }),
  );
  const file = await toFile(Buffer.from('RIFF and so on'), 'talk.mp3', { type: 'audio/mpeg' });
  const ask = { model: 'lab/google/chirp-3', file, language: 'en' };
  expect((await client.audio.transcriptions.create(ask)).text).toBe('Hello.');
  expect(await client.audio.transcriptions.create({ ...ask, response_format: 'text' })).toBe('Hello.\n');
  const [post] = upstream.seen.filter(({ method }) => method === 'POST');
  const audio = { data: Buffer.from('RIFF and so on').toString('base64'), format: 'mp3' };
  expect(post && readJson(post)).toEqual({ model: 'google/chirp-3', input_audio: audio, language: 'en' });
  const refused = client.audio.transcriptions.create({ ...ask, response_format: 'srt' });
  await expect(refused).rejects.toMatchObject({ status: 400, param: 'response_format' });
});

test('a form goes on byte for byte, but for its model', async () => {
  const { client, upstream } = await setUp('openai', ({ path }, response) =>
    writeAnswer(response, path === '/audio/transcriptions' ? { text: 'Hello.' } : { data: [] }),
  );
  const bytes = Buffer.from('RIFF\0\0 \r\n--no boundary\r\n\xff', 'latin1');
  const file = await toFile(bytes, 'talk.wav', { type: 'audio/wav' });
  await client.audio.transcriptions.create({ model: 'lab/whisper-1', file, response_format: 'json' });
  const [post] = upstream.seen.filter(({ method }) => method === 'POST');
  if (post === undefined) throw new Error('Nothing arrived.');
  expect(readForm(post)).toEqual(expect.arrayContaining(['model=whisper-1', 'response_format=json']));
  expect(post.body.includes(bytes)).toBe(true);
  expect(Number(post.headers['content-length'])).toBe(post.body.length);
});

test.each(['base64', 'float'] as const)('embeddings as %s go through as they were asked for', async (format) => {
  const embedding =
    format === 'float' ? [0.5, -0.25] : Buffer.from(Float32Array.of(0.5, -0.25).buffer).toString('base64');
  const { client, upstream } = await setUp('openai', ({ path }, response) =>
    writeAnswer(response, {
      object: 'list',
      data: path === '/embeddings' ? [{ object: 'embedding', index: 0, embedding }] : [],
    }),
  );
  const { data } = await client.embeddings.create({
    model: 'lab/embed',
    input: 'x',
    ...(format === 'float' ? { encoding_format: format } : {}),
  });
  expect(data[0]?.embedding).toEqual([0.5, -0.25]);
  const [post] = upstream.seen.filter(({ method }) => method === 'POST');
  expect(post && readJson(post)).toEqual({ model: 'embed', input: 'x', encoding_format: format });
});

test('speech comes back as its bytes', async () => {
  const { client } = await setUp('openai', ({ path }, response) =>
    path === '/audio/speech'
      ? response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from('ID3\0\xff', 'latin1'))
      : writeAnswer(response, { data: [] }),
  );
  const answer = await client.audio.speech.create({ model: 'lab/tts', voice: 'alloy', input: 'Hello.' });
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toBe('ID3\0\xff');
});
