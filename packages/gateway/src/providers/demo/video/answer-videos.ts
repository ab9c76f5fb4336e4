import { toText } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { refuse, refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, readDemoText, replyDemoJson } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import { readDirectives } from '../directives.ts';
import type { Size } from '../image/draw-prompt.ts';
import { writeNotice } from '../notice.ts';
import { filmPrompt } from './film-prompt.ts';

/** All there is of a job: it is its own id. */
interface DemoJob {
  /** Milliseconds since 1970. */
  readonly created: number;
  /** From being made to being done. */
  readonly duration: number;
  readonly fails: boolean;
  readonly seconds: number;
  readonly size: Size;
  /** Its start, as the film shows it. */
  readonly prompt: string;
}

const standardDuration = 3000;
/** Of its duration a job waits in the queue. */
const queuedShare = 1 / 3;
const longestSeconds = 60;
const longestPrompt = 120;
const shortestSide = 32;
const longestSide = 1920;

function readSeconds(value: Json | undefined): number | Refusal {
  const seconds = Number(value ?? 4);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSeconds && value !== '') return seconds;
  return refuseField('seconds', `seconds must be a whole number from 1 to ${longestSeconds}.`);
}

function readSize(value: Json | undefined): Size | Refusal {
  const stated = toText(value ?? '1280x720') ?? '';
  const [, width = 0, height = 0] = (/^(\d{1,4})x(\d{1,4})$/u.exec(stated) ?? []).map(Number);
  const isPossible = Math.min(width, height) >= shortestSide && Math.max(width, height) <= longestSide;
  if (isPossible && width % 2 === 0 && height % 2 === 0) return { width, height };
  const message = `size must be WIDTHxHEIGHT with even numbers from ${shortestSide} to ${longestSide}: 1280x720, for example.`;
  return refuseField('size', message);
}

function writeId({ created, duration, fails, prompt, seconds, size }: DemoJob): string {
  const facts = [created, duration, fails ? 1 : 0, seconds, size.width, size.height, prompt];
  return Buffer.from(JSON.stringify(facts)).toString('base64url');
}

/** An id that nobody sealed comes from the gateway's own process only; a broken one is still no reason to fail. */
function readId(id: string): DemoJob | undefined {
  try {
    const facts: Json = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'));
    if (!Array.isArray(facts) || facts.length !== 7) return undefined;
    const [created = 0, duration = 0, fails = 0, seconds = 0, width = 0, height = 0] = facts.map(Number);
    const size = readSize(`${width}x${height}`);
    if (isRefused(size) || isRefused(readSeconds(seconds))) return undefined;
    return { created, duration, fails: fails === 1, seconds, size, prompt: String(facts[6]) };
  } catch {
    return undefined;
  }
}

function describeJob(job: DemoJob, now: number): JsonObject {
  const { created, duration, fails, prompt, seconds, size } = job;
  const share = Math.min(1, Math.max(0, now - created) / duration);
  const running = share < queuedShare ? 'queued' : 'in_progress';
  const done = fails ? 'failed' : 'completed';
  const status = share < 1 ? running : done;
  const isDone = status === 'completed';
  return {
    id: writeId(job),
    object: 'video',
    model: 'demo/video',
    status,
    progress: status === 'queued' ? 0 : Math.floor(share * 100),
    created_at: Math.floor(created / 1000),
    completed_at: isDone ? Math.floor((created + duration) / 1000) : null,
    expires_at: null,
    seconds: String(seconds),
    size: `${size.width}x${size.height}`,
    prompt,
    remixed_from_video_id: null,
    error: status === 'failed' ? { code: 'demo_directive', message: 'The prompt asked the demo to fail.' } : null,
    demo: writeNotice('videos'),
  };
}

/** `POST /videos`. */
export function answerVideoCreation(call: DemoCall): DemoReply | Refusal {
  const read = (name: string): Json | undefined => call.form?.fields.get(name) ?? call.json[name];
  const prompt = readDemoText(call, 'prompt');
  if (isRefused(prompt)) return prompt;
  const seconds = readSeconds(read('seconds'));
  if (isRefused(seconds)) return seconds;
  const size = readSize(read('size'));
  if (isRefused(size)) return size;
  const { delayMs = standardDuration, isFailure } = readDirectives(prompt);
  const shown = [...prompt].slice(0, longestPrompt).join('');
  const job = { created: call.now, duration: delayMs, fails: isFailure, seconds, size, prompt: shown };
  return replyDemoJson(describeJob(job, call.now));
}

/** A part of the bytes, if one was asked for and it exists. */
function cut(bytes: Buffer, range: string | undefined): DemoReply {
  const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  const whole = { status: 200, headers: { ...headers, 'content-length': String(bytes.length) }, pieces: [bytes] };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range ?? '') ?? [];
  if (from === '' && to === '') return whole;
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes.length : Math.min(bytes.length, Number(to) + 1);
  if (start >= end) {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` }, pieces: [] };
  }
  const part = bytes.subarray(start, end);
  const place = `bytes ${start}-${end - 1}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': place, 'content-length': String(part.length) },
    pieces: [part],
  };
}

export interface DemoVideoQuery {
  /** Below the base URL: `/videos/ID` or `/videos/ID/content`. */
  readonly path: string;
  readonly range: string | undefined;
  readonly now: number;
}

/** `GET /videos/ID` and `GET /videos/ID/content`. */
export function answerVideoQuery({ now, path, range }: DemoVideoQuery): DemoReply | Refusal {
  const [, id = '', rest] = /^\/videos\/([^/?]+)(\/content)?$/u.exec(path.replace(/\?.*$/su, '')) ?? [];
  const job = readId(id);
  if (job === undefined) return refuse(404, 'video_not_found', 'The demo made no such video.');
  const facts = describeJob(job, now);
  if (rest === undefined) return replyDemoJson(facts);
  if (facts['status'] !== 'completed')
    return refuse(404, 'video_not_ready', `This video is ${String(facts['status'])}.`);
  return cut(filmPrompt(job.prompt, job.size, job.seconds), range);
}
