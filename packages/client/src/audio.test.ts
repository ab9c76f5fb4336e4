import { speak, transcribe } from '@modelrack/client';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForTest, sceneForTest } from './testing/gateway-for-test.ts';
import { mp3, sendFile, sendJson } from './testing/serve-gateway.ts';

const asked = { model: 'openai/tts-2', input: 'Hello' };

it('writes speech into a folder, named by what it is, and replaces nothing', async () => {
  const { server, gateway } = await sceneForTest();
  const folder = join(folderForTest(), 'media');
  const target = { folder, stem: 'speech' };
  const first = await speak(gateway, asked, { target });
  const second = await speak(gateway, { ...asked, voice: 'nova', format: 'wav' }, { target });
  expect([first, second].map(({ path }) => path)).toEqual([join(folder, 'speech.mp3'), join(folder, 'speech-2.mp3')]);
  expect(first).toMatchObject({ bytes: mp3.length, mime: 'audio/mpeg' });
  expect(readFileSync(first.path)).toEqual(mp3);
  expect(server.requests.map(({ json }) => json)).toEqual([
    { ...asked, voice: 'alloy' },
    { ...asked, voice: 'nova', response_format: 'wav' },
  ]);
});

it('writes to the file that was named, in place of what is there', async () => {
  const { gateway } = await sceneForTest();
  const file = join(folderForTest(), 'out.bin');
  writeFileSync(file, 'old');
  expect((await speak(gateway, asked, { target: { file } })).path).toBe(file);
  expect(readFileSync(file)).toEqual(mp3);
});

it.each([
  ['an error with status 200', '{"error":{"message":"no"}}', 'application/json'],
  ['a web page', '<html>', undefined],
  ['nothing', '', 'audio/mpeg'],
])('keeps nothing of %s', async (_, body, type) => {
  const { server, gateway } = await sceneForTest();
  server.on('POST /audio/speech', (__, response) => sendFile(response, Buffer.from(body), type));
  const folder = folderForTest();
  await expect(speak(gateway, asked, { target: { folder, stem: 's' } })).rejects.toMatchObject({ code: 'broken-body' });
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps nothing of a download that is cut off', async () => {
  const { server, gateway } = await sceneForTest();
  server.on('POST /audio/speech', (_, response) => {
    response.writeHead(200, { 'content-length': '9000' });
    response.write(mp3, () => response.destroy());
  });
  const folder = folderForTest();
  await expect(speak(gateway, asked, { target: { folder, stem: 's' } })).rejects.toMatchObject({ code: 'broken-body' });
  expect(readdirSync(folder)).toEqual([]);
});

it('says which place cannot be written', async () => {
  const { gateway } = await sceneForTest();
  const file = join(folderForTest(), 'missing', 'out.mp3');
  await expect(speak(gateway, asked, { target: { file } })).rejects.toMatchObject({ code: 'file-not-writable' });
  expect(existsSync(file)).toBe(false);
});

it('sends a recording as a form', async () => {
  const { server, gateway } = await sceneForTest();
  const file = join(folderForTest(), 'a "b".mp3');
  writeFileSync(file, mp3);
  const text = await transcribe(gateway, { model: 'openai/whisper-2', file, language: 'en' });
  const [seen] = server.requests;
  expect(text).toBe(`${seen?.length} bytes heard`);
  expect(Number(seen?.headers['content-length'])).toBe(seen?.length);
  const boundary = /boundary=(\S+)/.exec(seen?.headers['content-type'] ?? '')?.[1] ?? '';
  const parts = (seen?.text ?? '').split(`--${boundary}`);
  expect(parts).toHaveLength(6);
  expect(parts[1]).toBe('\r\ncontent-disposition: form-data; name="model"\r\n\r\nopenai/whisper-2\r\n');
  expect(parts[4]).toContain('name="file"; filename="a %22b%22.mp3"\r\ncontent-type: audio/mpeg\r\n\r\nID3');
});

it('saves nothing that came encoded', async () => {
  const { server, gateway } = await sceneForTest();
  const folder = folderForTest();
  server.on('POST /audio/speech', (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-encoding': 'gzip' }).end('no gzip');
  });
  await expect(speak(gateway, asked, { target: { folder, stem: 's' } })).rejects.toMatchObject({ code: 'broken-body' });
  expect(readdirSync(folder)).toEqual([]);
});

it('reads a bare text, and refuses what is no transcript', async () => {
  const { server, gateway } = await sceneForTest();
  const file = join(folderForTest(), 'a.mp3');
  writeFileSync(file, mp3);
  server.on('POST /audio/transcriptions', (_, response) => void response.end('Hello there.\n'));
  expect(await transcribe(gateway, { model: 'm', file })).toBe('Hello there.');
  server.on('POST /audio/transcriptions', (_, response) => sendJson(response, { data: 1 }));
  await expect(transcribe(gateway, { model: 'm', file })).rejects.toMatchObject({ code: 'broken-body' });
  server.on('POST /audio/transcriptions', (_, response) => void response.end('data: {"x":1}\n\ndata: [DONE]\n\n'));
  await expect(transcribe(gateway, { model: 'm', file })).rejects.toMatchObject({ code: 'broken-body' });
  server.on('POST /audio/transcriptions', (_, response) => void response.writeHead(204).end());
  await expect(transcribe(gateway, { model: 'm', file })).rejects.toMatchObject({ code: 'broken-body' });
  await expect(transcribe(gateway, { model: 'm', file: `${file}x` })).rejects.toMatchObject({
    code: 'file-unreadable',
  });
});
