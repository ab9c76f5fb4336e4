import { expect, test } from 'vitest';
import { presets } from '../../providers/presets.ts';
import type { Preset, ProviderAnswer } from '../../provider.ts';
import { isRefusal } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { stubConnection } from '../../testing/stub-provider.ts';
import type { StubAnswer } from '../../testing/stub-provider.ts';
import { createJobSeal } from '../seal-job.ts';
import { answerContent, answerJob } from './answer-job.ts';
import { sealCreated } from './job-answer.ts';
import type { JobQuestion, SendRequest, VideoDesk, VideoReply } from './video-desk.ts';

const seal = createJobSeal(Buffer.alloc(32, 1));
const made = { connection: 'lab', model: 'lab/veo', keyId: 'k1', created: 1_795_000_000 };
const film = Buffer.from('\0\0\0\x18ftypisom and so on');

function presetOf(name: string): Preset {
  const preset = presets.get(name);
  if (preset === undefined) throw new Error(name);
  return preset;
}

interface Fetched {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isPublicOnly: boolean | undefined;
}

/** An upstream, and what is behind other addresses. */
function openDesk(
  preset: string,
  answers: Readonly<Record<string, StubAnswer>>,
  elsewhere: Readonly<Record<string, StubAnswer>> = {},
) {
  const connection = stubConnection(presetOf(preset), ({ path }) => answers[path] ?? { status: 404, body: {} });
  const fetched: Fetched[] = [];
  const send: SendRequest = async ({ headers, isPublicOnly, url }) => {
    fetched.push({ url: url.href, headers, isPublicOnly });
    const answer = elsewhere[url.href] ?? { status: 404 };
    const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from('text');
    const given: ProviderAnswer = {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
      body: (async function* write() {
        yield body;
      })(),
    };
    return given;
  };
  const desk: VideoDesk = { seal, send, findConnection: (name) => (name === 'lab' ? connection : undefined) };
  return { desk, connection, fetched };
}

function ask(id: string, range?: string, keyId = 'k1'): JobQuestion {
  return { id, keyId, range, signal: new AbortController().signal };
}

const idOf = (upstreamId: string, connection = 'lab'): string => seal.seal({ ...made, connection, upstreamId });

async function read(reply: VideoReply | Refusal): Promise<Buffer> {
  if (isRefusal(reply)) throw new Error(reply.message);
  if (reply.body instanceof Uint8Array) return Buffer.from(reply.body);
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const readJson = async (reply: VideoReply | Refusal): Promise<unknown> => JSON.parse((await read(reply)).toString());

test('the answer to a creation has an id of ours, and the upstream’s stays inside', () => {
  const created = sealCreated(
    { id: 'job/1', status: 'pending', polling_url: 'https://secret.example.test' },
    made,
    seal,
  );
  const { id, ...rest } = created ?? {};
  expect(rest).toEqual({
    object: 'video',
    model: 'lab/veo',
    status: 'queued',
    progress: 0,
    created_at: 1_795_000_000,
    error: null,
  });
  expect(seal.open(String(id))).toEqual({ ...made, upstreamId: 'job/1' });
  expect(sealCreated({ error: 'x' }, made, seal)).toBeUndefined();
});

test.each([
  ['openrouter', { id: 'job 1', status: 'completed', unsigned_urls: ['https://lab.example.test/v1/x'] }],
  ['gemini', { id: 'job 1', object: 'video', status: 'completed', url: 'https://lab.example.test/files/1' }],
  ['vllm-omni', { id: 'job 1', status: 'completed', created_at: 1 }],
  ['openai-compatible', { status: 'completed', progress: 100, seconds: '8', size: '1280x720' }],
])('%s: status goes to the connection of the job', async (preset, answer) => {
  const { connection, desk } = openDesk(preset, { '/videos/job%201': { body: answer } });
  const id = idOf('job 1');
  const json = await readJson(await answerJob(ask(id), desk));
  expect(json).toMatchObject({
    id,
    object: 'video',
    model: 'lab/veo',
    status: 'completed',
    progress: 100,
    error: null,
  });
  expect(JSON.stringify(json)).not.toContain('example.test');
  expect(connection.seen).toMatchObject([{ method: 'GET', path: '/videos/job%201' }]);
});

test('forged, foreign, another key’s: 404; a connection that is gone: 410', async () => {
  const { connection, desk } = openDesk('openrouter', {});
  const foreign = createJobSeal(Buffer.alloc(32, 2)).seal({ ...made, upstreamId: 'job' });
  for (const question of [ask('job'), ask(`${idOf('job')}A`), ask(foreign), ask(idOf('job'), undefined, 'k2')]) {
    expect(await answerJob(question, desk)).toMatchObject({ status: 404, code: 'video_not_found' });
    expect(await answerContent(question, desk)).toMatchObject({ status: 404, code: 'video_not_found' });
  }
  expect(await answerJob(ask(idOf('job', 'gone')), desk)).toMatchObject({ status: 410, code: 'connection_gone' });
  expect(connection.seen).toEqual([]);
});

test.each([
  [401, 424],
  [403, 424],
  [404, 404],
  [402, 402],
  [429, 429],
  [500, 502],
  [418, 502],
])('an upstream’s %i is %i', async (status, expected) => {
  const { desk } = openDesk('openrouter', { '/videos/job': { status, headers: { 'retry-after': '7' } } });
  const refusal = await answerJob(ask(idOf('job')), desk);
  expect(refusal).toMatchObject({ refused: true, status: expected });
  if (status === 429) expect(refusal).toMatchObject({ headers: { 'retry-after': '7' } });
});

test('content by its own path, with range and type as they are', async () => {
  const headers = { 'content-type': 'video/webm', 'content-range': 'bytes 0-3/9', 'set-cookie': 'a=b', 'x-own': '1' };
  const { connection, desk } = openDesk('openrouter', {
    '/videos/job/content?index=0': { status: 206, headers, body: film },
  });
  const reply = await answerContent(ask(idOf('job'), 'bytes=0-3'), desk);
  expect(reply).toMatchObject({
    status: 206,
    headers: { 'content-type': 'video/webm', 'content-range': 'bytes 0-3/9' },
    model: 'lab/veo',
  });
  expect(Object.keys(isRefusal(reply) ? {} : reply.headers)).toEqual(['content-type', 'content-range']);
  expect(await read(reply)).toEqual(film);
  expect(connection.seen).toMatchObject([{ headers: { range: 'bytes=0-3' } }]);
});

const far = 'https://storage.example.test/film';
const own = 'https://lab.example.test/files/1';

test.each([
  ['gemini', { status: 404 }, far, {}],
  ['gemini', { status: 404 }, own, { 'x-goog-api-key': 'sk-lab' }],
  ['openai-compatible', { status: 404 }, own, { authorization: 'Bearer sk-lab' }],
  ['openai-compatible', { status: 302, headers: { location: far } }, far, {}],
  ['openai-compatible', { status: 302, headers: { location: '/files/1' } }, own, { authorization: 'Bearer sk-lab' }],
  ['openai-compatible', { body: { url: far } }, far, {}],
] as const)('%s: content that is elsewhere (%j): the key stays with its host', async (preset, content, url, key) => {
  const job = { id: 'job', status: 'completed', url };
  const { desk, fetched } = openDesk(
    preset,
    { '/videos/job': { body: job }, '/videos/job/content': content },
    { [url]: { body: film, headers: { 'content-type': 'video/mp4' } } },
  );
  const reply = await answerContent(ask(idOf('job'), 'bytes=0-'), desk);
  expect(await read(reply)).toEqual(film);
  expect(fetched).toEqual([{ url, headers: { range: 'bytes=0-', ...key }, isPublicOnly: url === far }]);
});

test('a redirect from the own host to another loses the key; endless ones end', async () => {
  const job = { '/videos/job': { body: { status: 'completed', url: own } } };
  const moved = openDesk('gemini', job, {
    [own]: { status: 302, headers: { location: far } },
    [far]: { body: film, headers: { 'content-type': 'video/mp4' } },
  });
  expect(await read(await answerContent(ask(idOf('job')), moved.desk))).toEqual(film);
  expect(moved.fetched.map(({ headers }) => headers)).toEqual([{ 'x-goog-api-key': 'sk-lab' }, {}]);
  const round = openDesk('gemini', job, { [own]: { status: 302, headers: { location: own } } });
  expect(await answerContent(ask(idOf('job')), round.desk)).toMatchObject({ status: 502 });
  expect(round.fetched).toHaveLength(4);
});

test.each(['http://storage.example.test/film', 'http://169.254.169.254/latest', 'http://127.0.0.1:1/x'])(
  'a result at %s is not fetched',
  async (url) => {
    const { desk, fetched } = openDesk('gemini', { '/videos/job': { body: { status: 'completed', url } } });
    expect(await answerContent(ask(idOf('job')), desk)).toMatchObject({ status: 502, code: 'result_url_refused' });
    expect(fetched).toEqual([]);
  },
);

test.each([
  [{ status: 'in_progress' }, 409, 'video_not_ready'],
  [{ status: 'failed', error: 'No.' }, 400, 'video_failed'],
  [{ status: 'completed' }, 404, 'video_not_found'],
  [{ status: 'completed', url: far }, 502, 'upstream_error'],
] as const)('no content: a job that says %j', async (job, status, code) => {
  const { desk } = openDesk(
    'gemini',
    { '/videos/job': { body: job } },
    { [far]: { headers: { 'content-type': 'text/html' } } },
  );
  expect(await answerContent(ask(idOf('job')), desk)).toMatchObject({ status, code });
});
