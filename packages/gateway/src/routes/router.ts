import { answerHealth, answerModel, answerModels } from './answer-models.ts';
import { answerScript, answerTarball } from './answer-setup.ts';
import type { Wire } from '../types.ts';
import { answerCount, answerGeneration } from './answer-generation.ts';
import { answerStatus } from './answer-status.ts';
import { answerVideo, answerVideoContent, answerVideoCreation } from './answer-videos.ts';
import type { Call } from './call.ts';
import { refuse } from '../refusal.ts';
import type { Dialect, Refusal } from '../refusal.ts';
import { emptyReply } from './reply.ts';
import type { Reply } from './reply.ts';

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** `{id}` at the end stands for the rest of the path, slashes included; before a last word for what is between. */
  readonly path: string;
  readonly dialect: Dialect;
  /** Answers without a key. */
  readonly isPublic?: boolean;
  readonly wire?: Wire;
  /** What a body may be; undefined: there is none. */
  readonly body?: 'json' | 'form' | 'either';
  answer(call: Call): Reply | Refusal | Promise<Reply | Refusal>;
}

const openai = { dialect: 'openai' } as const;
const open = { ...openai, isPublic: true } as const;

/** Claude Code asks for one of the two `HEAD` routes before its first request. */
const allRoutes: readonly Route[] = [
  { ...open, method: 'HEAD', path: '/', answer: () => emptyReply },
  { ...open, method: 'HEAD', path: '/api/hello', answer: () => emptyReply },
  { ...open, method: 'GET', path: '/healthz', answer: answerHealth },
  { ...open, method: 'GET', path: '/api/setup/cli/install.sh', answer: answerScript },
  { ...open, method: 'GET', path: '/api/setup/cli/modelrack.tgz', answer: answerTarball },
  { ...openai, method: 'GET', path: '/api/gateway/status', answer: answerStatus },
  { ...openai, method: 'GET', path: '/v1/models', answer: answerModels },
  { ...openai, method: 'GET', path: '/v1/models/{id}', answer: answerModel },
  {
    ...openai,
    method: 'POST',
    path: '/v1/chat/completions',
    wire: 'chat',
    body: 'json',
    answer: (call) => answerGeneration(call, 'chat'),
  },
  {
    method: 'POST',
    path: '/v1/messages',
    dialect: 'anthropic',
    wire: 'messages',
    body: 'json',
    answer: (call) => answerGeneration(call, 'messages'),
  },
  {
    method: 'POST',
    path: '/v1/messages/count_tokens',
    dialect: 'anthropic',
    wire: 'messages',
    body: 'json',
    answer: answerCount,
  },
  {
    ...openai,
    method: 'POST',
    path: '/v1/responses',
    wire: 'responses',
    body: 'json',
    answer: (call) => answerGeneration(call, 'responses'),
  },
  {
    ...openai,
    method: 'POST',
    path: '/v1/embeddings',
    body: 'json',
    answer: (call) => answerGeneration(call, 'embeddings'),
  },
  {
    ...openai,
    method: 'POST',
    path: '/v1/images/generations',
    body: 'json',
    answer: (call) => answerGeneration(call, 'images'),
  },
  {
    ...openai,
    method: 'POST',
    path: '/v1/audio/speech',
    body: 'json',
    answer: (call) => answerGeneration(call, 'speech'),
  },
  {
    ...openai,
    method: 'POST',
    path: '/v1/audio/transcriptions',
    body: 'form',
    answer: (call) => answerGeneration(call, 'transcription'),
  },
  { ...openai, method: 'POST', path: '/v1/videos', body: 'either', answer: answerVideoCreation },
  { ...openai, method: 'GET', path: '/v1/videos/{id}/content', answer: answerVideoContent },
  { ...openai, method: 'GET', path: '/v1/videos/{id}', answer: answerVideo },
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
  const [prefix = '', suffix] = route.path.split('{id}');
  if (suffix === undefined) return route.path === path ? { route, id: '' } : undefined;
  const isFound = path.startsWith(prefix) && path.endsWith(suffix) && path.length > prefix.length + suffix.length;
  if (!isFound) return undefined;
  try {
    return { route, id: decodeURIComponent(path.slice(prefix.length, path.length - suffix.length)) };
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
  // Most requests are for a path without an id: nothing has to be taken apart for them.
  const exact = routes.find((route) => route.path === path && route.method === method);
  if (exact !== undefined) return { route: exact, id: '' };
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
