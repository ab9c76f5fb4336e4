import { expect, test } from 'vitest';
import { createMultipartScanner, readBoundary } from '../scan-multipart.ts';
import type { FormFile, HeldBody, OutgoingBody, VideoDialect } from '../../provider.ts';
import type { JsonObject } from '../../json.ts';
import { isRefusal } from '../../refusal.ts';
import { heldJson } from '../../testing/stub-provider.ts';
import { videoForms } from './video-forms.ts';

const wish = { model: 'lite', prompt: 'a cat', seconds: '8', size: '1280x720', seed: 7 };

async function collect(body: OutgoingBody): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body.chunks()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(body.length);
  return bytes;
}

/** JSON as it is, a form as its fields. */
async function read(body: OutgoingBody): Promise<unknown> {
  const bytes = await collect(body);
  if (body.contentType === 'application/json') return JSON.parse(bytes.toString());
  const scanner = createMultipartScanner(readBoundary(body.contentType) ?? '');
  scanner.push(bytes);
  const parts = scanner.finish();
  return typeof parts === 'string' ? parts : parts.map(({ name, value }) => `${name}=${value}`);
}

function heldForm(fields: Readonly<Record<string, string>>, files: readonly FormFile[] = []): HeldBody {
  const spliced = (model: string): OutgoingBody => {
    const bytes = Buffer.from(`spliced with ${model}`);
    return { contentType: 'multipart/form-data; boundary=b', length: bytes.length, chunks: () => [bytes] };
  };
  const form = { fields: new Map(Object.entries(fields)), files };
  const { model } = fields;
  return { size: 0, model, isStream: false, withModel: spliced, json: () => undefined, form, release: () => undefined };
}

const picture: FormFile = {
  name: 'input_reference',
  fileName: 'first.png',
  contentType: 'image/png',
  size: 3,
  chunks: async function* chunks() {
    yield Buffer.from('png');
  },
};

async function create(dialect: VideoDialect, body: HeldBody): Promise<unknown> {
  const input = { model: 'veo-3.1', json: body.json(), body };
  const made = await videoForms[dialect].create(input);
  if (isRefusal(made)) return { status: made.status, param: made.param, message: made.message };
  expect(made.path).toBe('/videos');
  return made.body.contentType.startsWith('multipart/form-data; boundary=b') ? 'spliced' : await read(made.body);
}

const asForm = ['model=veo-3.1', 'prompt=a cat', 'seconds=8', 'size=1280x720', 'seed=7'];
const asJson = { ...wish, model: 'veo-3.1' };

test.each<readonly [VideoDialect, unknown]>([
  ['openai', asJson],
  ['openrouter', { model: 'veo-3.1', prompt: 'a cat', duration: 8, resolution: '720p', aspect_ratio: '16:9', seed: 7 }],
  ['gemini', asForm],
  ['vllm-omni', asForm],
])('%s: a wish in JSON', async (dialect, expected) => {
  expect(await create(dialect, heldJson(wish))).toEqual(expected);
});

test.each<readonly [VideoDialect, unknown]>([
  ['openai', { model: 'veo-3.1', prompt: 'a cat', seconds: '8', size: '720x1280' }],
  ['openrouter', { model: 'veo-3.1', prompt: 'a cat', duration: 8, resolution: '720p', aspect_ratio: '9:16' }],
  ['gemini', 'spliced'],
  ['vllm-omni', 'spliced'],
])('%s: a form without a file, as the official client sends it', async (dialect, expected) => {
  const fields = { model: 'lite', prompt: 'a cat', seconds: '8', size: '720x1280' };
  expect(await create(dialect, heldForm(fields))).toEqual(expected);
});

test.each<readonly [VideoDialect, unknown]>([
  ['openai', 'spliced'],
  [
    'openrouter',
    {
      model: 'veo-3.1',
      prompt: 'a cat',
      frame_images: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,cG5n' }, frame_type: 'first_frame' },
      ],
    },
  ],
  ['gemini', 'spliced'],
  ['vllm-omni', 'spliced'],
])('%s: a form with a picture', async (dialect, expected) => {
  expect(await create(dialect, heldForm({ model: 'lite', prompt: 'a cat' }, [picture]))).toEqual(expected);
});

test.each<readonly [VideoDialect, JsonObject, string, string]>([
  ['openrouter', { ...wish, prompt: ' ' }, 'prompt', 'must be a text'],
  ['openrouter', { ...wish, seconds: 'long' }, 'seconds', 'number above 0'],
  ['openrouter', { ...wish, seconds: 2.5 }, 'seconds', 'whole seconds'],
  ['openrouter', { ...wish, size: '1x1' }, 'size', '1280x720'],
  ['openrouter', { ...wish, size: 'wide' }, 'size', 'WIDTHxHEIGHT'],
  ['gemini', { ...wish, seconds: 5 }, 'seconds', '4, 6, 8'],
  ['gemini', { ...wish, size: '640x480' }, 'size', '1920x1080'],
  ['vllm-omni', { ...wish, seconds: -1 }, 'seconds', 'number above 0'],
])('%s: %j is refused with what is allowed', async (dialect, json, param, message) => {
  expect(await create(dialect, heldJson(json))).toMatchObject({
    status: 400,
    param,
    message: expect.stringContaining(message),
  });
});

test('openrouter: every size that is named is taken', async () => {
  const refused = await create('openrouter', heldJson({ ...wish, size: '1x1' }));
  const sizes = JSON.stringify(refused).match(/\d{3,}x\d{3,}/gu) ?? [];
  expect(sizes).toEqual(
    expect.arrayContaining(['854x480', '1280x720', '720x1280', '1080x1080', '3840x2160', '960x720']),
  );
  for (const size of sizes)
    expect(await create('openrouter', heldJson({ ...wish, size }))).toHaveProperty('resolution');
});
