import { mp3, mp4, pngOf, sendChat, sendJson, stubKey } from '@modelrack/client/testing';
import { RackError } from '@modelrack/errors';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from './testing/call.ts';
import { connect } from './testing/connect.ts';

describe('the list of tools', () => {
  it('is the documented one, in names and words that clients take and searches find', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'chat',
      'embed',
      'image_generate',
      'list_models',
      'pick_model',
      'speech',
      'transcribe',
      'video_create',
      'video_download',
      'video_status',
      'video_wait',
    ]);
    for (const { name, description = '', inputSchema, outputSchema } of tools) {
      // With the longest prefix of a client, `mcp__modelrack__`, it stays below 64.
      expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(description.length).toBeLessThan(160);
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
      expect(JSON.stringify(inputSchema).length).toBeLessThan(1000);
    }
    const words = tools.map(({ description }) => description).join(' ');
    for (const word of ['image', 'picture', 'video', 'text to speech', 'transcribe', 'embedding', 'model', 'LLM'])
      expect(words.toLowerCase()).toContain(word.toLowerCase());
  });

  it('says which tools only read', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(reading.toSorted()).toEqual(['list_models', 'pick_model', 'video_status', 'video_wait']);
    const others = tools.filter(({ name }) => !reading.includes(name));
    for (const { name, annotations } of others)
      expect(annotations).toMatchObject({
        destructiveHint: false,
        idempotentHint: name === 'video_download',
        openWorldHint: true,
      });
  });
});

describe('every tool', () => {
  it('list_models and pick_model', async () => {
    const scene = await connect();
    expect(await call(scene, 'list_models', { kind: 'image' })).toMatchObject({
      models: [{ id: 'bfl/flux-3', kind: 'image' }],
      total: 1,
    });
    expect(await call(scene, 'list_models', { limit: 2 })).toMatchObject({
      models: [{ id: 'lite', contextWindow: 131_072 }, {}],
      total: 8,
    });
    expect(await call(scene, 'pick_model', { query: 'son' })).toMatchObject({ best: 'anthropic/claude-sonnet-5' });
    expect(await call(scene, 'pick_model', { query: 'zzzz' })).toMatchObject({ best: null, matches: [] });
  });

  it('chat', async () => {
    const scene = await connect();
    expect(await call(scene, 'chat', { prompt: 'Hi', system: 'Be brief', temperature: 0 })).toMatchObject({
      status: 'done',
      text: 'Hello there',
      model: 'lite',
      finish_reason: 'stop',
      input_tokens: 7,
      output_tokens: 2,
    });
    expect(scene.stub.requests[0]?.json).toMatchObject({
      model: 'lite',
      temperature: 0,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Hi' },
      ],
    });
  });

  it('image_generate', async () => {
    const scene = await connect();
    const one = await call(scene, 'image_generate', { prompt: 'a lighthouse' });
    expect(one).toMatchObject({ status: 'done', bytes: pngOf(8, 8).length, mime: 'image/png', model: 'bfl/flux-3' });
    expect(one.result.content).toHaveLength(1);
    const { path } = one as unknown as { path: string };
    expect(path).toMatch(new RegExp(`^${scene.mediaFolder}/image-\\d{8}-\\d{6}\\.png$`));
    expect(readFileSync(path)).toEqual(pngOf(8, 8));
    const two = await call(scene, 'image_generate', { prompt: 'x', n: 2, filename: 'shot.jpg', inline: true });
    expect(two).toMatchObject({
      files: [{ path: join(scene.mediaFolder, 'shot.png') }, { path: join(scene.mediaFolder, 'shot-2.png') }],
    });
    expect(two.result.content[1]).toEqual({
      type: 'image',
      mimeType: 'image/png',
      data: pngOf(8, 8).toString('base64'),
    });
  });

  it('never shows a large picture inline', async () => {
    const scene = await connect();
    const large = Buffer.concat([pngOf(8, 8), Buffer.alloc(700_000)]);
    scene.stub.on('POST /images/generations', (_, response) =>
      sendJson(response, { data: [{ b64_json: large.toString('base64') }] }),
    );
    const { result } = await call(scene, 'image_generate', { prompt: 'x', inline: true });
    expect(result.content).toHaveLength(1);
  });

  it('video_create, video_status, video_wait and video_download', async () => {
    const scene = await connect();
    expect(await call(scene, 'video_create', { prompt: 'waves', seconds: 8 })).toMatchObject({
      status: 'pending',
      id: 'video_1',
      model: 'openai/sora-3',
    });
    expect(scene.stub.requests[0]?.json).toMatchObject({ seconds: '8' });
    expect(await call(scene, 'video_status', { id: 'video_1' })).toMatchObject({ status: 'pending', progress: 50 });
    expect(await call(scene, 'video_wait', { id: 'video_1' })).toMatchObject({ status: 'completed' });
    const saved = await call(scene, 'video_download', { id: 'video_1', filename: 'waves' });
    expect(saved).toMatchObject({
      status: 'done',
      path: join(scene.mediaFolder, 'waves.mp4'),
      bytes: mp4.length,
      mime: 'video/mp4',
    });
    expect(await call(scene, 'video_status', { id: 'video_9' })).toMatchObject({
      error: expect.stringContaining('no such video'),
    });
  });

  it('speech and transcribe', async () => {
    const scene = await connect();
    const spoken = await call(scene, 'speech', { text: 'Hello', filename: 'hello' });
    const path = join(scene.mediaFolder, 'hello.mp3');
    expect(spoken).toMatchObject({
      status: 'done',
      path,
      bytes: mp3.length,
      mime: 'audio/mpeg',
      model: 'openai/tts-2',
    });
    expect(await call(scene, 'transcribe', { path })).toMatchObject({
      text: expect.stringMatching(/^\d+ bytes heard$/),
      model: 'openai/whisper-2',
    });
  });

  it('embed', async () => {
    const scene = await connect();
    const saved = await call(scene, 'embed', { input: ['a', 'bc'], inline: true, filename: 'e' });
    expect(saved).toMatchObject({
      status: 'done',
      count: 2,
      dimensions: 3,
      vectors: [
        [1, 0.5, -0.25],
        [2, 0.5, -0.25],
      ],
    });
    const file: unknown = JSON.parse(readFileSync((saved as unknown as { path: string }).path, 'utf8'));
    expect(file).toMatchObject({
      model: 'openai/embed-4',
      input: ['a', 'bc'],
      vectors: [
        [1, 0.5, -0.25],
        [2, 0.5, -0.25],
      ],
    });
    expect(await call(scene, 'embed', { input: 'a' })).not.toHaveProperty('vectors');
  });
});

describe('what must not happen', () => {
  it.each(['../x', '/etc/x', 'a/b', 'a\\b', '..', '.hidden', 'nul', 'C:x', 'x\ny', ''])(
    'a file outside the folder: %j',
    async (filename) => {
      const scene = await connect();
      const answer = await call(scene, 'image_generate', { prompt: 'x', filename });
      expect(answer).toMatchObject({ error: expect.stringContaining('bare name') });
      expect(scene.stub.requests).toEqual([]);
      expect(existsSync(scene.mediaFolder)).toBe(false);
    },
  );

  it('a file that is no recording sent away', async () => {
    const scene = await connect();
    const { path } = (await call(scene, 'image_generate', { prompt: 'x' })) as unknown as { path: string };
    const secret = join(scene.mediaFolder, 'id_rsa');
    writeFileSync(secret, '-----BEGIN OPENSSH PRIVATE KEY-----');
    for (const file of [path, secret, 'relative.mp3', join(scene.mediaFolder, 'missing.mp3')])
      expect(await call(scene, 'transcribe', { path: file })).toHaveProperty('error');
    expect(scene.stub.requests).toHaveLength(1);
  });

  it('the key in an answer of the gateway', async () => {
    const scene = await connect();
    scene.stub.on('POST /chat/completions', (_, response) => sendChat(response, ['**bold** ', stubKey]));
    expect(await call(scene, 'chat', { prompt: 'x' })).toMatchObject({ text: '**bold** ***' });
    scene.stub.on('POST /chat/completions', (_, response) =>
      sendJson(response, { error: { message: `bad key ${stubKey}` } }, 401),
    );
    expect(await call(scene, 'chat', { prompt: 'x' })).toMatchObject({
      error: expect.stringContaining('refused the key'),
    });
  });

  it('a failure that a model does not hear of', async () => {
    const scene = await connect({
      gateway: async () => {
        throw new RackError('key-missing', 'no key is stored', { hint: 'pass it with --api-key-stdin' });
      },
    });
    expect(await call(scene, 'list_models')).toMatchObject({ error: 'no key is stored\npass it with --api-key-stdin' });
    expect(await call(scene, 'chat', {})).toMatchObject({
      error: expect.stringMatching(/^Invalid arguments for chat: prompt/),
    });
    await expect(scene.client.callTool({ name: 'nothing' })).rejects.toThrow('there is no tool nothing');
  });

  it('a model that is asked for although the list has none of the kind', async () => {
    const scene = await connect({ models: async () => [] });
    expect(await call(scene, 'image_generate', { prompt: 'x' })).toMatchObject({
      error: expect.stringContaining('no image model'),
    });
    expect(await call(scene, 'image_generate', { prompt: 'x', model: 'a/b' })).toMatchObject({ model: 'a/b' });
  });
});
