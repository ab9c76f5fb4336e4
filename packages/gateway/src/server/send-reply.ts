import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from '../routes/reply.ts';

/** What went out, for the log. */
export interface Sent {
  readonly bytes: number;
  /** The last bytes: where every wire counts its tokens. */
  readonly tail: string;
}

const tailBytes = 2048;

function readTail(piece: Uint8Array | string): string {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    Math.max(0, bytes.length - tailBytes),
  );
}

async function sendPieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<Sent> {
  let bytes = 0;
  let tail = '';
  for await (const piece of pieces) {
    if (signal.aborted) break;
    bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    tail = `${tail}${readTail(piece)}`.slice(-tailBytes);
    // A slow reader slows the upstream down.
    if (!response.write(piece)) await once(response, 'drain', { signal });
  }
  response.end();
  return { bytes, tail };
}

/** Writes the reply at the pace of the reader. `signal`: the caller hung up. Rejects when the answer breaks off. */
export async function sendReply(response: ServerResponse, reply: Reply, signal: AbortSignal): Promise<Sent> {
  const { body, headers, status } = reply;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...length });
    response.end(body);
    return { bytes: Buffer.byteLength(body), tail: readTail(body) };
  }
  response.writeHead(status, { ...headers });
  response.flushHeaders();
  return sendPieces(response, body, signal);
}
