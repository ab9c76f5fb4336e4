import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A new gateway key: `gk_` and 32 random bytes as base64url. */
export function createKey(): string {
  return `gk_${randomBytes(32).toString('base64url')}`;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** The key of a request: `Authorization: Bearer`, else `x-api-key`. */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/iu.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const own = headers['x-api-key'];
  return typeof own === 'string' && own !== '' ? own : undefined;
}
