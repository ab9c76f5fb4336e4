import { maskKey } from '@modelrack/text';
import { isRefusal, refuse } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import type { ProviderAnswer, ProviderConnection } from '../../provider.ts';
import { fetchResult } from './fetch-result.ts';
import { writeJob } from './job-answer.ts';
import { readFacts } from './read-facts.ts';
import type { VideoFacts } from './types.ts';
import { askUpstream, drop, openJob, readHeader, readJson, refuseStatus } from './video-desk.ts';
import type { JobQuestion, OpenJob, VideoDesk, VideoReply } from './video-desk.ts';

/** A job's state is known at once, or its upstream is ill. */
const statusMs = 60_000;

/** Some upstreams repeat the key in their errors. */
function hideKey(facts: VideoFacts, { key }: ProviderConnection): VideoFacts {
  const { error } = facts;
  return error === undefined ? facts : { ...facts, error: { ...error, message: maskKey(error.message, key) } };
}

async function askStatus(open: OpenJob, question: JobQuestion): Promise<VideoFacts | Refusal> {
  const path = open.form.statusPath(encodeURIComponent(open.job.upstreamId));
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(statusMs)]);
  const answer = await askUpstream(open, path, { ...question, signal, range: undefined });
  if (isRefusal(answer)) return answer;
  if (answer.status !== 200) {
    drop(answer);
    return refuseStatus(answer);
  }
  // Some leave the id out where it was asked for.
  const json = await readJson(answer);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const facts = isObject ? readFacts({ id: open.job.upstreamId, ...json }) : undefined;
  if (facts !== undefined) return hideKey(facts, open.connection);
  return refuse(502, 'upstream_error', 'The upstream of this video answered with something else than a job.');
}

/** `GET /v1/videos/{id}`. */
export async function answerJob(question: JobQuestion, desk: VideoDesk): Promise<VideoReply | Refusal> {
  const open = openJob(question, desk);
  if (isRefusal(open)) return open;
  const facts = await askStatus(open, question);
  if (isRefusal(facts)) return facts;
  const body = Buffer.from(JSON.stringify(writeJob(facts, open.job, question.id)));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body, model: open.job.model };
}

const passed: readonly string[] = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'x-demo',
];

function isText(answer: ProviderAnswer): boolean {
  return /^(?:application\/(?:[\w.+-]+\+)?json|text\/)/iu.test(readHeader(answer, 'content-type') ?? '');
}

/** Bytes that are a video, or a part of one, or nothing because the part does not exist. */
function isContent(answer: ProviderAnswer): boolean {
  return answer.status === 416 || ((answer.status === 200 || answer.status === 206) && !isText(answer));
}

function passContent(answer: ProviderAnswer, { job }: OpenJob): VideoReply {
  const found = passed.flatMap((name) => {
    const value = readHeader(answer, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const headers = { 'content-type': 'video/mp4', ...Object.fromEntries(found) };
  return { status: answer.status, headers, body: answer.body, model: job.model };
}

/** The content by its own path. undefined: it is not there, and the job may say where it is. */
async function askContent(
  open: OpenJob,
  question: JobQuestion,
): Promise<ProviderAnswer | Refusal | string | undefined> {
  const path = open.form.contentPath(encodeURIComponent(open.job.upstreamId));
  const answer = await askUpstream(open, path, question);
  if (isRefusal(answer) || isContent(answer)) return answer;
  if (answer.status === 200) {
    const json = await readJson(answer);
    return json === undefined ? undefined : readFacts({ id: open.job.upstreamId, result: json })?.url;
  }
  drop(answer);
  if (answer.status >= 300 && answer.status < 400) {
    const location = readHeader(answer, 'location');
    return location === undefined ? undefined : new URL(location, `${open.connection.baseUrl}${path}`).href;
  }
  const isElsewhere = [400, 404, 405, 409, 410, 425, 501].includes(answer.status);
  return isElsewhere ? undefined : refuseStatus(answer);
}

/** Where the finished job says that it is; a refusal while it is not finished. */
async function findUrl(open: OpenJob, question: JobQuestion): Promise<string | Refusal> {
  const facts = await askStatus(open, question);
  if (isRefusal(facts)) return facts;
  if (facts.status === 'failed') {
    return refuse(400, 'video_failed', `There is no content: ${facts.error?.message ?? 'the video failed.'}`);
  }
  if (facts.status !== 'completed') {
    const refusal = refuse(
      409,
      'video_not_ready',
      `This video is ${facts.status}. Ask for it again when it is completed.`,
    );
    return { ...refusal, headers: { 'retry-after': '2' } };
  }
  return facts.url ?? refuse(404, 'video_not_found', 'The upstream no longer has the content of this video.');
}

/** `GET /v1/videos/{id}/content`. Nothing of it is held: it goes on as it comes. */
export async function answerContent(question: JobQuestion, desk: VideoDesk): Promise<VideoReply | Refusal> {
  const open = openJob(question, desk);
  if (isRefusal(open)) return open;
  const first = await askContent(open, question);
  if (typeof first === 'object') return isRefusal(first) ? first : passContent(first, open);
  const url = first ?? (await findUrl(open, question));
  if (typeof url !== 'string') return url;
  const answer = await fetchResult(url, open, { question, desk });
  if (isRefusal(answer)) return answer;
  if (isContent(answer)) return passContent(answer, open);
  drop(answer);
  return answer.status === 200
    ? refuse(502, 'upstream_error', 'The upstream sent text where the video should be.')
    : refuseStatus(answer);
}
