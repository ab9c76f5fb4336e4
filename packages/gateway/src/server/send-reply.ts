import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from '../routes/reply.ts';
import { toAbortSignal } from '../stop.ts';
import type { StopSignal } from '../stop.ts';
import { joinHeaders } from '../upstream/headers.ts';

/** What went out, for the log. */
export interface Sent {
  readonly bytes: number;
  /** The last bytes: where every wire counts its tokens. */
  tail(): string;
}

type Piece = Uint8Array | string;

const tailBytes = 2048;

function readTail(pieces: readonly Piece[]): string {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  return Buffer.concat(bytes).subarray(-tailBytes).toString('latin1');
}

/** Keeps of many pieces the last that make up a tail, as they are: most are never looked at. */
function createTail() {
  const pieces: Piece[] = [];
  let size = 0;
  return {
    push(piece: Piece) {
      pieces.push(piece);
      size += piece.length;
      while (pieces.length > 1 && size - (pieces[0]?.length ?? 0) >= tailBytes) size -= pieces.shift()?.length ?? 0;
    },
    read: () => readTail(pieces),
  };
}

async function sendPieces(response: ServerResponse, pieces: AsyncIterable<Piece>, signal: StopSignal): Promise<Sent> {
  let bytes = 0;
  const tail = createTail();
  for await (const piece of pieces) {
    if (signal.aborted) break;
    bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    tail.push(piece);
    // A slow reader slows the upstream down.
    if (!response.write(piece)) await once(response, 'drain', { signal: toAbortSignal(signal) });
  }
  response.end();
  return { bytes, tail: tail.read };
}

export interface SendOptions {
  readonly requestId: string;
  /** The caller hung up. */
  readonly signal: StopSignal;
}

/** Writes the reply at the pace of the reader. Rejects when the answer breaks off. */
export async function sendReply(response: ServerResponse, reply: Reply, options: SendOptions): Promise<Sent> {
  const { body, headers, status } = reply;
  const all = joinHeaders(headers);
  all['x-request-id'] = options.requestId;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = Buffer.byteLength(body);
    if (status !== 304) all['content-length'] = String(bytes);
    response.writeHead(status, all);
    response.end(body);
    return { bytes, tail: () => readTail([body]) };
  }
  response.writeHead(status, all);
  response.flushHeaders();
  return sendPieces(response, body, options.signal);
}
