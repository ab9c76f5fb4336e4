import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../json.ts';
import type { ProviderAnswer, ProviderConnection } from '../../provider.ts';
import { refuse } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import type { JobSeal, VideoJob } from '../types.ts';
import { videoForms } from './video-forms.ts';
import type { VideoForm } from './types.ts';

/** One request to a URL, without redirects: as `send` of the client for upstreams. */
export type SendRequest = (request: {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly isPublicOnly?: boolean;
}) => Promise<ProviderAnswer>;

/** What the routes of a job need. */
export interface VideoDesk {
  readonly seal: JobSeal;
  findConnection(name: string): ProviderConnection | undefined;
  readonly send: SendRequest;
}

/** A question about a job. */
export interface JobQuestion {
  /** As it came: ours, or anything. */
  readonly id: string;
  /** Of the gateway key that asks. */
  readonly keyId: string;
  readonly range: string | undefined;
  /** The caller hung up. */
  readonly signal: AbortSignal;
}

/** A job whose connection is still there. */
export interface OpenJob {
  readonly job: VideoJob;
  readonly connection: ProviderConnection;
  readonly form: VideoForm;
}

export interface VideoReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The full id of the model that made it. */
  readonly model: string;
}

const largestAnswer = 1024 * 1024;
const retryMs = 500;

/** 404 for what is not the caller's, however it came about: a forged id learns nothing. */
export function openJob({ id, keyId }: JobQuestion, desk: VideoDesk): OpenJob | Refusal {
  const job = desk.seal.open(id);
  if (job === undefined || job.keyId !== keyId) {
    return refuse(404, 'video_not_found', 'This gateway made no such video for this key.');
  }
  const connection = desk.findConnection(job.connection);
  const dialect = connection?.preset.videos;
  if (connection !== undefined && dialect !== undefined) return { job, connection, form: videoForms[dialect] };
  const message = `This video was made by the connection ${JSON.stringify(job.connection)}, which is gone.`;
  return refuse(410, 'connection_gone', message);
}

async function leave(body: AsyncIterable<Uint8Array | string>): Promise<void> {
  // Leaving the loop frees the socket; a body that was never read would keep it.
  for await (const piece of body) if (piece.length > 0) return;
}

/** For a body that nobody wants. */
export function giveUp(body: AsyncIterable<Uint8Array | string>): void {
  leave(body).catch(() => undefined);
}

export function drop(answer: ProviderAnswer): void {
  giveUp(answer.body);
}

/** undefined: no JSON, or too much of it. */
export async function readJson(answer: ProviderAnswer): Promise<Json | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body) {
    size += piece.length;
    if (size > largestAnswer) return undefined;
    pieces.push(piece);
  }
  try {
    const json: Json = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return json;
  } catch {
    return undefined;
  }
}

export function readHeader({ headers }: ProviderAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

const unreachable = refuse(502, 'upstream_unreachable', 'The upstream of this video cannot be reached.');

/** What an upstream's refusal is to a caller who asks for a job: its key is not the caller's fault. */
export function refuseStatus(answer: ProviderAnswer): Refusal {
  const { status } = answer;
  if (status === 404 || status === 410) {
    return refuse(404, 'video_not_found', 'The upstream no longer knows this video.');
  }
  if (status === 401 || status === 403 || status === 424) {
    return refuse(424, 'upstream_auth', 'The upstream of this video does not accept the key of its connection.');
  }
  if (status === 402) return refuse(402, 'insufficient_quota', 'The account at the upstream has no credit left.');
  if (status !== 429) return refuse(502, 'upstream_error', `The upstream of this video answered with ${status}.`);
  const wait = readHeader(answer, 'retry-after');
  const refusal = refuse(429, 'rate_limited', 'The upstream is limiting questions about this video.');
  return wait === undefined ? refusal : { ...refusal, headers: { 'retry-after': wait } };
}

/** Asks the connection of a job, a second time if the first finds nobody. A question costs nothing. */
export async function askUpstream(
  { connection, job }: OpenJob,
  path: string,
  { range, signal }: JobQuestion,
): Promise<ProviderAnswer | Refusal> {
  const model = job.model.slice(job.connection.length + 1);
  const headers: Record<string, string> = range === undefined ? {} : { range };
  const request = { operation: 'videos', method: 'GET', path, headers, body: undefined, model, signal } as const;
  const send = () => connection.provider.send({ ...request, asked: job.model, window: undefined });
  try {
    const answer = await send();
    if (answer.status < 500) return answer;
    drop(answer);
  } catch {
    if (signal.aborted) return unreachable;
  }
  try {
    await sleep(retryMs, undefined, { signal });
    return await send();
  } catch {
    return unreachable;
  }
}
