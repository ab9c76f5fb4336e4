import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer, request as call } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { HeldBody, OutgoingBody } from '../provider.ts';
import { isRefusal } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { holdMultipart } from './hold-multipart.ts';
import type { MultipartLimits } from './hold-multipart.ts';

const boundary = '----form-of-the-test';
const contentType = `multipart/form-data; boundary=${boundary}`;
const limits: MultipartLimits = { bytes: 4 * 1024 * 1024, memory: 1024 * 1024 };

/** Zeros, line ends, and lines that begin as the delimiter does without being one. */
const treacherous = Buffer.from(
  [
    '\0\0binary\r\n',
    `\r\n--${boundary}x\r\n`,
    `\r\n--${boundary}-`,
    `\r\n--${boundary} \t x\r\n`,
    `\r\n--${boundary}--x\r\n`,
    `--${boundary}\r`,
    `\r\n--${boundary.slice(0, -1)}\r\n`,
    'Content-Disposition: form-data; name="model"\r\n\r\nother\r\n\0',
  ].join(''),
);

function field(name: string, value: string): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
}

function file(content: Buffer): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

function form(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

let server: Server | undefined;
afterEach(() => server?.close());

interface SentForm {
  /** Each is written by itself. */
  readonly pieces: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Without an end. */
  readonly isCut?: boolean;
}

/** Over a real socket, chunked unless a length is among the headers. */
async function hold({ headers, isCut = false, pieces }: SentForm): Promise<HeldBody | Refusal> {
  const opened = createServer();
  server = opened;
  const received = new Promise<IncomingMessage>((resolve) => {
    opened.on('request', (request, response) => {
      resolve(request);
      request.once('close', () => response.end());
    });
  });
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  // A server on TCP has an address object.
  const { port } = opened.address() as AddressInfo;
  const sent = call({ port, method: 'POST', headers: { 'content-type': contentType, ...headers }, agent: false });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const held = holdMultipart(await received, limits);
  for (const piece of pieces) {
    await new Promise<void>((resolve) => {
      sent.write(piece, () => resolve());
    });
  }
  if (isCut) sent.destroy();
  else sent.end();
  try {
    return await held;
  } finally {
    sent.destroy();
  }
}

async function holdForm(body: Buffer): Promise<HeldBody> {
  const held = await hold({ pieces: [body] });
  if (isRefusal(held)) throw new Error(held.message);
  return held;
}

async function collect(chunks: ReturnType<OutgoingBody['chunks']>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces);
}

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const orders: Readonly<Record<string, readonly Buffer[]>> = {
  first: [field('model', 'lite'), file(treacherous), field('language', 'de')],
  last: [field('language', 'de'), file(treacherous), field('model', 'lite')],
};

test.each(Object.keys(orders))('the model comes %s: its bytes are replaced, no other', async (name) => {
  const sent = form(...(orders[name] ?? []));
  const held = await holdForm(sent);
  expect(held).toMatchObject({ size: sent.length, model: 'lite', isStream: false });
  const body = held.withModel('whisper-1/größer');
  const wanted = Buffer.from(sent.toString('latin1').replace('\r\n\r\nlite\r\n', '\r\n\r\nMODEL\r\n'), 'latin1');
  const [before = '', after = ''] = wanted.toString('latin1').split('MODEL');
  const expected = Buffer.concat([
    Buffer.from(before, 'latin1'),
    Buffer.from('whisper-1/größer'),
    Buffer.from(after, 'latin1'),
  ]);
  expect(body).toMatchObject({ contentType, length: expected.length });
  for (let attempt = 0; attempt < 2; attempt += 1) expect(hash(await collect(body.chunks()))).toBe(hash(expected));
  expect(held.form?.fields).toEqual(
    new Map([
      ['model', 'lite'],
      ['language', 'de'],
    ]),
  );
  const [only] = held.form?.files ?? [];
  expect(only).toMatchObject({ name: 'file', fileName: 'a.wav', contentType: 'audio/wav', size: treacherous.length });
  expect(only && hash(await collect(only.chunks()))).toBe(hash(treacherous));
  held.release();
});

test('byte by byte it is the same', async () => {
  const sent = form(...(orders['last'] ?? []));
  const held = await hold({ pieces: Array.from(sent, (byte) => Buffer.from([byte])) });
  if (isRefusal(held)) throw new Error(held.message);
  expect(hash(await collect(held.withModel('lite').chunks()))).toBe(hash(sent));
});

test('a large form goes to a file that has no name and does not stay', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('modelrack-body-'));
  const content = Buffer.alloc(3 * 1024 * 1024, treacherous);
  const sent = form(file(content), field('model', 'lite'));
  const held = await holdForm(sent);
  const length = sent.length + 3;
  const [one, two] = await Promise.all([1, 2].map(() => collect(held.withModel('another').chunks())));
  expect(one?.length).toBe(length);
  expect(one && two?.equals(one)).toBe(true);
  expect(hash(await collect(held.withModel('lite').chunks()))).toBe(hash(sent));
  if (process.platform !== 'win32') {
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('modelrack-body-'))).toEqual(before);
  }
  held.release();
});

test.each([
  ['a length over the limit', { pieces: [], headers: { 'content-length': '5000000' } }, 413, 'limit of 4 MB'],
  ['more than the limit', { pieces: Array.from({ length: 5 }, () => Buffer.alloc(1024 * 1024)) }, 413, 'limit of 4 MB'],
  ['JSON', { pieces: [Buffer.from('{}')], headers: { 'content-type': 'application/json' } }, 400, 'boundary'],
  ['compressed', { pieces: [form()], headers: { 'content-encoding': 'gzip' } }, 415, 'content-encoding'],
  ['no end', { pieces: [field('model', 'lite')] }, 400, 'last delimiter'],
  ['nothing', { pieces: [] }, 400, 'last delimiter'],
  ['no model', { pieces: [form(file(treacherous))] }, 400, 'model is missing'],
  ['two models', { pieces: [form(field('model', 'a'), field('model', 'b'))] }, 400, 'twice'],
  ['a part without a name', { pieces: [form(Buffer.from(`--${boundary}\r\n\r\nx\r\n`))] }, 400, 'no name'],
  ['endless headers', { pieces: [Buffer.from(`--${boundary}\r\n${'x'.repeat(20_000)}`)] }, 400, 'headers of a part'],
] as const)('refused: %s', async (_name, sent, status, message) => {
  const held = await hold(sent);
  expect(held).toMatchObject({ refused: true, status });
  expect(isRefusal(held) && held.message).toContain(message);
});

test('a caller that hangs up is no refusal', async () => {
  await expect(hold({ pieces: [field('model', 'lite')], isCut: true })).rejects.toThrow('aborted');
});
