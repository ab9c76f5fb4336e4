import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../json.ts';

export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** undefined: there was none, or it is no JSON. */
  readonly body: JsonObject | undefined;
}

/** What a test wants an upstream to say: JSON with a status, or whatever it writes itself. */
export type UpstreamAnswer =
  | { readonly status: number; readonly json: Json; readonly headers?: Readonly<Record<string, string>> }
  | ((response: ServerResponse) => void);

export interface Upstream {
  readonly baseUrl: string;
  readonly seen: readonly UpstreamRequest[];
  close(): Promise<void>;
}

function parse(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A server of one's own behind a real socket. */
export async function startUpstream(answer: (request: UpstreamRequest) => UpstreamAnswer): Promise<Upstream> {
  const seen: UpstreamRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { headers, method = 'GET', url = '/' } = request;
      const noted = { method, url, headers, body: parse(Buffer.concat(chunks).toString()) };
      seen.push(noted);
      const given = answer(noted);
      if (typeof given === 'function') {
        given(response);
        return;
      }
      response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
      response.end(JSON.stringify(given.json));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
