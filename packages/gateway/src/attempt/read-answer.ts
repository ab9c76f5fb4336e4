import { randomBytes } from 'node:crypto';
import { maskKey } from '@modelrack/text';
import { toList, toObject } from '../json.ts';
import type { Json } from '../json.ts';
import type { ProviderAnswer } from '../provider.ts';
import { gateStream } from '../upstream/gate.ts';
import type { Gated } from '../upstream/gate.ts';
import { selectAnswerHeaders, selectLimitHeaders } from '../upstream/headers.ts';
import { scanObject } from '../upstream/scan.ts';
import type { Asked, Delivered, Tools, Tried } from './asked.ts';
import { chain, collect, collectAnswer, passOn } from './collect.ts';
import { asChunk } from '../dialects/chat/as-chunk.ts';
import { classifyEmbedded, classifyStatus, readRetryAfter } from '../failure/classify.ts';
import { forwardStream, translateStream } from './forward-stream.ts';
import type { OpenStream } from './forward-stream.ts';
import type { Prepared } from './prepare.ts';
import { readUpstreamError } from '../failure/read-error.ts';
import type { Failure, UpstreamError } from '../failure/types.ts';
import type { Member, Operation } from '../provider.ts';
import type { StopSignal } from '../stop.ts';

const largestError = 1024 * 1024;
/** What is larger is passed on as it comes: nobody looks for an error behind so many bytes. */
const largestHeld = 8 * 1024 * 1024;
/** Several large pictures: an answer that must be changed must be whole. */
const largestAdapted = 64 * 1024 * 1024;

/** One attempt under way. */
export interface Exchange {
  readonly asked: Asked;
  readonly member: Member;
  readonly prepared: Prepared;
  readonly tools: Tools;
  /** Of this attempt: aborts with the caller, or when time is up. */
  readonly signal: StopSignal;
  onEnd(): void;
}

function hide(error: UpstreamError, { connection }: Member): UpstreamError {
  return { ...error, message: maskKey(error.message, connection.key) };
}

/** Without the upstream's key: some echo it. */
export function fail(failure: Failure, member: Member): Tried {
  const { error } = failure;
  return { kind: 'failed', failure: error === undefined ? failure : { ...failure, error: hide(error, member) } };
}

/** What the upstream says of its failure; its body is read or given up, so that the socket is free again. */
async function readFailure(answer: ProviderAnswer, { member, tools }: Exchange): Promise<Tried> {
  const { bytes, rest } = await collect(answer.body, largestError);
  await rest?.return?.().catch(() => undefined);
  const error = readUpstreamError(bytes.toString('utf8'));
  const retryAfter = readRetryAfter(answer.headers, tools.now());
  return fail(classifyStatus({ status: answer.status, error, retryAfter }), member);
}

/** Written out, so that all have one shape. */
function deliver(
  { member }: Exchange,
  { body, headers, isRefused, isStream, status }: Omit<Delivered, 'member'>,
): Tried {
  return { kind: 'delivered', delivered: { member, status, headers, body, isStream, isRefused: isRefused === true } };
}

function factsOf({ asked, member, tools }: Exchange) {
  const seed = randomBytes(12).toString('hex');
  return {
    seed,
    created: Math.floor(tools.now() / 1000),
    model: asked.resolved.isAlias ? member.id : asked.resolved.asked,
  };
}

function warn({ prepared }: Exchange): Readonly<Record<string, string>> {
  const { bridge, warnings } = prepared;
  if (bridge === undefined) return {};
  return {
    'x-gateway-bridge': bridge.name,
    ...(warnings.length === 0 ? {} : { 'x-gateway-warnings': warnings.join('; ') }),
  };
}

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform' };

function openStream(exchange: Exchange, gated: Extract<Gated, { held: unknown }>, answer: ProviderAnswer): Tried {
  const { asked, member, prepared } = exchange;
  const isRefused = gated.kind === 'refusal';
  const open: OpenStream = {
    held: gated.held,
    rest: gated.rest,
    model: member.id,
    signal: asked.signal,
    onEnd: () => exchange.onEnd(),
  };
  if (prepared.bridge !== undefined) {
    const machine = prepared.bridge.stream(prepared.json ?? {}, factsOf(exchange));
    const headers = { ...selectLimitHeaders(answer.headers), ...streamHeaders, ...warn(exchange) };
    return deliver(exchange, { status: 200, headers, body: translateStream(open, machine), isStream: true, isRefused });
  }
  const headers = { ...streamHeaders, ...selectAnswerHeaders(answer.headers) };
  if (!isEventStream(headers['content-type'])) headers['content-type'] = streamHeaders['content-type'];
  const body = forwardStream(open, prepared.wire);
  return deliver(exchange, { status: answer.status, headers, body, isStream: true, isRefused });
}

async function readStream(answer: ProviderAnswer, exchange: Exchange): Promise<Tried> {
  const { member, prepared } = exchange;
  const { wire } = prepared;
  if (wire === undefined) {
    const rest = answer.body[Symbol.asyncIterator]();
    return openStream(exchange, { kind: 'open', held: [], rest }, answer);
  }
  const gated = await gateStream(answer.body, wire);
  if (gated.kind === 'open' || gated.kind === 'refusal') return openStream(exchange, gated, answer);
  answer.body.destroy?.();
  if (gated.kind === 'error') return fail(classifyEmbedded(readUpstreamError(JSON.stringify(gated.error))), member);
  return fail(emptyAnswer, member);
}

function noAnswer(message: string, code: string): Failure {
  const error = { message, code, type: undefined, param: undefined, status: undefined };
  return { kind: 'server', status: undefined, retryAfter: undefined, error, mayHaveStarted: true };
}

const emptyAnswer = noAnswer('its answer was empty', 'empty_answer');
const oddAnswer = noAnswer('its answer is not that of a model', 'odd_answer');

const results: ReadonlySet<string> = new Set([
  'error',
  'choices',
  'content',
  'output',
  'data',
  'text',
  'input_tokens',
  'id',
]);

const nothingMore: AsyncIterator<Uint8Array> = { next: () => Promise.resolve({ done: true, value: undefined }) };

/** As bytes: a text would be made into them for every answer. */
const errorName = Buffer.from('"error"');

/** Some send a failure with 200: an `error` that says something, and nothing that was asked for. */
function hasOnlyError(bytes: Buffer): boolean {
  if (!bytes.includes(errorName)) return false;
  const scanned = scanObject([bytes], results);
  if (typeof scanned === 'string') return false;
  const error = scanned.found.get('error')?.at(-1);
  if (error === undefined || bytes.toString('latin1', error.start, error.end) === 'null') return false;
  return ['choices', 'content', 'output', 'data', 'text'].every((name) => {
    const span = scanned.found.get(name)?.at(-1);
    return (
      span === undefined ||
      /^(?:null|\[\s*\]|"")$/u.test(bytes.toString('latin1', span.start, Math.min(span.end, span.start + 8)))
    );
  });
}

/** What answers with an object, and nothing else; a transcription may be a text. */
const answersObject: ReadonlySet<Operation> = new Set([
  'chat',
  'messages',
  'count_tokens',
  'responses',
  'embeddings',
  'images',
]);

/** By its first and last letter: half of an answer, a text or a page is no answer, and to parse it all would cost. */
function isObjectText(bytes: Buffer): boolean {
  const text = (from: number, to?: number) => bytes.toString('latin1', from, to);
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{/u.test(text(0, 64)) && /\}\s*$/u.test(text(Math.max(0, bytes.length - 64)));
}

function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** An answer that is made into another: of what cannot be read it would become one of nothing, whole and empty. */
function isOddJson(json: Json, { bridge }: Prepared): boolean {
  return bridge === undefined ? json === null : toList(toObject(json)['choices']).length === 0;
}

function isEventStream(type: string | undefined): boolean {
  return type?.toLowerCase().startsWith('text/event-stream') === true;
}

/** The model itself declined. */
function isDeclined(json: Json): boolean {
  const body = toObject(json);
  const [choice] = toList(body['choices']);
  return toObject(choice)['finish_reason'] === 'content_filter' || body['stop_reason'] === 'refusal';
}

async function readWhole(answer: ProviderAnswer, exchange: Exchange): Promise<Tried> {
  const { asked, member, prepared } = exchange;
  const { bytes, rest } = await collectAnswer(answer, prepared.adapter === undefined ? largestHeld : largestAdapted);
  const headers = selectAnswerHeaders(answer.headers);
  if (rest !== undefined) {
    const body = chain(bytes, rest, () => exchange.onEnd());
    return deliver(exchange, { status: answer.status, headers, body, isStream: false });
  }
  exchange.onEnd();
  if (bytes.length === 0) return fail(emptyAnswer, member);
  if (hasOnlyError(bytes)) return fail(classifyEmbedded(readUpstreamError(bytes.toString('utf8'))), member);
  const isRemade = prepared.bridge !== undefined || prepared.adapter?.response !== undefined;
  const json = isRemade ? parse(bytes) : null;
  const isOdd = isRemade ? isOddJson(json, prepared) : answersObject.has(asked.operation) && !isObjectText(bytes);
  if (isOdd) return fail(oddAnswer, member);
  const isRefused = asked.resolved.onRefusal === 'next' && isDeclined(parse(bytes));
  if (prepared.bridge !== undefined && asked.body.isStream) {
    const events = `data: ${JSON.stringify(asChunk(toObject(json)))}\n\ndata: [DONE]\n\n`;
    const held = [Buffer.from(events)];
    return openStream(exchange, { kind: isRefused ? 'refusal' : 'open', held, rest: nothingMore }, answer);
  }
  if (prepared.bridge !== undefined) {
    const made = prepared.bridge.response(toObject(json), prepared.json ?? {}, factsOf(exchange));
    const own = {
      'content-type': 'application/json; charset=utf-8',
      ...selectLimitHeaders(answer.headers),
      ...warn(exchange),
    };
    return deliver(exchange, {
      status: 200,
      headers: own,
      body: Buffer.from(JSON.stringify(made)),
      isStream: false,
      isRefused,
    });
  }
  const adapted = isRemade ? adapt(json, prepared, headers) : undefined;
  if (adapted !== undefined)
    return deliver(exchange, { status: answer.status, isStream: false, isRefused, ...adapted });
  return deliver(exchange, { status: answer.status, headers, body: bytes, isStream: false, isRefused });
}

function adapt(
  json: Json,
  { adapter, adapterInput }: Prepared,
  headers: Readonly<Record<string, string>>,
): Pick<Delivered, 'headers' | 'body'> | undefined {
  if (adapter?.response === undefined || adapterInput === undefined) return undefined;
  const answer = adapter.response(json, adapterInput);
  if (typeof answer !== 'string') return { headers, body: Buffer.from(JSON.stringify(answer)) };
  return { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(answer) };
}

/** What an answer of an upstream means, and what of it goes on. */
export function readAnswer(answer: ProviderAnswer, exchange: Exchange): Tried | Promise<Tried> {
  if (answer.status < 200 || answer.status > 299) return readFailure(answer, exchange);
  const { asked, member, prepared } = exchange;
  const type = String(answer.headers['content-type'] ?? '').toLowerCase();
  if (isEventStream(type)) return readStream(answer, exchange);
  // The page of a login, a proxy or a wrong address.
  if (type.startsWith('text/html')) return fail(oddAnswer, member);
  const isJson = type.includes('json');
  // Some send the stream that was asked for under no name, or a wrong one.
  if (asked.body.isStream && prepared.wire !== undefined && !isJson) return readStream(answer, exchange);
  const isText = type.startsWith('text/') || type.includes('xml');
  const isLost = isText && answersObject.has(asked.operation);
  const isRead = isJson || type === '' || prepared.bridge !== undefined || isLost;
  if (isRead) return readWhole(answer, exchange);
  const headers = selectAnswerHeaders(answer.headers);
  const body = passOn(answer, () => exchange.onEnd());
  return deliver(exchange, { status: answer.status, headers, body, isStream: false });
}
