import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Through which gateways a request has come. */
export const hopsHeader = 'x-gateway-hops';

/** A name for one running gateway, which tells nothing about it. */
export function createHop(): string {
  return randomBytes(8).toString('hex');
}

export function addHop(hops: string | undefined, own: string): string {
  return hops === undefined || hops === '' ? own : `${hops},${own}`;
}

/** The request was here before: some connection, perhaps of another gateway, leads back. */
export function hasHop(headers: IncomingHttpHeaders, own: string): boolean {
  const hops = headers[hopsHeader];
  if (hops === undefined) return false;
  return String(hops)
    .split(',')
    .some((hop) => hop.trim() === own);
}
