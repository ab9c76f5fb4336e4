import type { HeldBody, Operation, ProviderConnection } from '../provider.ts';
import { answerInTurn } from '../routing/answer-in-turn.ts';
import type { Outcome } from '../routing/answer-in-turn.ts';
import type { Asked } from '../attempt/asked.ts';
import { longestId } from '../catalog/world.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { refuseModel } from '../routes/answer-models.ts';
import type { Call } from '../routes/call.ts';
import { holdOpen } from '../routes/hold-open.ts';
import { isRefusal, refuse, refuseField } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { replyJson } from '../routes/reply.ts';
import type { Reply } from '../routes/reply.ts';
import { selectAnswerHeaders, selectRequestHeaders, toHeader } from '../upstream/headers.ts';
import type { BridgedUpstream } from './upstream.ts';

/** Silence after which clients begin to give up. */
const patienceMs = 10_000;

interface Question {
  readonly body: HeldBody;
  readonly model: string;
}

function readQuestion({ body }: Call): Question | Refusal {
  if (body === undefined) return refuse(400, 'invalid_json', 'The body must be a JSON object.');
  const { model } = body;
  if (model === undefined) return refuseField('model', 'model is missing: name one of GET /v1/models.');
  return model.length > longestId ? refuseModel(model) : { body, model };
}

/** Here the upstream's opinion of the key is its caller's business: the key is the caller's own. */
function ownKey(refusal: Refusal): Refusal {
  if (refusal.code !== 'upstream_auth') return refusal;
  return { ...refusal, status: 401, code: 'invalid_api_key' };
}

function toReply({ attempts, result }: Outcome, model: string): Reply | Refusal {
  if (isRefusal(result)) return { ...ownKey(result), model, attempts };
  const { body, headers, status } = result;
  return { status, headers: { ...headers, 'x-gateway-model': toHeader(model) }, body, model, attempts };
}

/** Messages or Responses, asked of an upstream that has chat completions. */
export async function answerBridged(
  call: Call,
  wire: 'messages' | 'responses',
  upstream: BridgedUpstream,
): Promise<Reply | Refusal> {
  const question = readQuestion(call);
  if (isRefusal(question)) return question;
  const { body, model } = question;
  const { engine, headers, query, signal } = call;
  const connection = upstream.connect(headers);
  const catalog = await upstream.catalogOf(connection);
  const window = catalog.get(model)?.window;
  const members = [{ id: model, connection, model, window }];
  const asked: Asked = {
    operation: wire,
    dialect: wire === 'messages' ? 'anthropic' : 'openai',
    body,
    headers: selectRequestHeaders(headers),
    query,
    resolved: { asked: model, isAlias: false, members, firstTokenMs: undefined, onRefusal: 'return' },
    catalog,
    signal,
  };
  const work = answerInTurn(asked, engine.tools).then((outcome) => toReply(outcome, model));
  return body.isStream ? holdOpen(work, { wire, headers: {}, patienceMs }) : work;
}

/** `count_tokens`: the high estimate, and a header that says it is one. */
export function answerBridgedCount(call: Call): Reply | Refusal {
  const question = readQuestion(call);
  if (isRefusal(question)) return question;
  const { body, model } = question;
  const json = body.json();
  if (json === undefined) return refuse(400, 'invalid_json', 'The body is not valid JSON.');
  const { high } = estimateTokens(json, body.size);
  return { ...replyJson({ input_tokens: high }, { 'x-gateway-estimate': '1' }), model };
}

const methods = { GET: 'GET', HEAD: 'GET', POST: 'POST', DELETE: 'DELETE' } as const;

function isMethod(method: string): method is keyof typeof methods {
  return method in methods;
}

interface Passed {
  readonly path: string;
  readonly connection: ProviderConnection;
}

async function send({ body, headers, method, signal }: Call, { connection, path }: Passed) {
  const operation: Operation = 'chat';
  const model = body?.model ?? '';
  return await connection.provider.send({
    operation,
    method: isMethod(method) ? methods[method] : 'GET',
    path,
    headers: selectRequestHeaders(headers),
    body: body?.withModel(model),
    held: body,
    model,
    served: model,
    asked: model,
    window: undefined,
    signal,
  });
}

/** Everything else that the upstream serves, byte for byte. */
export async function passOn(call: Call, upstream: BridgedUpstream): Promise<Reply | Refusal> {
  // A URL folds them: they would lead out of the interface to whatever else is at that host.
  if (/(?:^|\/)\.{1,2}(?:\/|$)/u.test(call.id)) return refuse(404, 'unknown_route', 'This bridge has no such route.');
  const connection = upstream.connect(call.headers);
  const query = call.query === '' ? '' : `?${call.query}`;
  const path = `/${call.id.split('/').map(encodeURIComponent).join('/')}${query}`;
  try {
    const answer = await send(call, { connection, path });
    return { status: answer.status, headers: selectAnswerHeaders(answer.headers), body: answer.body };
  } catch (error) {
    if (call.signal.aborted) throw error;
    return refuse(502, 'upstream_unreachable', `The gateway at ${connection.name} cannot be reached.`);
  }
}
