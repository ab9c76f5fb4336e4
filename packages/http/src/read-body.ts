import { RackError } from '@modelrack/errors';
import type { OpenResponse } from './open-response.ts';

/**
 * Reads and decodes a body, and closes the exchange. Throws RackError `broken-body` for one that is longer
 * than `maxBytes` or whose compression is broken; a connection that breaks is thrown as Node throws it.
 */
export async function readBody(response: OpenResponse, maxBytes: number): Promise<Uint8Array> {
  const bytes = await collect(response, maxBytes);
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (bytes.length === 0 || encoding === 'identity' || encoding === '') return bytes;
  return decode(bytes, encoding, maxBytes);
}

async function collect(response: OpenResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) throw tooLong(maxBytes);
    }
    // A body without a stated length ends where we cut it, and looks whole.
    const failure = response.failure();
    if (failure !== undefined) throw failure;
  } catch (cause) {
    throw response.failure() ?? cause;
  } finally {
    response.close();
  }
  return Buffer.concat(chunks, length);
}

async function decode(bytes: Buffer, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  const limit = { maxOutputLength: maxBytes };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return await promisify(zlib.gunzip)(bytes, limit);
    if (encoding === 'br') return await promisify(zlib.brotliDecompress)(bytes, limit);
    if (encoding === 'deflate') {
      // Both with and without the zlib frame are sent under this name; the frame's first byte tells.
      const inflate = ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw;
      return await promisify(inflate)(bytes, limit);
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLong(maxBytes);
    throw new RackError('broken-body', `the answer is damaged (${encoding})`, { cause });
  }
  throw new RackError('broken-body', 'the answer is encoded in a way that was not asked for');
}

function tooLong(maxBytes: number): RackError {
  return new RackError('broken-body', `the answer is longer than ${Math.round(maxBytes / 2 ** 20)} MB`);
}
