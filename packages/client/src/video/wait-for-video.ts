import { isRackError, RackError } from '@modelrack/errors';
import type { ErrorCode } from '@modelrack/errors';
import { sleep } from '../sleep.ts';
import type { CallOptions, Gateway } from '../types.ts';
import type { VideoJob } from './video-job.ts';
import { videoStatus } from './videos.ts';

export interface WaitOptions extends CallOptions {
  /** Milliseconds; default 15 minutes. */
  readonly longest?: number | undefined;
  readonly onPoll?: ((job: VideoJob) => void) | undefined;
  readonly now?: (() => number) | undefined;
}

const firstPause = 2_000;
const longestPause = 10_000;
/** A gateway may need a moment until it knows its own job. */
const unknownAtFirst = 10_000;
/** A network that is gone for so long does not come back by itself. */
const toleratedOutage = 60_000;

const passing: ReadonlySet<ErrorCode> = new Set(['server', 'timeout', 'unreachable', 'rate-limit', 'broken-body']);

/**
 * Asks in growing intervals until the job is done or failed, or the time is up: then it is still `pending`.
 * Outages of less than a minute are waited out.
 */
export async function waitForVideo(gateway: Gateway, id: string, options: WaitOptions = {}): Promise<VideoJob> {
  const now = options.now ?? (() => performance.now());
  const pause = gateway.pause ?? sleep;
  const end = now() + (options.longest ?? 900_000);
  let last: VideoJob = { id, state: 'pending', status: 'unknown', progress: undefined, problem: undefined };
  let wellUntil = now();
  const started = now();
  for (let delay = firstPause; ; delay = Math.min(longestPause, delay * 1.5)) {
    try {
      last = await videoStatus(gateway, id, { signal: options.signal });
      wellUntil = now();
      options.onPoll?.(last);
    } catch (error) {
      const { signal } = options;
      if (signal?.aborted === true || !isTolerated(error, now() - started, now() - wellUntil)) throw error;
    }
    if (last.state !== 'pending') return last;
    const left = end - now();
    if (left <= 0) return last;
    await pause(Math.min(delay, left), options.signal);
  }
}

function isTolerated(error: unknown, sinceStart: number, sinceWell: number): boolean {
  if (!isRackError(error)) return false;
  if (error.code === 'not-found') return sinceStart < unknownAtFirst;
  return passing.has(error.code) && sinceWell < toleratedOutage;
}

/** What to throw when nobody wants to wait any longer. */
export function stillRunning({ id, status }: VideoJob, how: string): RackError {
  return new RackError('timeout', `the video ${id} is not ready yet (${status})`, { hint: how });
}
