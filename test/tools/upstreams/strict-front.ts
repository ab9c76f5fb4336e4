import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question, and the level of reasoning that it names. */
export interface LevelAsked {
  readonly model: string;
  /** undefined: none. */
  readonly level: string | undefined;
  readonly isRefused: boolean;
}

/** In front of a gateway: refuses a level that a model does not take, as strict servers do. */
export interface StrictFront {
  readonly baseUrl: string;
  readonly asked: readonly LevelAsked[];
  close(): Promise<void>;
}

/** `levels` by model: one that is not among them takes none. */
export async function openStrictFront(
  gateway: string,
  levels: Readonly<Record<string, readonly string[]>>,
): Promise<StrictFront> {
  const asked: LevelAsked[] = [];
  const origin = new URL(gateway).origin;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const question = incoming.method === 'POST' ? read(body) : undefined;
      const { model = '', level } = question ?? {};
      const isRefused = level !== undefined && levels[model]?.includes(level) !== true;
      if (question !== undefined) asked.push({ model, level, isRefused });
      if (isRefused) refuse(response, `${model} does not take the reasoning level ${level}`);
      else forward({ incoming, response, body }, origin);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Body {
  readonly model?: string;
  readonly reasoning_effort?: string;
  readonly reasoning?: { readonly effort?: string } | null;
  readonly output_config?: { readonly effort?: string } | null;
}

/** undefined: a probe of what is spoken here, without a model. */
function read(body: Buffer): { readonly model: string; readonly level: string | undefined } | undefined {
  const { model, reasoning_effort, reasoning, output_config }: Body = JSON.parse(body.toString() || '{}');
  const level = reasoning_effort ?? reasoning?.effort ?? output_config?.effort;
  return model === undefined ? undefined : { model, level };
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: 'reasoning_effort' } }));
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

function forward({ incoming, response, body }: Exchange, origin: string): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const outgoing = request(
    `${origin}${url}`,
    { method, headers: { ...headers, host: new URL(origin).host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => response.destroy());
  outgoing.end(body);
}
