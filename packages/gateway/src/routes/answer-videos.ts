import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { answerContent, answerJob } from '../media/videos/answer-job.ts';
import { sealCreated } from '../media/videos/job-answer.ts';
import { giveUp } from '../media/videos/video-desk.ts';
import type { JobQuestion, VideoDesk, VideoReply } from '../media/videos/video-desk.ts';
import { toHeader } from '../upstream/headers.ts';
import { answerGeneration } from './answer-generation.ts';
import type { Call } from './call.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { replyJson } from './reply.ts';
import type { Reply } from './reply.ts';
import { toAbortSignal } from '../stop.ts';

async function readBody({ body }: Reply): Promise<JsonObject> {
  const pieces: Buffer[] = [];
  if (typeof body === 'string' || body instanceof Uint8Array) pieces.push(Buffer.from(body));
  else for await (const piece of body) pieces.push(Buffer.from(piece));
  try {
    const json: Json = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

/** `POST /v1/videos`: the answer of whoever took the job, with an id that leads back to it. */
export async function answerVideoCreation(call: Call): Promise<Reply | Refusal> {
  const reply = await answerGeneration(call, 'videos');
  if (isRefusal(reply)) return reply;
  const { attempts = [], headers, model } = reply;
  const served = attempts.at(-1)?.model ?? '';
  const members = call.world.resolve(model ?? '')?.members ?? [];
  const made = {
    connection: members.find(({ id }) => id === served)?.connection.name ?? '',
    model: served,
    keyId: call.caller.keyId,
    created: Math.floor(call.engine.tools.now() / 1000),
  };
  const job = sealCreated(await readBody(reply), made, call.engine.jobSeal);
  const { 'content-encoding': _coding, 'content-type': _type, ...rest } = headers;
  const facts = { attempts, ...(model === undefined ? {} : { model }) };
  if (job !== undefined) return { ...replyJson(job, rest), ...facts };
  const refusal = refuse(
    502,
    'upstream_error',
    'The upstream took the request, but named no job that could be asked for.',
  );
  return { ...refusal, ...facts };
}

type Answer = (question: JobQuestion, desk: VideoDesk) => Promise<VideoReply | Refusal>;

async function answerAbout(call: Call, answer: Answer): Promise<Reply | Refusal> {
  const { caller, engine, headers, id, signal } = call;
  const desk = { seal: engine.jobSeal, findConnection: engine.connection, send: engine.client.send };
  const reply = await answer({ id, keyId: caller.keyId, range: headers.range, signal: toAbortSignal(signal) }, desk);
  if (isRefusal(reply)) return reply;
  return { ...reply, headers: { ...reply.headers, 'x-gateway-model': toHeader(reply.model) } };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A question for the headers alone must not fetch a whole video. */
function dropBody({ body, ...reply }: Reply): Reply {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) giveUp(body);
  return { ...reply, body: nothing() };
}

/** `GET /v1/videos/{id}`. */
export const answerVideo = (call: Call): Promise<Reply | Refusal> => answerAbout(call, answerJob);

/** `GET /v1/videos/{id}/content`. */
export async function answerVideoContent(call: Call): Promise<Reply | Refusal> {
  const reply = await answerAbout(call, answerContent);
  return call.method === 'HEAD' && !isRefusal(reply) ? dropBody(reply) : reply;
}
