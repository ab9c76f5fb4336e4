import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The name in a `Host` header: lower case, without port and brackets. */
function readHostName(header: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/u.exec(header)?.[1];
  return (bracketed ?? header.replace(/:\d+$/u, '')).toLowerCase();
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

export interface Doors {
  /** Where the gateway listens. */
  readonly host: string;
  allowedOrigins(): readonly string[];
}

/**
 * Against web pages that reach for the gateway: a page's own name that was pointed at this machine
 * (DNS rebinding) shows in `Host`, any script of a page in `Origin`. An address as `Host` cannot be rebound,
 * so it is fine where the gateway listens on all addresses.
 */
export function findForeignCaller(headers: IncomingHttpHeaders, { allowedOrigins, host }: Doors): Refusal | undefined {
  const name = readHostName(headers.host ?? '');
  const isKnown = name === host.toLowerCase() || isLoopbackName(name) || (wildcards.has(host) && isIP(name) !== 0);
  if (!isKnown) {
    return refuse(
      403,
      'host_not_allowed',
      'This gateway answers only to its own address: the Host header names another one.',
    );
  }
  if (headers.origin !== undefined && !allowedOrigins().includes(headers.origin)) {
    return refuse(403, 'origin_not_allowed', 'This gateway takes no requests from web pages.');
  }
  return undefined;
}
