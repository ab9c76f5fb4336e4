import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, KeyRing } from '../auth/key-ring.ts';
import { readKey } from '../auth/keys.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';

/** Whoever has a key that this gateway issued. */
export function admitByKey(headers: IncomingHttpHeaders, ring: KeyRing): Caller | Refusal {
  const key = readKey(headers);
  const caller = key === undefined ? undefined : ring.find(key);
  if (caller !== undefined) return caller;
  const message =
    key === undefined
      ? 'The key is missing: send it as "Authorization: Bearer <key>".'
      : 'The key is wrong: this gateway did not issue it.';
  return { ...refuse(401, 'invalid_api_key', message), headers: { 'www-authenticate': 'Bearer' } };
}
