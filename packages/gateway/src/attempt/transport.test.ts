import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import { data, delta, fine, json, role, startFaultServer, stream } from '../testing/fault-server.ts';
import type { FaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey, toJson } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';

let upstream: FaultServer;
let gateway: RunningGateway;

beforeAll(async () => {
  upstream = await startFaultServer({ 'a/b': undefined });
  const wires = ['chat', 'messages', 'transcription'];
  const config = liveConfig({
    connections: { one: { base_url: upstream.url, wires, key: '{secret:one}' } },
    aliases: { lite: ['one/a/b'] },
  });
  gateway = await startGateway({ key: testKey, config });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

test('a body keeps every byte but those of its model', async () => {
  upstream.behave(fine);
  const blank = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ');
  const values = fc.jsonValue({ maxDepth: 4 });
  await fc.assert(
    fc.asyncProperty(blank, blank, values, values, async (one, two, before, after) => {
      const write = (model: string) =>
        `${one}{${two}"x":${JSON.stringify(before)}${one},"\\u006dodel"${two}:${one}${model}${two},"messages":[{"model":"lite","content":"ü\\u0000 \\ud83d"}],"y":${JSON.stringify(after)},"n":1.0e2}${one}`;
      await send(gateway, { path: '/v1/chat/completions', body: write('"li\\u0074e"') });
      expect(hash(upstream.hits.at(-1)?.body ?? '')).toBe(hash(write('"a/b"')));
    }),
    { numRuns: 40 },
  );
});

test.each([70_000, 3_000_000])('a body of %i bytes too, which goes up in pieces', async (size) => {
  upstream.behave(fine);
  const content = 'ü\\u0000 "'.repeat(size / 10);
  const write = (model: string) => `{"messages":[{"content":${JSON.stringify(content)}}],"model":"${model}","n":1}`;
  await send(gateway, { path: '/v1/chat/completions', body: write('lite') });
  const hit = upstream.hits.at(-1);
  expect(hash(hit?.body ?? '')).toBe(hash(write('a/b')));
  expect(hit?.headers['content-length']).toBe(String(Buffer.byteLength(write('a/b'))));
});

test('a form keeps every byte but those of its model: zeros, look-alikes of its boundary', async () => {
  upstream.behave(json(200, { text: 'heard' }));
  const file = Buffer.from('RIFF\u0000\u0000\r\n--bound\r\n--boundary\u0000--boundary-\r\nend', 'latin1');
  const write = (model: string) =>
    Buffer.concat([
      Buffer.from(
        '--boundaryX\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n',
      ),
      file,
      Buffer.from(
        `\r\n--boundaryX\r\nContent-Disposition: form-data; name="model"\r\n\r\n${model}\r\n--boundaryX--\r\n`,
      ),
    ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=boundaryX' };
  const received = await send(gateway, { path: '/v1/audio/transcriptions', body: write('lite'), headers });
  expect(received.status).toBe(200);
  const hit = upstream.hits.at(-1);
  expect(hash(hit?.body ?? '')).toBe(hash(write('a/b')));
  expect(hit?.headers['content-type']).toBe(headers['content-type']);
});

test('an answer keeps every byte, its unknown fields and the name that its upstream gave', async () => {
  const answer = {
    unknown: [1.5, { '\u2028': null }],
    choices: [{ message: { content: 'ü😀' } }],
    model: 'upstream-name',
  };
  upstream.behave(
    json(200, answer, { 'x-ratelimit-remaining': '7', 'set-cookie': 'a=b', 'openai-organization': 'org' }),
  );
  const received = await send(gateway, { path: '/v1/chat/completions', body: { model: 'lite', messages: [] } });
  expect(received.text).toBe(JSON.stringify(answer));
  expect(received.headers).toMatchObject({
    'x-ratelimit-remaining': '7',
    'x-gateway-model': 'one/a/b',
    'x-gateway-alias': 'lite',
  });
  expect(received.headers['set-cookie']).toBeUndefined();
  expect(received.headers['openai-organization']).toBeUndefined();
});

test('a stream byte by byte, letters cut apart, keeps every byte', async () => {
  const whole = [
    ': hello\r\n\r\n',
    role,
    delta('ü😀 — '),
    data({ choices: [], usage: { x: 1 } }),
    delta('', 'stop'),
    data('[DONE]'),
  ].join('');
  upstream.behave(stream([...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))));
  const received = await send(gateway, {
    path: '/v1/chat/completions',
    body: { model: 'lite', messages: [], stream: true },
  });
  expect(received.text).toBe(whole);
});

test('a bridged stream is the same, however it is cut', async () => {
  const whole = [role, delta('ü😀 — '), delta('more'), delta('', 'stop'), data('[DONE]')].join('');
  const bare = await startFaultServer({ b: undefined });
  const config = liveConfig({ connections: { two: { base_url: bare.url, wires: ['chat'] } } });
  const bridging = await startGateway({ key: testKey, config });
  const ask = async (pieces: readonly (string | Uint8Array)[]) => {
    bare.behave(stream(pieces));
    const body = { model: 'two/b', max_tokens: 9, messages: [{ role: 'user', content: 'x' }], stream: true };
    const received = await send(bridging, { path: '/v1/messages', body });
    expect(received.headers['x-gateway-bridge']).toBe('messages-chat');
    return received.text.replaceAll(/msg_[0-9a-f]+/gu, 'msg');
  };
  const bytes = [...Buffer.from(whole)].map((byte) => Uint8Array.of(byte));
  expect(await ask(bytes)).toBe(await ask([whole]));
  const cut = await ask([role, delta('half')]);
  expect(cut).toContain('event: error');
  expect(cut).not.toContain('message_stop');
  await bridging.close();
  await bare.close();
});

test('headers: those on the list go up, the key of the gateway never', async () => {
  upstream.behave(fine);
  const headers = {
    'anthropic-beta': 'tools-1',
    'anthropic-version': '2023-06-01',
    cookie: 'a=b',
    'x-forwarded-for': '1.2.3.4',
  };
  await send(gateway, { path: '/v1/messages?beta=true', body: { model: 'lite', messages: [] }, headers });
  const hit = upstream.hits.at(-1);
  expect(hit?.path).toBe('/v1/messages?beta=true');
  expect(hit?.headers).toMatchObject({
    'anthropic-beta': 'tools-1',
    'anthropic-version': '2023-06-01',
    authorization: 'Bearer sk-one',
  });
  expect(JSON.stringify(hit?.headers)).not.toContain(testKey);
  expect(hit?.headers.cookie).toBeUndefined();
  expect(hit?.headers['x-forwarded-for']).toBeUndefined();
});

test.each([
  { type: 'image_url', image_url: { url: 'file:///etc/passwd' } },
  { type: 'image_url', image_url: { url: ' FiLe:///etc/passwd' } },
  { type: 'image_url', image_url: { url: '\u0001\u001ffile:///etc/passwd' } },
  { type: 'image_url', image_url: { url: 'f\til\ne\r:///etc/passwd' } },
  { type: 'input_image', image_url: '\u0066ile://localhost/etc/passwd' },
  { type: 'image', source: { type: 'url', url: 'file:/etc/passwd' } },
])('a file of this machine is refused: %j', async (part) => {
  const before = upstream.hits.length;
  const body = { model: 'lite', messages: [{ role: 'user', content: [part] }] };
  const received = await send(gateway, {
    path: '/v1/chat/completions',
    body: JSON.stringify(body).replace('fil', '\\u0066il'),
  });
  expect(received.status).toBe(400);
  expect(received.text).toContain('file:// URLs are refused');
  expect(upstream.hits.length).toBe(before);
});

test('words that begin with file:// are words', async () => {
  upstream.behave(fine);
  const messages = [{ role: 'user', content: 'file:///etc/passwd is what?' }];
  expect((await send(gateway, { path: '/v1/chat/completions', body: { model: 'lite', messages } })).status).toBe(200);
});

test('a model that is written twice with two names is refused, once more with one is not', async () => {
  upstream.behave(fine);
  const ask = (body: string) => send(gateway, { path: '/v1/chat/completions', method: 'POST', body });
  expect((await ask('{"model":"lite","model":"one/other","messages":[]}')).status).toBe(400);
  expect((await ask('{"model":"lite","model":"lite","messages":[]}')).status).toBe(200);
  expect(upstream.hits.at(-1)?.body.toString()).toBe('{"model":"a/b","model":"a/b","messages":[]}');
});

test('the list is that of the upstream under full ids, aliases first', async () => {
  const received = await send(gateway, { path: '/v1/models' });
  const ids = JSON.stringify(toJson(received)['data']).match(/"id":"[^"]+"/gu);
  expect(ids).toEqual(['"id":"lite"', '"id":"plus"', '"id":"ultra"', '"id":"one/a/b"']);
});
