import { createHash } from 'node:crypto';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { replyJson } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Call } from './call.ts';

export function answerHealth(): Reply {
  return replyJson({ status: 'ok' });
}

function isKnownTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''));
  return tags.includes(etag) || tags.includes('*');
}

export function answerModels({ catalog, headers: sent }: Call): Reply {
  const data = [...catalog.values()].map(({ row }) => row);
  const reply = replyJson({ object: 'list', data });
  const hash = createHash('sha256').update(JSON.stringify(data));
  const etag = `"${hash.digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'no-cache' };
  if (isKnownTag(sent['if-none-match'], etag)) return { status: 304, headers, body: '' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

export function answerModel({ catalog, id }: Call): Reply | Refusal {
  const model = catalog.get(id);
  if (model !== undefined) return { ...replyJson(model.row), model: id };
  return refuseModel(id);
}

/** The id is the caller's own text: shortened, it helps and cannot flood. */
export function refuseModel(id: string): Refusal {
  const message = `This gateway has no model ${JSON.stringify(id.slice(0, 100))}. GET /v1/models lists those it has.`;
  return { ...refuse(404, 'model_not_found', message), param: 'model' };
}
