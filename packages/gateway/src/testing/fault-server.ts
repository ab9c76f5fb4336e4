import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';

export interface Hit {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers one request in whatever wrong or right way. */
export type Behaviour = (hit: Hit, response: ServerResponse, socket: Socket) => void;

export interface FaultServer {
  /** With `/v1`. */
  readonly url: string;
  /** Requests but those for the list. */
  readonly hits: readonly Hit[];
  /** Callers that left before their answer was over. */
  readonly aborted: () => number;
  /** Requests whose answer is not over. */
  readonly running: () => number;
  sockets(): Promise<number>;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** An upstream that lists `models` and does with every other request what it is told to do. */
export async function startFaultServer(models: Readonly<Record<string, number | undefined>>): Promise<FaultServer> {
  const hits: Hit[] = [];
  let aborted = 0;
  let running = 0;
  let behaviour: Behaviour = (_, response) => void response.writeHead(500).end();
  const rows = Object.entries(models).map(([id, window]) => ({
    id,
    ...(window === undefined ? {} : { context_window: window }),
  }));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      if (path === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: rows }));
        return;
      }
      const hit = { path, headers: request.headers, body: Buffer.concat(chunks) };
      hits.push(hit);
      running += 1;
      response.once('close', () => {
        running -= 1;
        if (!response.writableFinished) aborted += 1;
      });
      behaviour(hit, response, request.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    hits,
    aborted: () => aborted,
    running: () => running,
    sockets: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    behave: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function failure(status: number, message: string, rest: Readonly<Record<string, unknown>> = {}): Behaviour {
  return json(status, { error: { message, ...rest } });
}

const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'upstream-name',
  choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
} as const;

export const fine: Behaviour = json(200, completion);

/** The connection is cut without an answer. */
export const reset: Behaviour = (_, _response, socket) => void socket.destroy();

/** Sends these pieces as a stream; then ends it, cuts it off, or leaves it open. */
export function stream(pieces: readonly (string | Uint8Array)[], then: 'end' | 'cut' | 'stay' = 'end'): Behaviour {
  return (_, response, socket) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const next = (rest: readonly (string | Uint8Array)[]): void => {
      const [piece, ...more] = rest;
      if (piece !== undefined) response.write(piece, () => setImmediate(next, more));
      else if (then === 'end') response.end();
      else if (then === 'cut') socket.destroy();
    };
    response.flushHeaders();
    next(pieces);
  };
}

export function data(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

export function delta(content: string, finish: string | null = null): string {
  return data({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });
}

export const role = data({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
});
