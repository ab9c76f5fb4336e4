import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { greetingFor, versions } from './greeting.ts';
import type { Host } from './host.ts';
import { serve } from './serve.ts';

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' };

it('knows the versions of the SDK', () => {
  expect(versions).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
});

it.each([
  { ...initialize, jsonrpc: '1.0' },
  { ...initialize, method: 'ping' },
  { ...initialize, id: null },
  { ...initialize, id: undefined },
  { ...initialize, params: { ...params, protocolVersion: '2030-01-01' } },
  { ...initialize, params: { ...params, capabilities: [] } },
  { ...initialize, params: { ...params, clientInfo: { name: 'test' } } },
  [initialize],
])('leaves %j to the SDK', (message) => {
  expect(greetingFor(JSON.stringify(message), { version: '1' })).toBeUndefined();
});

/** Lines that a server writes for the chunks that it is sent, before its input ends. */
async function answersTo(chunks: readonly string[], wanted: number): Promise<readonly unknown[]> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const never = () => Promise.reject(new Error('not asked for'));
  const host: Host = {
    version: '1',
    stdin,
    stdout,
    gateway: never,
    models: never,
    recent: never,
    mediaFolder: '',
    videoFolder: '',
  };
  const done = serve(host, new AbortController().signal);
  let text = '';
  const enough = new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.split('\n').length > wanted) resolve();
    });
  });
  for (const chunk of chunks) {
    stdin.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await enough;
  stdin.end();
  await done;
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const welcome = { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } };
const pong = { jsonrpc: '2.0', id: 'p', result: {} };
const [first, second] = [`${JSON.stringify(initialize)}\n`, `${JSON.stringify(ping)}\n`];

it.each([
  ['at once', [first + second]],
  ['one by one', [first, second]],
  ['cut anywhere', [first.slice(0, 9), first.slice(9) + second.slice(0, 5), second.slice(5)]],
])('is given once, and what follows is answered by the SDK: %s', async (_, chunks) => {
  expect(await answersTo(chunks, 2)).toMatchObject([welcome, pong]);
});

it('is what the SDK says', async () => {
  // Only the SDK answers where another message comes first.
  const [, bySdk] = await answersTo([second + first], 2);
  const [greeted] = await answersTo([first], 1);
  expect(greeted).toEqual(bySdk);
});
