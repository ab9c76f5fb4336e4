import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../json.ts';
import { estimateTokens } from '../../../estimate-tokens.ts';
import { refuse } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, replyDemoJson } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import { readDirectives } from '../directives.ts';
import { answerDemo } from './answer.ts';
import type { DemoWire } from './types.ts';

/** The request without the wish to stream it: streamed or not, the answer is to be the same. */
function writeCanonically(json: JsonObject): string {
  const { stream: _stream, stream_options: _options, ...rest } = json;
  return JSON.stringify(rest);
}

function hashCall({ asked, path }: DemoCall, body: string): string {
  return createHash('sha256').update(`${path}\n${asked}\n${body}`).digest('hex').slice(0, 24);
}

/** An answer on one of the wires, streamed or not. */
export function answerDialog(call: DemoCall, wire: DemoWire): DemoReply | Refusal {
  const { asked, json, served, window } = call;
  const request = wire.read(json);
  if (isRefused(request)) return request;
  const directives = readDirectives(request.lastText);
  if (directives.status !== undefined) {
    return refuse(directives.status, 'demo_directive', 'The message asked the demo for this status.');
  }
  const body = writeCanonically(json);
  const tokens = estimateTokens(json, Buffer.byteLength(body)).low;
  const { operation } = wire;
  const setting = { operation, asked, served, window, tokens, seed: hashCall(call, body), directives };
  const answer = answerDemo(request, setting);
  if (isRefused(answer)) return answer;
  const told = directives.delayMs === undefined ? {} : { delayMs: directives.delayMs };
  if (json['stream'] !== true) return { ...replyDemoJson(wire.render(answer, json)), ...told };
  const events = wire.stream(answer, json);
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform' };
  const pieces = directives.isCut ? events.slice(0, Math.ceil(events.length / 2)) : events;
  return { status: 200, headers, pieces, breaksOff: directives.isCut, ...told };
}
