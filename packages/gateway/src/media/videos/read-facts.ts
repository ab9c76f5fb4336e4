import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { VideoFacts, VideoStatus } from './types.ts';

/** Everything else is on its way: a word that we do not know is no failure. */
const statuses: ReadonlyMap<string, VideoStatus> = new Map([
  ['queued', 'queued'],
  ['pending', 'queued'],
  ['completed', 'completed'],
  ['done', 'completed'],
  ['succeeded', 'completed'],
  ['success', 'completed'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['rejected', 'failed'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
  ['expired', 'failed'],
]);

/** Of OpenAI's form; others do without. `demo`: where our own says what it is. */
const known: readonly string[] = [
  'seconds',
  'size',
  'prompt',
  'completed_at',
  'expires_at',
  'usage',
  'quality',
  'demo',
];

export function readStatus(status: Json | undefined): VideoStatus {
  return statuses.get((toText(status) ?? '').toLowerCase()) ?? 'in_progress';
}

function readProgress(value: Json | undefined, status: VideoStatus): number {
  if (status === 'completed') return 100;
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.floor(value) : 0;
}

/** Upstreams write an object, a text, or nothing but the status. */
function readError(job: JsonObject, status: VideoStatus): VideoFacts['error'] {
  if (status !== 'failed') return undefined;
  const stated = job['error'];
  const { code, message } = toObject(stated);
  const said = toText(message) ?? toText(stated) ?? toText(job['message']);
  const word = toText(job['status']) ?? 'failed';
  return { code: toText(code) ?? `video_${word}`, message: said ?? `The upstream says that the video is ${word}.` };
}

/** The names under which upstreams state where a video is. */
function readUrl(job: JsonObject): string | undefined {
  const lists = [job['unsigned_urls'], job['urls'], job['data']].map((list) => toList(list)[0]);
  const objects = [job, toObject(job['video']), toObject(job['result']), ...lists.map(toObject)];
  const stated = objects.flatMap((object) => [object['url'], object['video_url'], object['output_url'], object['uri']]);
  const candidates = [...lists, ...stated];
  return candidates.map(toText).find((url) => url !== undefined && /^https?:\/\//u.test(url));
}

/** undefined: this is no job. */
export function readFacts(answer: Json): VideoFacts | undefined {
  if (!isObject(answer)) return undefined;
  const id = toText(answer['id']);
  if (id === undefined || id === '') return undefined;
  const status = readStatus(answer['status']);
  const rest = Object.fromEntries(known.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]])));
  const progress = readProgress(answer['progress'], status);
  return { id, status, progress, error: readError(answer, status), url: readUrl(answer), rest };
}
