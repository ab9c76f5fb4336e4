import { isFailure } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { callJson } from '../call.ts';
import { openDownload } from '../download.ts';
import { saveStream } from '../files/save-stream.ts';
import type { SavedFile } from '../files/save-stream.ts';
import type { Target } from '../files/target.ts';
import { isRecord } from '@modelrack/json';
import type { CallOptions, Gateway } from '../types.ts';
import { readVideoJob } from './video-job.ts';
import type { VideoJob } from './video-job.ts';

export interface VideoRequest {
  readonly model: string;
  readonly prompt: string;
  /** Sent as a text: `"8"`. undefined: as the model likes. */
  readonly seconds?: string | undefined;
  /** `1280x720`. */
  readonly size?: string | undefined;
}

/** Starts a job and resolves as soon as it has an id. It costs money from here on, so it is never sent twice. */
export async function createVideo(gateway: Gateway, asked: VideoRequest, options: CallOptions = {}): Promise<VideoJob> {
  const { model, prompt, seconds, size } = asked;
  const answer = await callJson(gateway, {
    route: '/videos',
    json: {
      model,
      prompt,
      ...(seconds === undefined ? {} : { seconds }),
      ...(size === undefined ? {} : { size }),
    },
    timeouts: { connect: 10_000, total: 120_000 },
    isFailed,
    ...options,
  });
  return readVideoJob(answer, `${gateway.apiRoot}/videos`);
}

export async function videoStatus(gateway: Gateway, id: string, options: CallOptions = {}): Promise<VideoJob> {
  const route = routeOf(id);
  return readVideoJob(await callJson(gateway, { route, isFailed, ...options }), `${gateway.apiRoot}${route}`);
}

export interface DownloadOptions extends CallOptions {
  readonly target: Target;
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/** Fetches a finished video into a file, in constant memory. */
export async function downloadVideo(gateway: Gateway, id: string, options: DownloadOptions): Promise<SavedFile> {
  const { target, onProgress, signal } = options;
  const response = await openDownload(gateway, `${gateway.apiRoot}${routeOf(id)}/content`, { signal });
  return saveStream(response, { target, onProgress, usual: { mime: 'video/mp4', extension: 'mp4' } });
}

/** The error of a job stands beside its id; one without an id is that of the call. */
function isFailed(body: unknown): boolean {
  return isFailure(body) && !(isRecord(body) && typeof body['id'] === 'string');
}

/** Typed by a person or a model: it must not lead to another address. */
function routeOf(id: string): string {
  if (/^\.*$/.test(id)) throw new RackError('usage', 'this is not the id of a video');
  return `/videos/${encodeURIComponent(id)}`;
}
