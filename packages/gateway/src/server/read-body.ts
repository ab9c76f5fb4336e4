import type { IncomingMessage } from 'node:http';
import { holdMultipart } from '../media/hold-multipart.ts';
import type { HeldBody } from '../provider.ts';
import { holdJson } from '../upstream/held-json.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';

const bodyLimit = 32 * 1024 * 1024;

const tooLarge: Refusal = {
  ...refuse(413, 'request_too_large', 'The body is larger than the limit of 32 MB.'),
  headers: { connection: 'close' },
};

/** The pieces as they came: a large body is not copied into one. */
function collect(request: IncomingMessage): Promise<readonly Buffer[] | Refusal> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bodyLimit) return Promise.resolve(tooLarge);
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      // The rest is read and dropped, so that the caller gets to see the answer.
      if (size > bodyLimit) resolve(tooLarge);
      else pieces.push(piece);
      if (size === announced) resolve(pieces);
    });
    request.on('end', () => resolve(pieces));
    request.on('error', reject);
    request.on('close', () => {
      // An error that nobody needs costs more than the rest of this.
      if (!request.readableEnded) reject(new Error('The caller hung up.'));
    });
  });
}

/** Holds the body of a request. Rejects only when the caller hangs up. */
export async function readBody(
  request: IncomingMessage,
  accepted: 'json' | 'form' | 'either',
): Promise<HeldBody | Refusal> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    return refuse(415, 'unsupported_encoding', 'Send the body without content-encoding.');
  }
  const isForm = /^multipart\/form-data\b/iu.test(request.headers['content-type'] ?? '');
  if (accepted === 'form' && !isForm) {
    return refuse(415, 'unsupported_media_type', 'Send the body as multipart/form-data.');
  }
  if (isForm && accepted !== 'json') return holdMultipart(request);
  const pieces = await collect(request);
  return 'code' in pieces ? pieces : holdJson(pieces);
}
