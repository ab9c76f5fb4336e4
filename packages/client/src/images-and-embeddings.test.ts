import { embed, generateImages } from '@modelrack/client';
import { describe, expect, it } from 'vitest';
import { sceneForTest } from './testing/gateway-for-test.ts';
import { pngOf, sendFile, sendJson } from './testing/serve-gateway.ts';

const asked = { model: 'bfl/flux-3', prompt: 'a lighthouse' };

describe('generateImages', () => {
  it('takes several pictures as base64', async () => {
    const { server, gateway } = await sceneForTest();
    const images = await generateImages(gateway, { ...asked, count: 3, size: '512x512' });
    expect(images.map(({ mime }) => mime)).toEqual(['image/png', 'image/png', 'image/png']);
    expect(Buffer.from(images[0]?.bytes ?? [])).toEqual(pngOf(8, 8));
    expect(server.requests[0]?.json).toEqual({ ...asked, n: 3, size: '512x512' });
  });

  it('fetches an address of another host without the key, and one of its own with it', async () => {
    const { server, gateway } = await sceneForTest();
    const storage = await sceneForTest();
    const keys: unknown[] = [];
    for (const one of [server, storage.server]) {
      one.on('GET /file', ({ headers }, response) => {
        keys.push(headers.authorization);
        sendFile(response, pngOf(2, 2));
      });
    }
    // The stub refuses whoever has no key: that it was asked without one shows in what it saw.
    server.on('POST /images/generations', (_, response) =>
      sendJson(response, {
        data: [{ url: '/v1/file' }, { url: `data:image/png;base64,${pngOf(1, 1).toString('base64')}` }],
      }),
    );
    expect(await generateImages(gateway, asked)).toHaveLength(2);
    expect(keys).toEqual([`Bearer ${gateway.key}`]);
    server.on('POST /images/generations', (_, response) =>
      sendJson(response, { data: [{ url: `${storage.server.origin}/v1/file` }] }),
    );
    await expect(generateImages(gateway, asked)).rejects.toMatchObject({
      code: 'server',
      path: `${storage.server.origin}/v1/file`,
    });
    expect(storage.server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('follows a redirect to another host without the key', async () => {
    const { server, gateway } = await sceneForTest();
    const storage = await sceneForTest();
    server.on('POST /images/generations', (_, response) =>
      sendJson(response, { data: [{ url: `${server.origin}/v1/file` }] }),
    );
    server.on(
      'GET /file',
      (_, response) => void response.writeHead(302, { location: `${storage.server.origin}/v1/x?sig=1` }).end(),
    );
    await expect(generateImages(gateway, asked)).rejects.toMatchObject({ code: 'server' });
    expect(storage.server.requests[0]).toMatchObject({ route: '/x?sig=1' });
    expect(storage.server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['nothing', { data: [] }],
    ['no picture', { data: [{ b64_json: Buffer.from('{"error":1}').toString('base64') }] }],
    ['neither data nor address', { data: [{}] }],
    ['an address that is none', { data: [{ url: 'file:///etc/passwd' }] }],
  ])('refuses %s', async (_, body) => {
    const { server, gateway } = await sceneForTest();
    server.on('POST /images/generations', (__, response) => sendJson(response, body));
    await expect(generateImages(gateway, asked)).rejects.toMatchObject({ code: 'broken-body' });
  });

  it('knows a failure that comes with status 200, and a page that is none', async () => {
    const { server, gateway } = await sceneForTest();
    server.on('POST /images/generations', (_, response) => sendJson(response, { error: { message: 'bad prompt' } }));
    await expect(generateImages(gateway, asked)).rejects.toMatchObject({
      code: 'server',
      message: expect.stringContaining('bad prompt'),
    });
    server.on('POST /images/generations', (_, response) => void response.end('<html>'));
    await expect(generateImages(gateway, asked)).rejects.toMatchObject({ code: 'not-a-gateway' });
  });
});

describe('embed', () => {
  it('asks for numbers, and puts the vectors in order', async () => {
    const { server, gateway } = await sceneForTest();
    const { vectors } = await embed(gateway, { model: 'openai/embed-4', input: ['a', 'bcd'] });
    expect(vectors).toEqual([
      [1, 0.5, -0.25],
      [3, 0.5, -0.25],
    ]);
    expect(server.requests[0]?.json).toMatchObject({ encoding_format: 'float' });
  });

  it('reads base64 as well', async () => {
    const { server, gateway } = await sceneForTest();
    const bytes = Buffer.alloc(8);
    bytes.writeFloatLE(0.5, 0);
    bytes.writeFloatLE(-2, 4);
    server.on('POST /embeddings', (_, response) =>
      sendJson(response, { data: [{ embedding: bytes.toString('base64') }] }),
    );
    expect((await embed(gateway, { model: 'm', input: ['a'] })).vectors).toEqual([[0.5, -2]]);
  });

  it.each([[{ data: [] }], [{ data: [{ index: 0, embedding: [] }] }], [{ data: [{ index: 5, embedding: [1] }] }]])(
    'refuses %j',
    async (body) => {
      const { server, gateway } = await sceneForTest();
      server.on('POST /embeddings', (_, response) => sendJson(response, body));
      await expect(embed(gateway, { model: 'm', input: ['a'] })).rejects.toMatchObject({ code: 'broken-body' });
    },
  );
});
