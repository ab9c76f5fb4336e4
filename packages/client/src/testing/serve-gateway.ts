import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, crc32 as zlibCrc } from 'node:zlib';

/** One request as it arrived. */
export interface Seen {
  readonly method: string;
  /** Behind `/v1`. */
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  /** undefined unless it was JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** The body of anything but JSON, cut at 64 KB. */
  readonly text: string;
  readonly length: number;
}

export type Answer = (seen: Seen, response: ServerResponse) => void;

export interface StubGateway {
  readonly apiRoot: string;
  readonly origin: string;
  readonly requests: readonly Seen[];
  /** Answers a route in another way from now on: `POST /images/generations`. */
  on(route: string, answer: Answer): void;
  close(): Promise<void>;
}

export const stubKey = 'sk-placeholder-0123456789';

export const stubModels = [
  { id: 'lite', object: 'model', owned_by: 'alias', context_window: 131_072, type: 'chat' },
  { id: 'plus', object: 'model', owned_by: 'alias', context_window: 200_000, type: 'chat' },
  { id: 'anthropic/claude-sonnet-5', object: 'model', context_window: 1_000_000, type: 'chat' },
  { id: 'bfl/flux-3', object: 'model', type: 'image' },
  { id: 'openai/sora-3', object: 'model', type: 'video' },
  { id: 'openai/tts-2', object: 'model', type: 'speech' },
  { id: 'openai/whisper-2', object: 'model', type: 'transcription' },
  { id: 'openai/embed-4', object: 'model', type: 'embedding' },
];

/** A gateway with one model of each kind that does as documented, on loopback; faults are put in by `on`. */
export async function serveGateway(): Promise<StubGateway> {
  const requests: Seen[] = [];
  const answers = new Map(Object.entries(usual()));
  const server = createServer((request, response) => {
    void readRequest(request).then((seen) => {
      requests.push(seen);
      const found = [...answers].findLast(([pattern]) => matches(pattern, `${seen.method} ${seen.route}`));
      if (found === undefined) return sendJson(response, { error: { message: 'no such route' } }, 404);
      if (seen.headers.authorization !== `Bearer ${stubKey}`)
        return sendJson(response, { error: { message: 'Incorrect API key provided' } }, 401);
      found[1](seen, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    apiRoot: `${origin}/v1`,
    origin,
    requests,
    on: (route, answer) => {
      answers.delete(route);
      answers.set(route, answer);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An answer of chat as events; `words` become one event each. */
export function sendChat(response: ServerResponse, words: readonly string[], model = 'lite'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object, more: object = {}) =>
    response.write(`data: ${JSON.stringify({ id: 'c', model, choices: [{ index: 0, ...choice }], ...more })}\n\n`);
  for (const word of words) send({ delta: { content: word } });
  send({ delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 7, completion_tokens: words.length } });
  response.end('data: [DONE]\n\n');
}

/** A picture that decodes: one colour. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7f)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

export const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(2000, 1)]);
export const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(5000, 2)]);

function usual(): Record<string, Answer> {
  const polls = new Map<string, number>();
  return {
    'GET /models': (_, response) => sendJson(response, { object: 'list', data: stubModels }),
    'POST /chat/completions': ({ json }, response) => sendChat(response, ['Hello', ' there'], String(json?.['model'])),
    'POST /images/generations': ({ json }, response) => {
      const image = { b64_json: pngOf(8, 8).toString('base64') };
      sendJson(response, { created: 1, data: Array.from({ length: Number(json?.['n'] ?? 1) }, () => image) });
    },
    'POST /videos': (_, response) => {
      const id = `video_${polls.size + 1}`;
      polls.set(id, 0);
      sendJson(response, { id, object: 'video', status: 'queued' });
    },
    'GET /videos/*': ({ route }, response) => {
      const id = route.split('/')[2] ?? '';
      const count = polls.get(id);
      if (count === undefined) return sendJson(response, { error: { message: 'no such video' } }, 404);
      polls.set(id, count + 1);
      sendJson(response, { id, ...(count === 0 ? { status: 'in_progress', progress: 50 } : { status: 'completed' }) });
    },
    'GET /videos/*/content': (_, response) => sendFile(response, mp4),
    'POST /audio/speech': (_, response) => sendFile(response, mp3, 'audio/mpeg'),
    'POST /audio/transcriptions': ({ length }, response) => sendJson(response, { text: `${length} bytes heard` }),
    'POST /embeddings': ({ json }, response) => {
      const input = Array.isArray(json?.['input']) ? json['input'] : [json?.['input']];
      const data = input.map((text, index) => ({ index, embedding: [String(text).length, 0.5, -0.25] }));
      sendJson(response, { object: 'list', model: json?.['model'], data: data.toReversed() });
    },
  };
}

export function sendFile(response: ServerResponse, bytes: Buffer, type?: string): void {
  response.writeHead(200, {
    'content-length': String(bytes.length),
    ...(type === undefined ? {} : { 'content-type': type }),
  });
  response.end(bytes);
}

function matches(pattern: string, line: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(line);
}

const keptText = 64 * 1024;

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  let length = 0;
  let kept = 0;
  const isJson = /json/.test(request.headers['content-type'] ?? '');
  for await (const piece of request) {
    length += piece.length;
    if (!isJson && kept > keptText) continue;
    chunks.push(piece);
    kept += piece.length;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    route: (request.url ?? '').replace(/^\/v1/, ''),
    headers: request.headers,
    json: isJson ? JSON.parse(text) : undefined,
    text: isJson ? '' : text.slice(0, keptText),
    length,
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

function checksum(bytes: Buffer): number {
  if (typeof zlibCrc === 'function') return zlibCrc(bytes);
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
