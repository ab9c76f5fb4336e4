import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Served {
  readonly url: string;
  readonly port: number;
  /** In the order in which they came. */
  readonly requests: readonly { method: string; url: string; headers: IncomingMessage['headers'] }[];
}
export interface ServeOptions {
  readonly host?: string;
  readonly tls?: boolean;
}

export const certificatePath = new URL('../testdata/certificate.pem', import.meta.url).pathname;

/** A server on loopback for one test. */
export async function serve(listener: RequestListener, options: ServeOptions = {}): Promise<Served> {
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const record: RequestListener = (request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    listener(request, response);
  };
  const server = options.tls === true ? createTlsServer(credentials(), record) : createServer(record);
  const port = await listen(server, options.host ?? '127.0.0.1');
  const host = options.host?.includes(':') === true ? `[${options.host}]` : (options.host ?? '127.0.0.1');
  return { url: `${options.tls === true ? 'https' : 'http'}://${host}:${port}`, port, requests };
}

/** Answers one after the other, the last one again and again. */
export function inTurn(...answers: RequestListener[]): RequestListener {
  let count = 0;
  return (request, response) => {
    answers[Math.min(count, answers.length - 1)]?.(request, response);
    count += 1;
  };
}

export function reply(status: number, body = '', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body);
}

export interface Proxy {
  readonly url: string;
  /** `CONNECT host:port` or `GET url`, with the credentials. */
  readonly seen: readonly { line: string; authorization: string | undefined }[];
}

/** A proxy that sends every host to the machine itself, to `port`. `refusal`: what it answers to CONNECT instead. */
export async function serveProxy(port: number, refusal?: number): Promise<Proxy> {
  const seen: { line: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] });
    response.end('through the proxy');
  });
  server.on('connect', (request, socket) => {
    seen.push({ line: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server, '127.0.0.1')}`, seen };
}

/** Listens until the test is over, and breaks what is still open then. */
export async function listen(server: Server | NetServer, host: string): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

function credentials(): { key: Buffer; cert: Buffer } {
  return { key: readFileSync(new URL('../testdata/key.pem', import.meta.url)), cert: readFileSync(certificatePath) };
}
