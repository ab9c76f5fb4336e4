import { RackError } from '@modelrack/errors';
import type { BodySource } from '@modelrack/http';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { markLength, mediaTypeOf } from './media-type.ts';

export interface Upload {
  readonly contentType: string;
  readonly body: BodySource;
}

interface Opened {
  readonly length: number;
  readonly start: Uint8Array;
}

/**
 * A form with one file, which is read from the disk as the network takes it.
 * @throws RackError `file-unreadable`
 */
export async function multipart(fields: Readonly<Record<string, string>>, file: string): Promise<Upload> {
  const { length, start } = await lookAt(file);
  const boundary = `modelrack-${randomBytes(16).toString('hex')}`;
  const mime = mediaTypeOf(start)?.mime ?? 'application/octet-stream';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${texts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file)}"\r\n` +
      `content-type: ${mime}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      length: head.length + length + tail.length,
      async *open() {
        yield head;
        yield* piecesOf(file, length);
        yield tail;
      },
    },
  };
}

/** So many bytes as were announced: a file that grows meanwhile must not break the request. */
async function* piecesOf(file: string, length: number): AsyncGenerator<Uint8Array> {
  if (length === 0) return;
  let left = length;
  for await (const chunk of createReadStream(file, { end: length - 1 })) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) throw new RackError('file-changed', 'the file became shorter while it was sent', { path: file });
}

async function lookAt(file: string): Promise<Opened> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(markLength), 0, markLength, 0);
      return { length: size, start: buffer.subarray(0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new RackError('file-unreadable', `the file cannot be read (${code})`, { path: file, cause });
  }
}

/** As browsers write it. The ending tells many servers the format. */
function quoted(file: string): string {
  return basename(file).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
