import { expect, test } from 'vitest';
import { hasFfmpeg, probeMedia } from '../../testing/decode-media.ts';
import { toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Operation, OutgoingBody, ProviderRequest } from '../../provider.ts';
import { createDemoProvider } from './provider.ts';

let now = 1_795_000_000_000;
const provider = createDemoProvider({ now: () => now });

function jsonBody(json: JsonObject): OutgoingBody {
  const bytes = Buffer.from(JSON.stringify(json));
  return { contentType: 'application/json', length: bytes.length, chunks: () => [bytes] };
}

function formBody(fields: Readonly<Record<string, string>>, file?: Buffer): OutgoingBody {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
  const files = file === undefined ? [] : [head, file, Buffer.from('\r\n')];
  const bytes = Buffer.concat([...parts, ...files, Buffer.from('--b--\r\n')]);
  return { contentType: 'multipart/form-data; boundary=b', length: bytes.length, chunks: () => [bytes] };
}

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
  readonly json: JsonObject;
}

async function tell(request: Pick<ProviderRequest, 'operation' | 'model'> & Partial<ProviderRequest>): Promise<Told> {
  const filler = { method: 'POST', path: '/x', headers: {}, body: undefined, asked: 'lite', window: 32_768 } as const;
  const answer = await provider.send({ ...filler, signal: new AbortController().signal, ...request });
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const json: Json = isJson ? JSON.parse(bytes.toString()) : {};
  expect(answer.headers['x-demo']).toMatch(/^This is a demo answer .* modelrack gateway connect \w+$/u);
  return { status: answer.status, headers: answer.headers, bytes, json: toObject(json) };
}

const post = (operation: Operation, model: string, json: JsonObject): Promise<Told> =>
  tell({ operation, model, body: jsonBody({ model, ...json }) });

test('an image has the asked size and number', async () => {
  const { json } = await post('images', 'image', { prompt: 'a red square', size: '256x128', n: 2 });
  const images = toList(json['data']).map((entry) => Buffer.from(toText(toObject(entry)['b64_json']) ?? '', 'base64'));
  expect(images).toHaveLength(2);
  // Width and height stand at fixed places of a PNG.
  for (const image of images) expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([256, 128]);
  expect(images[0]).not.toEqual(images[1]);
  const { json: linked } = await post('images', 'image', { prompt: 'x', size: '64x64', response_format: 'url' });
  expect(toObject(toList(linked['data'])[0])['url']).toMatch(/^data:image\/png;base64,iVBOR/u);
});

test.each([
  ['images', 'image', {}, 'prompt'],
  ['images', 'image', { prompt: 'x', size: '1x1' }, 'size'],
  ['images', 'image', { prompt: 'x', size: 'large' }, 'size'],
  ['images', 'image', { prompt: 'x', size: '4096x4096' }, 'size'],
  ['images', 'image', { prompt: 'x', n: 11 }, 'n'],
  ['images', 'image', { prompt: 'x', output_format: 'webp' }, 'output_format'],
  ['speech', 'tone', { input: '' }, 'input'],
  ['speech', 'tone', { input: 'x', response_format: 'mp3' }, 'response_format'],
  ['speech', 'tone', { input: 'x', speed: 9 }, 'speed'],
  ['embeddings', 'embed', {}, 'input'],
  ['embeddings', 'embed', { input: [] }, 'input'],
  ['embeddings', 'embed', { input: ['a', 1] }, 'input'],
  ['embeddings', 'embed', { input: 'x', dimensions: 0 }, 'dimensions'],
  ['videos', 'video', { prompt: 'x', seconds: '61' }, 'seconds'],
  ['videos', 'video', { prompt: 'x', seconds: 'long' }, 'seconds'],
  ['videos', 'video', { prompt: 'x', size: '101x100' }, 'size'],
  ['transcription', 'transcribe', {}, 'file'],
  ['chat', 'image', { messages: [{ role: 'user', content: 'x' }] }, 'model'],
  ['images', 'chat', { prompt: 'x' }, 'model'],
] as const)('%s: demo/%s refuses %j, and names the field', async (operation, model, json, param) => {
  const { json: answer, status } = await post(operation, model, json);
  expect(status).toBe(400);
  expect(toObject(answer['error'])['param']).toBe(param);
});

test('speech and back: the text returns', async () => {
  const text = 'Guten Tag, hier spricht niemand.';
  const spoken = await post('speech', 'tone', { input: text, voice: 'alloy' });
  expect(spoken.headers['content-type']).toBe('audio/wav');
  const hear = (fields: Readonly<Record<string, string>>, file = spoken.bytes): Promise<Told> =>
    tell({ operation: 'transcription', model: 'transcribe', body: formBody({ model: 'transcribe', ...fields }, file) });
  expect((await hear({})).json).toEqual({ text });
  expect((await hear({ response_format: 'text' })).bytes.toString()).toBe(`${text}\n`);
  expect((await hear({ response_format: 'srt' })).bytes.toString()).toBe(`1\n00:00:00,000 --> 00:00:01,100\n${text}\n`);
  expect((await hear({ response_format: 'vtt' })).bytes.toString()).toMatch(
    /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.100\n/u,
  );
  expect((await hear({ response_format: 'verbose_json' })).json).toMatchObject({
    task: 'transcribe',
    duration: 1.1,
    text,
  });
  const { json } = await hear({}, Buffer.from('ID3 of somebody else'));
  expect(json['text']).toContain('The demo cannot hear: 20 bytes of audio, format MP3, of unknown length.');
});

test('embeddings as numbers and as base64 are the same vectors', async () => {
  const input = ['How do I reset my password?', 'Bananas'];
  const plain = await post('embeddings', 'embed', { input, dimensions: 8 });
  const packed = await post('embeddings', 'embed', { input, dimensions: 8, encoding_format: 'base64' });
  expect(plain.json['usage']).toEqual({ prompt_tokens: 9, total_tokens: 9 });
  toList(plain.json['data']).forEach((entry, index) => {
    const bytes = Buffer.from(toText(toObject(toList(packed.json['data'])[index])['embedding']) ?? '', 'base64');
    const numbers = Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
    expect(toObject(entry)['embedding']).toEqual(numbers);
  });
});

test('a video goes through its states by the clock of its id, and plays', async () => {
  const created = await post('videos', 'video', { prompt: 'a cat', seconds: '2', size: '64x48' });
  const id = toText(created.json['id']) ?? '';
  expect(created.json).toMatchObject({ object: 'video', status: 'queued', progress: 0, seconds: '2', size: '64x48' });
  const look = (rest = '', headers = {}): Promise<Told> =>
    tell({ operation: 'videos', model: 'video', method: 'GET', path: `/videos/${id}${rest}`, headers });
  expect((await look('/content')).json).toMatchObject({ error: { code: 'video_not_ready' } });
  now += 1500;
  expect((await look()).json).toMatchObject({ id, status: 'in_progress', progress: 50 });
  now += 1500;
  expect((await look()).json).toMatchObject({ id, status: 'completed', progress: 100, error: null });
  const film = await look('/content');
  expect(film).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' } });
  if (hasFfmpeg) expect(probeMedia(film.bytes)).toMatchObject({ width: 64, height: 48, duration: '2.000000' });
  const part = await look('/content', { range: 'bytes=4-7' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 4-7/${film.bytes.length}` } });
  expect(part.bytes.toString()).toBe('ftyp');
  expect((await look('/content', { range: 'bytes=-4' })).bytes).toEqual(film.bytes.subarray(-4));
  expect((await look('/content', { range: `bytes=${film.bytes.length}-` })).status).toBe(416);
});

test('a video may be asked for as a form, may fail, may take its time; an unknown one is 404', async () => {
  const body = formBody({ model: 'video', prompt: 'demo:fail demo:delay=100', seconds: '1', size: '32x32' });
  const created = await tell({ operation: 'videos', model: 'video', body });
  now += 100;
  const path = `/videos/${toText(created.json['id'])}`;
  const failed = await tell({ operation: 'videos', model: 'video', method: 'GET', path });
  expect(failed.json).toMatchObject({ status: 'failed', error: { code: 'demo_directive' } });
  for (const id of ['x', 'W10', Buffer.from('[1,2,3,4,5,6,7]').toString('base64url')]) {
    const gone = await tell({ operation: 'videos', model: 'video', method: 'GET', path: `/videos/${id}` });
    expect(gone.status).toBe(404);
  }
});

test.each([
  ['images', 'image', { prompt: 'demo:status=503' }],
  ['speech', 'tone', { input: 'demo:status=503' }],
  ['videos', 'video', { prompt: 'demo:status=503' }],
  ['embeddings', 'embed', { input: 'demo:status=503' }],
  ['chat', 'chat', { messages: [{ role: 'user', content: 'demo:status=503' }] }],
] as const)('%s: the prompt can ask for a status', async (operation, model, json) => {
  expect((await post(operation, model, json)).status).toBe(503);
});

test('the same request has the same bytes', async () => {
  const asked = [
    ['images', 'image', { prompt: 'x', size: '64x64' }],
    ['speech', 'tone', { input: 'x y' }],
    ['embeddings', 'embed', { input: 'x' }],
    ['chat', 'chat', { messages: [{ role: 'user', content: 'x' }], stream: true }],
  ] as const;
  for (const [operation, model, json] of asked) {
    const first = await post(operation, model, json);
    expect((await post(operation, model, json)).bytes.equals(first.bytes)).toBe(true);
  }
});

test('what it lists, it answers', async () => {
  expect(provider.models?.().map(({ id }) => id)).toEqual([
    'chat',
    'echo',
    'embed',
    'huge',
    'image',
    'long',
    'small',
    'tone',
    'transcribe',
    'video',
  ]);
});
