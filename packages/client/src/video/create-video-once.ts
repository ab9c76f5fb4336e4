import type { CallOptions, Gateway } from '../types.ts';
import { fingerprintOf, keepRecord, readRecords } from './video-records.ts';
import type { VideoRecord } from './video-records.ts';
import type { VideoJob } from './video-job.ts';
import { createVideo } from './videos.ts';
import type { VideoRequest } from './videos.ts';

export interface OnceOptions extends CallOptions {
  /** Where jobs are kept in mind. */
  readonly folder: string;
  /** Start one more, although the same is under way. */
  readonly isAnother?: boolean | undefined;
}

export interface StartedVideo {
  readonly job: VideoJob;
  /** The same was asked for before, and has not been downloaded yet: it is that job. */
  readonly isRepeated: boolean;
}

/** A day: whoever wants the same video again later wants a new one. */
const resumable = 86_400_000;
const starting = new Map<string, Promise<StartedVideo>>();

/**
 * Starts a video, or finds the job of the same request that is not finished or not downloaded yet: whoever asks again
 * after a time-out or a killed run does not pay twice.
 */
export async function createVideoOnce(
  gateway: Gateway,
  asked: VideoRequest,
  options: OnceOptions,
): Promise<StartedVideo> {
  const fingerprint = fingerprintOf(gateway, asked);
  const known = options.isAnother === true ? undefined : starting.get(fingerprint);
  if (known !== undefined) return { ...(await known), isRepeated: true };
  const started = findOrCreate(gateway, asked, { ...options, fingerprint });
  starting.set(fingerprint, started);
  try {
    return await started;
  } finally {
    if (starting.get(fingerprint) === started) starting.delete(fingerprint);
  }
}

async function findOrCreate(
  gateway: Gateway,
  asked: VideoRequest,
  { folder, isAnother, signal, fingerprint }: OnceOptions & { readonly fingerprint: string },
): Promise<StartedVideo> {
  if (isAnother !== true) {
    const found = (await readRecords(folder)).find((record) => record.fingerprint === fingerprint && isOpen(record));
    if (found !== undefined) return { job: jobOf(found), isRepeated: true };
  }
  const job = await createVideo(gateway, asked, { signal });
  const { id, state } = job;
  await keepRecord(folder, {
    id,
    state,
    fingerprint,
    apiRoot: gateway.apiRoot,
    model: asked.model,
    createdAt: Date.now(),
  });
  return { job, isRepeated: false };
}

function isOpen({ state, path, createdAt }: VideoRecord): boolean {
  return state !== 'failed' && path === undefined && Date.now() - createdAt < resumable;
}

function jobOf({ id, state }: VideoRecord): VideoJob {
  return { id, state, status: state, progress: undefined, problem: undefined };
}

/** Keeps in mind what became of a job; one that was started elsewhere is not kept. */
export async function noteVideo(folder: string, id: string, news: Pick<VideoRecord, 'state' | 'path'>): Promise<void> {
  const record = (await readRecords(folder)).find((one) => one.id === id);
  if (record === undefined) return;
  const path = news.path ?? record.path;
  if (record.state === news.state && record.path === path) return;
  await keepRecord(folder, { ...record, state: news.state, path });
}
