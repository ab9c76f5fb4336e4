import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { fetchCatalog } from '@modelrack/catalog';
import type { CatalogRequest } from '@modelrack/catalog';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless it is a text. */
  readonly body?: unknown;
}
export interface Gateway {
  readonly url: string;
  /** `GET /v1/models?after_id=x`. */
  readonly lines: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
}

const folder = new URL('../../../../fixtures/model-lists/', import.meta.url);

export function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

/** A gateway for one test. Paths come with their query; a path that `answer` gives nothing for is a 404. */
export async function serveGateway(
  answer: (path: string, request: IncomingMessage) => Answer | undefined,
): Promise<Gateway> {
  const lines: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    send(response, answer(request.url ?? '', request) ?? { status: 404, body: { detail: 'Not Found' } });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines, headers };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers }).end(text);
}

export const testKey = 'mr-0123456789abcdefghij';
export const testTime = new Date('2026-11-01T00:00:00Z');

/** Fetches without waiting between attempts. */
export function fetchFrom(baseUrl: string, more: Partial<CatalogRequest> = {}): ReturnType<typeof fetchCatalog> {
  return fetchCatalog({
    baseUrl,
    key: testKey,
    variables: {},
    now: () => testTime,
    pause: async () => undefined,
    ...more,
  });
}
