import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { key } from './rack.ts';

/** What a gateway does that can be broken while tools use it. */
export interface Faults {
  /** Ids of its list. */
  ids: readonly string[];
  window: number;
  /** Its list needs no key. */
  isListOpen: boolean;
  /** undefined: it has none. */
  key: string | undefined;
  /** Answers everything instead. */
  instead: RequestListener | undefined;
  /** Routes that it does not have. */
  missing: readonly string[];
}

export interface FaultyGateway extends Faults {
  readonly baseUrl: string;
  readonly port: number;
}

export const certificate = (name: string) => join(import.meta.dirname, 'certificates', `${name}.pem`);

/** A small gateway on loopback. `tls`: the name of its certificate. */
export async function openFaulty(tls?: string): Promise<FaultyGateway> {
  const faults: Faults = {
    ids: ['lite', 'plus', 'lab/big'],
    window: 128_000,
    isListOpen: false,
    key,
    instead: undefined,
    missing: [],
  };
  const answer: RequestListener = (request, response) => {
    if (faults.instead !== undefined) return void faults.instead(request, response);
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!path.startsWith('/v1/') || path.startsWith('/v1/v1') || faults.missing.includes(path))
      return void send(404, { error: { message: 'no such route' } });
    const isOpen = faults.isListOpen && path === '/v1/models';
    if (faults.key !== undefined && !isOpen && request.headers.authorization !== `Bearer ${faults.key}`)
      return void send(401, { error: { message: 'invalid api key' } });
    if (path !== '/v1/models') return void send(400, { error: { message: 'model is required' } });
    send(200, { data: faults.ids.map((id) => ({ id, context_window: faults.window })) });
  };
  const server =
    tls === undefined
      ? createServer(answer)
      : createTlsServer({ key: readFileSync(certificate('key')), cert: readFileSync(certificate(tls)) }, answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(faults, { port, baseUrl: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/v1` });
}
