import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../json.ts';

export interface UpstreamCall {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface StubUpstream {
  readonly url: string;
  readonly seen: readonly UpstreamCall[];
  close(): Promise<void>;
}

/** Answers with JSON. */
export function writeAnswer(response: ServerResponse, json: Json, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

/** An upstream on a real socket; `answer` gets each request when its body is there. */
export async function startUpstream(
  answer: (call: UpstreamCall, response: ServerResponse) => void,
): Promise<StubUpstream> {
  const seen: UpstreamCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method = '', url: path = '' } = request;
      const call = { method, path, headers, body: Buffer.concat(chunks) };
      seen.push(call);
      answer(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
