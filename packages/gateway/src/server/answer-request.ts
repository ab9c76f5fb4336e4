import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Caller } from '../auth/key-ring.ts';
import { isWithinScope } from '../auth/key-ring.ts';
import type { Catalog } from '../model-list.ts';
import type { World } from '../catalog/world.ts';
import type { HeldBody } from '../provider.ts';
import type { Call, Site } from '../routes/call.ts';
import type { Engine } from '../engine/engine.ts';
import { findForeignCaller } from './guards.ts';
import { readBody } from './read-body.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { hasHop } from '../upstream/hops.ts';
import type { Dialect, Refusal } from '../refusal.ts';
import { replyRefusal } from '../routes/reply.ts';
import type { Reply } from '../routes/reply.ts';
import { findRoute } from '../routes/router.ts';
import type { Match, Route } from '../routes/router.ts';
import type { StopSignal } from '../stop.ts';

/** What stays the same from request to request. */
export interface Gate {
  readonly host: string;
  readonly routes: readonly Route[];
  readonly engine: Engine;
  readonly site: Site;
  /** Who asks; a refusal where a key is missing or wrong. */
  admit(headers: IncomingHttpHeaders): Caller | Refusal;
  allowedOrigins(): readonly string[];
  close(): Promise<void>;
}

export interface Answered {
  readonly reply: Reply;
  /** As in the table, for the log; undefined: no route fits. */
  readonly route: string | undefined;
  /** To be released when the answer is over. */
  readonly body: HeldBody | undefined;
  readonly requestId: string;
}

export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Not `new URL`: it would fold `..` and `//`, and a model id may hold either. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  if (mark === -1) return { path: url, query: '' };
  return { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

const idBytes = 12;
/** Random bytes for many ids: to draw them one by one costs more than the rest of an id. */
const drawn = Buffer.alloc(256 * idBytes);
let used = drawn.length;

function drawId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += idBytes;
  return `req_${drawn.toString('hex', used - idBytes, used)}`;
}

/** The caller's own id if it is harmless. */
export function nameRequest(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && /^[\w.:-]{1,128}$/u.test(sent)) return sent;
  return drawId();
}

/** A route of ours has its own shape; elsewhere the version header tells an Anthropic client. */
function guessDialect(request: IncomingMessage, path: string): Dialect {
  const isAnthropic = request.headers['anthropic-version'] !== undefined || path.includes('/messages');
  return isAnthropic ? 'anthropic' : 'openai';
}

function selectCatalog(world: World, caller: Caller): Catalog {
  if (caller.scopes.length === 0) return world.catalog;
  return new Map([...world.catalog].filter(([id]) => isWithinScope(caller, id)));
}

const leadsBack = refuse(508, 'gateway_loop', 'The connection leads back to the gateway that the request came from.');

const nobody: Caller = { keyId: '', scopes: [] };

interface Admitted {
  readonly request: IncomingMessage;
  readonly gate: Gate;
  readonly match: Match;
  readonly query: string;
  readonly signal: StopSignal;
}

async function answerMatch(admitted: Admitted, caller: Caller, body: HeldBody | undefined): Promise<Reply | Refusal> {
  const { gate, match, query, request, signal } = admitted;
  const { engine } = gate;
  const world = await engine.world();
  const call: Call = {
    id: match.id,
    method: request.method ?? 'GET',
    query,
    headers: request.headers,
    body,
    caller,
    world,
    catalog: selectCatalog(world, caller),
    engine,
    site: gate.site,
    signal,
  };
  return match.route.answer(call);
}

/** Rejects when the caller hangs up, or on a fault of ours. */
export async function answerRequest(request: IncomingMessage, gate: Gate, signal: StopSignal): Promise<Answered> {
  const { path, query } = readTarget(request.url ?? '/');
  const match = findRoute(gate.routes, request.method ?? 'GET', path);
  const route = isRefusal(match) ? undefined : match.route;
  const dialect = route?.dialect ?? guessDialect(request, path);
  const requestId = nameRequest(request);
  const end = (answer: Reply | Refusal, body?: HeldBody): Answered => {
    const reply = isRefusal(answer) ? replyRefusal(answer, dialect, requestId) : answer;
    return { reply, route: route?.path, body, requestId };
  };
  const foreign = findForeignCaller(request.headers, gate);
  if (foreign !== undefined) return end(foreign);
  if (hasHop(request.headers, gate.engine.client.hop)) return end(leadsBack);
  if (isRefusal(match)) return end(match);
  const caller = match.route.isPublic === true ? nobody : gate.admit(request.headers);
  if (isRefusal(caller)) return end(caller);
  const held = match.route.body === undefined ? undefined : await readBody(request, match.route.body);
  if (held !== undefined && isRefusal(held)) return end(held);
  try {
    return end(await answerMatch({ request, gate, match, query, signal }, caller, held), held);
  } catch (error) {
    held?.release();
    throw error;
  }
}
