import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { toObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { RunningGateway } from '../options.ts';

export const testKey = 'gk_test-key-of-the-tests';

export interface Sent {
  /** Default: POST with a body, else GET. */
  readonly method?: string;
  readonly path: string;
  /** Replaces the key; `authorization: undefined` leaves it out. */
  readonly headers?: OutgoingHttpHeaders;
  /** A text or bytes go out as they are, anything else as JSON. */
  readonly body?: Json | Buffer;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False: the connection broke off before the end. */
  readonly isWhole: boolean;
}

function toBytes(body: Json | Buffer): Buffer | string {
  return Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
}

/** One request over a real socket, with a connection of its own. */
export function send(gateway: RunningGateway, sent: Sent): Promise<Received> {
  const { body, headers, path } = sent;
  const method = sent.method ?? (body === undefined ? 'GET' : 'POST');
  const all: OutgoingHttpHeaders = { authorization: `Bearer ${testKey}`, ...headers };
  for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
  return new Promise((resolve, reject) => {
    const { port } = gateway;
    const call = request({ host: '127.0.0.1', port, path, method, headers: all, agent: false });
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.once('close', () => {
        const text = Buffer.concat(chunks).toString();
        const { complete: isWhole, headers: received, statusCode: status = 0 } = response;
        resolve({ status, headers: received, text, isWhole });
      });
    });
    call.end(body === undefined ? undefined : toBytes(body));
  });
}

export function toJson({ text }: Received): JsonObject {
  const json: Json = JSON.parse(text);
  return toObject(json);
}
