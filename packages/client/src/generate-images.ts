import { RackError } from '@modelrack/errors';
import { callJson } from './call.ts';
import { downloadBytes } from './download.ts';
import { mediaTypeOf } from './files/media-type.ts';
import { isRecord } from '@modelrack/json';
import { recordsOf, textOf } from './json.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  /** How many; default 1. */
  readonly count?: number | undefined;
  /** `1024x1024`; undefined: as the model likes. */
  readonly size?: string | undefined;
}

export interface GeneratedImage {
  readonly bytes: Uint8Array;
  /** By its first bytes, whatever the gateway calls it. */
  readonly mime: string;
}

const mostBytes = 256 * 2 ** 20;

/** Makes one or more pictures. Takes base64 and addresses; an address of another host is fetched without the key. */
export async function generateImages(
  gateway: Gateway,
  asked: ImageRequest,
  options: CallOptions = {},
): Promise<readonly GeneratedImage[]> {
  const { model, prompt, count, size } = asked;
  const answer = await callJson(gateway, {
    route: '/images/generations',
    json: { model, prompt, ...(count === undefined ? {} : { n: count }), ...(size === undefined ? {} : { size }) },
    timeouts: { connect: 10_000, total: 900_000 },
    maxBytes: mostBytes,
    ...options,
  });
  const rows = isRecord(answer) ? recordsOf(answer['data']) : [];
  if (rows.length === 0) throw noImage(gateway, 'the gateway sent no image');
  const images: GeneratedImage[] = [];
  for (const row of rows) images.push(checked(gateway, await bytesOf(gateway, row, options)));
  return images;
}

async function bytesOf(
  gateway: Gateway,
  row: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Uint8Array> {
  const base64 = textOf(row['b64_json']);
  if (base64 !== undefined) return Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
  const url = textOf(row['url']);
  if (url === undefined) throw noImage(gateway, 'the gateway sent an image without data or address');
  const [, inline] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (inline !== undefined) return Buffer.from(inline, 'base64');
  return downloadBytes(gateway, url, options);
}

function checked(gateway: Gateway, bytes: Uint8Array): GeneratedImage {
  const mime = mediaTypeOf(bytes)?.mime;
  if (mime?.startsWith('image/') !== true) throw noImage(gateway, 'what the gateway sent is not an image');
  return { bytes, mime };
}

function noImage(gateway: Gateway, message: string): RackError {
  return new RackError('broken-body', message, { path: `${gateway.apiRoot}/images/generations` });
}
