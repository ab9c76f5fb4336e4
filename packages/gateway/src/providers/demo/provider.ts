import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import { refuse, renderRefusal } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import type { Operation, Provider, ProviderAnswer, ProviderRequest } from '../../provider.ts';
import { isRefused } from './call.ts';
import type { DemoCall, DemoReply } from './call.ts';
import { desks } from './desks.ts';
import { readDirectives } from './directives.ts';
import type { Directives } from './directives.ts';
import { demoModels } from './models.ts';
import { writeNotice } from './notice.ts';
import { readForm } from './read-form.ts';
import { toAbortSignal } from '../../stop.ts';

function parse(bytes: Buffer): JsonObject {
  try {
    const json: Json = JSON.parse(bytes.toString('utf8'));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

async function readCall(request: ProviderRequest, now: number): Promise<DemoCall> {
  const { asked, body, model, path, served = `demo/${model}`, window } = request;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body?.chunks() ?? []) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const form = readForm(bytes, body?.contentType ?? '');
  return { served, asked, window, path, json: form === undefined ? parse(bytes) : {}, form, now };
}

function readWish({ form, json }: DemoCall, field: string): Directives {
  const text = form?.fields.get(field) ?? json[field];
  return readDirectives(typeof text === 'string' ? text : '');
}

async function answer(request: ProviderRequest, now: number): Promise<DemoReply | Refusal> {
  const { method, model, operation, path } = request;
  if (operation === 'videos' && method === 'GET') {
    const { answerVideoQuery } = await import('./video/answer-videos.ts');
    return answerVideoQuery({ path, range: request.headers['range'], now });
  }
  const desk = desks[operation];
  const others = Object.values(desks).filter((other) => other !== desk);
  // Names that others made up are answered by every desk.
  const isElsewhere = desk?.models.includes(model) !== true && others.some(({ models }) => models.includes(model));
  if (desk === undefined || isElsewhere) {
    const able = (desk?.models ?? []).map((name) => `demo/${name}`).join(', ');
    return { ...refuse(400, 'unsupported_endpoint', `demo/${model} does not do this; ${able} would.`), param: 'model' };
  }
  const [ask, call] = await Promise.all([desk.load(), readCall(request, now)]);
  const { delayMs, status } = desk.promptField === undefined ? readDirectives('') : readWish(call, desk.promptField);
  if (status !== undefined) return refuse(status, 'demo_directive', 'The prompt asked the demo for this status.');
  const reply = await ask(call);
  return delayMs === undefined || operation === 'videos' || isRefused(reply) ? reply : { ...reply, delayMs };
}

async function* writePieces({ breaksOff, pieces }: DemoReply): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  if (breaksOff === true) throw new Error('The message asked the demo to break off.');
}

function toAnswer(reply: DemoReply, operation: Operation): ProviderAnswer {
  const headers = { ...reply.headers, 'x-demo': writeNotice(operation) };
  return { status: reply.status, headers, body: writePieces(reply) };
}

function writeRefusal(refusal: Refusal, operation: Operation): DemoReply {
  const isAnthropic = operation === 'messages' || operation === 'count_tokens';
  const body = renderRefusal(refusal, isAnthropic ? 'anthropic' : 'openai', 'req_demo');
  const headers = { 'content-type': 'application/json', ...refusal.headers };
  return { status: refusal.status, headers, pieces: [JSON.stringify(body)] };
}

export interface DemoOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Answers in this process, says that it does, and gives the same bytes for the same request. */
export function createDemoProvider({ now = Date.now }: DemoOptions = {}): Provider {
  return {
    send: async (request) => {
      const reply = await answer(request, now());
      if (isRefused(reply)) return toAnswer(writeRefusal(reply, request.operation), request.operation);
      if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { signal: toAbortSignal(request.signal) });
      return toAnswer(reply, request.operation);
    },
    models: () => demoModels,
    close: () => Promise.resolve(),
  };
}
