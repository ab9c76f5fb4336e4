import { isWithinScope } from '../auth/key-ring.ts';
import { refuseModel } from './answer-models.ts';
import type { Resolved } from '../catalog/world.ts';
import type { HeldBody, Operation } from '../provider.ts';
import { answerInTurn } from '../routing/answer-in-turn.ts';
import type { Outcome } from '../routing/answer-in-turn.ts';
import type { Asked } from '../attempt/asked.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { joinHeaders, selectRequestHeaders, toHeader } from '../upstream/headers.ts';
import type { Wire } from '../types.ts';
import type { Call } from './call.ts';
import { holdOpen } from './hold-open.ts';
import { isRefusal, refuse, refuseField } from '../refusal.ts';
import type { Attempt, Dialect, Refusal } from '../refusal.ts';
import { replyJson } from './reply.ts';
import type { Reply } from './reply.ts';

/** Silence after which clients begin to give up. */
const patienceMs = 10_000;
const wires: Readonly<Partial<Record<Operation, Wire>>> = {
  chat: 'chat',
  messages: 'messages',
  responses: 'responses',
};

interface Found {
  readonly body: HeldBody;
  readonly resolved: Resolved;
}

/** The model that the body asks for, if there is one and the caller may use it. */
function findAsked({ body, caller, world }: Call): Found | Refusal {
  if (body === undefined) return refuse(400, 'invalid_json', 'The body must be a JSON object.');
  if (body.model === undefined) return refuseField('model', 'model is missing: name one of GET /v1/models.');
  const resolved = isWithinScope(caller, body.model) ? world.resolve(body.model) : undefined;
  return resolved === undefined ? refuseModel(body.model) : { body, resolved };
}

function toAsked(call: Call, operation: Operation, found: Found): Asked {
  const dialect: Dialect = operation === 'messages' || operation === 'count_tokens' ? 'anthropic' : 'openai';
  const { catalog, headers, query, signal } = call;
  const { body, resolved } = found;
  return { operation, dialect, body, resolved, headers: selectRequestHeaders(headers), query, catalog, signal };
}

function nameAlias({ asked, isAlias }: Resolved): Readonly<Record<string, string>> {
  return isAlias ? { 'x-gateway-alias': toHeader(asked) } : {};
}

function nameAttempt({ kind, model }: Attempt): string {
  return `${toHeader(model)}=${kind}`;
}

function toReply({ attempts, result }: Outcome, resolved: Resolved): Reply | Refusal {
  const headers = joinHeaders(result.headers);
  if (!isRefusal(result)) headers['x-gateway-model'] = toHeader(result.member.id);
  if (resolved.isAlias) headers['x-gateway-alias'] = toHeader(resolved.asked);
  if (attempts.length > 0) headers['x-gateway-attempts'] = attempts.map(nameAttempt).join(', ');
  if (isRefusal(result)) return { ...result, headers, model: resolved.asked, attempts };
  return { status: result.status, headers, body: result.body, model: resolved.asked, attempts };
}

/** Puts a question to a model: the same for every operation. */
export function answerGeneration(call: Call, operation: Operation): Promise<Reply | Refusal> {
  const found = findAsked(call);
  if (isRefusal(found)) return Promise.resolve(found);
  const asked = toAsked(call, operation, found);
  const work = answerInTurn(asked, call.engine.tools).then((outcome) => toReply(outcome, found.resolved));
  const wire = wires[operation];
  if (wire === undefined || !found.body.isStream) return work;
  return holdOpen(work, { wire, headers: nameAlias(found.resolved), patienceMs });
}

/** `count_tokens`: the upstream's own count if it has one, else the high estimate, and a header that says it is one. */
export async function answerCount(call: Call): Promise<Reply | Refusal> {
  const found = findAsked(call);
  if (isRefusal(found)) return found;
  const { members } = found.resolved;
  const able = members.filter(({ connection }) => connection.preset.paths.count_tokens !== undefined);
  if (able.length > 0) {
    const asked = toAsked(call, 'count_tokens', found);
    const outcome = await answerInTurn({ ...asked, resolved: { ...found.resolved, members: able } }, call.engine.tools);
    if (!isRefusal(outcome.result) || outcome.result.status < 500) return toReply(outcome, found.resolved);
  }
  const json = found.body.json();
  if (json === undefined) return refuse(400, 'invalid_json', 'The body is not valid JSON.');
  const { high } = estimateTokens(json, found.body.size);
  return { ...replyJson({ input_tokens: high }, { 'x-gateway-estimate': '1' }), model: found.resolved.asked };
}
