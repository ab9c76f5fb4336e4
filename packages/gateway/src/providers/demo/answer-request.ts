import { createHash } from 'node:crypto';
import { refuseModel } from '../../catalog/answer-models.ts';
import type { ListedModel } from '../../catalog/model-list.ts';
import { isObject, toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { estimateTokens, findOverflow } from '../../routing/window.ts';
import type { Call } from '../../server/call.ts';
import { isRefusal, refuse, refuseField } from '../../server/refusal.ts';
import type { Refusal } from '../../server/refusal.ts';
import { replyJson, replyStream } from '../../server/reply.ts';
import type { Reply } from '../../server/reply.ts';
import { answerDemo } from './dialog/answer.ts';
import type { DemoWire } from './dialog/types.ts';
import { readDirectives } from './directives.ts';

interface Asked {
  /** Of the body as it came. */
  readonly bytes: Buffer;
  readonly json: JsonObject;
  readonly model: ListedModel;
}

/** The body as an object, and the model that it asks for. */
function readAsked({ body, catalog }: Call): Asked | Refusal {
  if (body === undefined || !isObject(body.json)) {
    return refuse(400, 'invalid_json', 'The body must be a JSON object.');
  }
  const id = toText(body.json['model']);
  if (id === undefined) return refuseField('model', 'model is missing: name one of GET /v1/models.');
  const model = catalog.get(id);
  return model === undefined ? refuseModel(id) : { bytes: body.bytes, json: body.json, model };
}

/** Ids are anyone's text, headers are ASCII. */
function toHeader(id: string): string {
  return /^[\x20-\x7e]+$/u.test(id) ? id : encodeURIComponent(Buffer.from(id).toString());
}

function describeRoute({ row, served, isAlias }: ListedModel): Readonly<Record<string, string>> {
  const model = toHeader(served);
  return {
    'x-gateway-model': model,
    ...(isAlias ? { 'x-gateway-alias': toHeader(row.id) } : {}),
    'x-gateway-attempts': `${model}=ok`,
  };
}

/** The request without the wish to stream it: streamed or not, the answer is to be the same. */
function writeCanonically(json: JsonObject): Buffer {
  const { stream: _stream, stream_options: _options, ...rest } = json;
  return Buffer.from(JSON.stringify(rest));
}

function hashCall(path: string, bytes: Buffer): string {
  return createHash('sha256').update(`${path}\n`).update(bytes).digest('hex').slice(0, 24);
}

/** A demo answer on one of the wires, streamed or not. */
export function answerGeneration(call: Call, wire: DemoWire): Reply | Refusal {
  const asked = readAsked(call);
  if (isRefusal(asked)) return asked;
  const { json, model } = asked;
  const request = wire.read(json);
  if (isRefusal(request)) return request;
  const bytes = writeCanonically(json);
  const tokens = estimateTokens(json, bytes.length).low;
  const { dialect } = wire;
  const overflow = findOverflow({ catalog: call.catalog, model, tokens, dialect });
  if (overflow !== undefined) return overflow;
  const directives = readDirectives(request.lastText);
  if (directives.status !== undefined) {
    return refuse(directives.status, 'demo_directive', 'The message asked the demo for this status.');
  }
  const seed = hashCall(call.path, bytes);
  const { row, served, window } = model;
  const setting = { operation: wire.operation, asked: row.id, served, window, tokens, seed, directives };
  const answer = answerDemo(request, setting);
  if (isRefusal(answer)) return answer;
  const headers = describeRoute(model);
  const told = {
    model: model.row.id,
    ...(directives.delayMs === undefined ? {} : { delayMs: directives.delayMs }),
  };
  if (json['stream'] !== true) return { ...replyJson(wire.render(answer, json), headers), ...told };
  const events = wire.stream(answer, json);
  if (!directives.isCut) return { ...replyStream(events, headers), ...told };
  const half = events.slice(0, Math.ceil(events.length / 2));
  return { ...replyStream(half, headers), ...told, breaksOff: true };
}

/** `count_tokens`: the high estimate, and a header that says it is one. */
export function answerCount(call: Call): Reply | Refusal {
  const asked = readAsked(call);
  if (isRefusal(asked)) return asked;
  const { high } = estimateTokens(asked.json, asked.bytes.length);
  const headers = { 'x-gateway-estimate': '1' };
  return { ...replyJson({ input_tokens: high }, headers), model: asked.model.row.id };
}
