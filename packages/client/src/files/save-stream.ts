import { RackError } from '@modelrack/errors';
import { displayUrl } from '@modelrack/http';
import type { OpenResponse } from '@modelrack/http';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainDisk } from './explain-disk.ts';
import { markLength, mediaTypeNamed, mediaTypeOf } from './media-type.ts';
import type { MediaType } from './media-type.ts';
import { keepAs, temporaryFor } from './target.ts';
import type { Target } from './target.ts';

export interface SavedFile {
  readonly path: string;
  readonly bytes: number;
  readonly mime: string;
}

export interface SaveOptions {
  readonly target: Target;
  /** When neither bytes nor header tell. */
  readonly usual: MediaType;
  /** `total`: undefined if the server does not say. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/**
 * Writes an answer into a file as it comes: under another name beside it until it is whole, so that a broken
 * download never looks like a file. Closes the answer.
 * @throws RackError `broken-body`: cut off, or no medium at all; `file-not-writable`, `disk-full`
 */
export async function saveStream(response: OpenResponse, options: SaveOptions): Promise<SavedFile> {
  const path = displayUrl(response.url);
  const total = lengthOf(response);
  const temporary = await temporaryFor(options.target).catch((cause: unknown) => {
    response.close();
    throw cause;
  });
  const watch = watching((done) => options.onProgress?.(done, total));
  try {
    await pipeline(response.stream, watch.stream, createWriteStream(temporary, { flags: 'wx' })).catch((cause) => {
      throw response.failure()?.with({ path }) ?? explainDisk(cause, temporary) ?? cutOff(path, cause);
    });
    const encoding = response.headers['content-encoding'] ?? 'identity';
    // Nobody asked for one, and a medium is as small as it gets.
    if (encoding !== 'identity') throw new RackError('broken-body', `the file came encoded as ${encoding}`, { path });
    const done = watch.bytes();
    if (done === 0 || (total !== undefined && done !== total)) throw cutOff(path, undefined);
    const type = typeOf(watch.start(), response, options.usual);
    if (type === undefined) throw noMedium(path);
    return { path: await keepAs(temporary, options.target, type.extension), bytes: done, mime: type.mime };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    response.close();
  }
}

function watching(onBytes: (done: number) => void) {
  let done = 0;
  let start = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _, next) {
      if (start.length < markLength) start = Buffer.concat([start, chunk.subarray(0, markLength)]);
      done += chunk.length;
      onBytes(done);
      next(undefined, chunk);
    },
  });
  return { stream, bytes: () => done, start: () => start };
}

/** undefined: an error or a web page that came with status 200. */
function typeOf(start: Buffer, { headers }: OpenResponse, usual: MediaType): MediaType | undefined {
  const sniffed = mediaTypeOf(start);
  if (sniffed !== undefined) return sniffed;
  const header = headers['content-type'] ?? '';
  const isText = /^\s*[{<]/.test(start.toString('latin1')) || /json|html|^text\//i.test(header);
  return isText ? undefined : (mediaTypeNamed(header) ?? usual);
}

function lengthOf({ headers }: OpenResponse): number | undefined {
  const length = Number(headers['content-length']);
  return headers['content-length'] !== undefined && Number.isSafeInteger(length) ? length : undefined;
}

function cutOff(path: string, cause: unknown): RackError {
  return new RackError('broken-body', 'the download was cut off', { path, hint: 'download it again', cause });
}

function noMedium(path: string): RackError {
  return new RackError('broken-body', 'a text came back instead of the file', { path });
}
