import type { IncomingMessage } from 'node:http';
import type { Json } from '../json.ts';
import { refuse } from './refusal.ts';
import type { Refusal } from './refusal.ts';

const bodyLimit = 32 * 1024 * 1024;
/** Deeper than any real request, shallower than what exhausts the stack of a recursive reader. */
const depthLimit = 256;

export interface Body {
  readonly bytes: Buffer;
  readonly json: Json;
}

const tooLarge: Refusal = {
  ...refuse(413, 'request_too_large', 'The body is larger than the limit of 32 MB.'),
  headers: { connection: 'close' },
};

async function collect(request: IncomingMessage): Promise<Buffer | Refusal> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  return await new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and dropped, so that the caller gets to see the answer.
      if (size > bodyLimit) resolve(tooLarge);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The caller hung up.')));
  });
}

function isTooDeep(json: Json): boolean {
  let level: readonly Json[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

function parse(bytes: Buffer): Body | Refusal {
  if (bytes.length === 0) {
    return refuse(400, 'invalid_json', 'The body is empty: send a JSON object.');
  }
  let json: Json;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuse(400, 'invalid_json', 'The body is not valid JSON.');
  }
  if (isTooDeep(json)) return refuse(400, 'invalid_json', 'The body is nested too deeply.');
  return { bytes, json };
}

/** Rejects only when the caller hangs up. */
export async function readBody(request: IncomingMessage): Promise<Body | Refusal> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    return refuse(415, 'unsupported_encoding', 'Send the body without content-encoding.');
  }
  const bytes = await collect(request);
  return Buffer.isBuffer(bytes) ? parse(bytes) : bytes;
}
