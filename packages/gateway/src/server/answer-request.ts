import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isAccepted, readKey } from '../auth/keys.ts';
import type { Catalog } from '../catalog/model-list.ts';
import type { Json } from '../json.ts';
import { findForeignCaller } from './guards.ts';
import { readBody } from './read-body.ts';
import { isRefusal, refuse } from './refusal.ts';
import type { Dialect, Refusal } from './refusal.ts';
import { replyRefusal } from './reply.ts';
import type { Reply } from './reply.ts';
import { findRoute } from './router.ts';
import type { Route } from './router.ts';

/** What stays the same from request to request. */
export interface Gate {
  readonly host: string;
  /** SHA-256 of the accepted keys. */
  readonly keys: readonly Buffer[];
  readonly routes: readonly Route[];
  readCatalog(): Catalog;
}

export interface Answered {
  readonly reply: Reply;
  /** As in the table, for the log; undefined: no route fits. */
  readonly route: string | undefined;
  readonly json: Json | undefined;
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

function checkKey(request: IncomingMessage, gate: Gate): Refusal | undefined {
  const key = readKey(request.headers);
  if (key !== undefined && isAccepted(key, gate.keys)) return undefined;
  const message =
    key === undefined
      ? 'The key is missing: send it as "Authorization: Bearer <key>".'
      : 'The key is wrong: this gateway did not issue it.';
  return { ...refuse(401, 'invalid_api_key', message), headers: { 'www-authenticate': 'Bearer' } };
}

/** The caller's own id if it is harmless, else one that depends on the request alone. */
function nameRequest(request: IncomingMessage, bytes: Buffer | undefined): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && /^[\w.:-]{1,128}$/u.test(sent)) return sent;
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  return `req_${hash
    .update(bytes ?? '')
    .digest('hex')
    .slice(0, 24)}`;
}

/** A route of ours has its own shape; elsewhere the version header tells an Anthropic client. */
function guessDialect(request: IncomingMessage, path: string): Dialect {
  const isAnthropic = request.headers['anthropic-version'] !== undefined || path.includes('/messages');
  return isAnthropic ? 'anthropic' : 'openai';
}

/** Rejects when the caller hangs up, or on a fault of ours. */
export async function answerRequest(request: IncomingMessage, gate: Gate): Promise<Answered> {
  const { path } = readTarget(request.url ?? '/');
  const match = findRoute(gate.routes, request.method ?? 'GET', path);
  const route = isRefusal(match) ? undefined : match.route;
  const dialect = route?.dialect ?? guessDialect(request, path);
  const end = (answer: Reply | Refusal, json?: Json, bytes?: Buffer): Answered => {
    const requestId = nameRequest(request, bytes);
    const reply = isRefusal(answer) ? replyRefusal(answer, dialect, requestId) : answer;
    return { reply, route: route?.path, json, requestId };
  };
  const foreign = findForeignCaller(request.headers, gate.host);
  if (foreign !== undefined) return end(foreign);
  if (isRefusal(match)) return end(match);
  const keyless = match.route.isPublic === true ? undefined : checkKey(request, gate);
  if (keyless !== undefined) return end(keyless);
  const body = match.route.method === 'POST' ? await readBody(request) : undefined;
  if (body !== undefined && isRefusal(body)) return end(body);
  const answer = match.route.answer({
    path: match.route.path,
    id: match.id,
    ifNoneMatch: request.headers['if-none-match'],
    body,
    catalog: gate.readCatalog(),
  });
  return end(answer, body?.json, body?.bytes);
}
