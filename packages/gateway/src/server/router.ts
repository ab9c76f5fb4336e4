import { answerHealth, answerModel, answerModels } from '../catalog/answer-models.ts';
import { answerCount, answerGeneration } from '../providers/demo/answer-request.ts';
import { chatWire } from '../providers/demo/dialog/chat.ts';
import { messagesWire } from '../providers/demo/dialog/messages.ts';
import { responsesWire } from '../providers/demo/dialog/responses.ts';
import type { Wire } from '../types.ts';
import type { Call } from './call.ts';
import { refuse } from './refusal.ts';
import type { Dialect, Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** `{id}` at the end stands for the rest of the path, slashes included. */
  readonly path: string;
  readonly dialect: Dialect;
  /** Answers without a key. */
  readonly isPublic?: boolean;
  readonly wire?: Wire;
  answer(call: Call): Reply | Refusal;
}

const empty: Reply = { status: 200, headers: {}, pieces: [] };

/** Claude Code asks for one of the two `HEAD` routes before its first request. */
const allRoutes: readonly Route[] = [
  { method: 'HEAD', path: '/', dialect: 'openai', isPublic: true, answer: () => empty },
  { method: 'HEAD', path: '/api/hello', dialect: 'openai', isPublic: true, answer: () => empty },
  { method: 'GET', path: '/healthz', dialect: 'openai', isPublic: true, answer: answerHealth },
  { method: 'GET', path: '/v1/models', dialect: 'openai', answer: answerModels },
  { method: 'GET', path: '/v1/models/{id}', dialect: 'openai', answer: answerModel },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    dialect: 'openai',
    wire: 'chat',
    answer: (call) => answerGeneration(call, chatWire),
  },
  {
    method: 'POST',
    path: '/v1/messages',
    dialect: 'anthropic',
    wire: 'messages',
    answer: (call) => answerGeneration(call, messagesWire),
  },
  {
    method: 'POST',
    path: '/v1/messages/count_tokens',
    dialect: 'anthropic',
    wire: 'messages',
    answer: answerCount,
  },
  {
    method: 'POST',
    path: '/v1/responses',
    dialect: 'openai',
    wire: 'responses',
    answer: (call) => answerGeneration(call, responsesWire),
  },
];

/** The routes of a gateway that speaks these wires. */
export function selectRoutes(wires: readonly Wire[]): readonly Route[] {
  return allRoutes.filter(({ wire }) => wire === undefined || wires.includes(wire));
}

export interface Match {
  readonly route: Route;
  readonly id: string;
}

function matchPath(route: Route, path: string): Match | undefined {
  if (!route.path.endsWith('{id}')) return route.path === path ? { route, id: '' } : undefined;
  const prefix = route.path.slice(0, -'{id}'.length);
  if (!path.startsWith(prefix) || path.length === prefix.length) return undefined;
  try {
    return { route, id: decodeURIComponent(path.slice(prefix.length)) };
  } catch {
    return undefined;
  }
}

/** Number of single-character edits between two short texts. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, character] of [...from].entries()) {
    const next = [above + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (character === to[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function findClosest(routes: readonly Route[], path: string): Route | undefined {
  const short = path.slice(0, 100);
  let best: { readonly route: Route; readonly edits: number } | undefined;
  for (const route of routes) {
    const edits = countEdits(short, route.path);
    if (best === undefined || edits < best.edits) best = { route, edits };
  }
  return best?.route;
}

export function findRoute(routes: readonly Route[], method: string, path: string): Match | Refusal {
  const matches = routes.flatMap((route) => matchPath(route, path) ?? []);
  const wanted = matches.find(({ route }) => route.method === method || (method === 'HEAD' && route.method === 'GET'));
  if (wanted !== undefined) return wanted;
  const allowed = matches.map(({ route }) => route.method).join(', ');
  if (allowed !== '') {
    const refusal = refuse(405, 'method_not_allowed', `This route answers to ${allowed} only.`);
    return { ...refusal, headers: { allow: allowed } };
  }
  const closest = findClosest(routes, path);
  const hint = closest === undefined ? '' : ` The closest one is ${closest.method} ${closest.path}.`;
  return refuse(404, 'unknown_route', `This gateway has no such route.${hint}`);
}
