import { Readable } from 'node:stream';
import type { ClientRequest } from 'node:http';
import type { BodySource, OpenOptions } from './types.ts';

/** Sends the body and ends the request; a source is read no faster than the network takes it. */
export function sendBody(request: ClientRequest, body: OpenOptions['body']): void {
  if (!isSource(body)) return void request.end(body);
  const source = Readable.from(body.open(), { objectMode: false });
  source.on('error', (error) => request.destroy(error));
  // A request that ends early leaves no open file behind.
  request.on('close', () => source.destroy());
  source.pipe(request);
}

export function lengthHeader(body: OpenOptions['body']): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-length': String(isSource(body) ? body.length : Buffer.byteLength(body)) };
}

function isSource(body: OpenOptions['body']): body is BodySource {
  return typeof body === 'object' && 'open' in body;
}
