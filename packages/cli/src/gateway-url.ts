import { RackError } from '@modelrack/errors';

/**
 * The URL as typed, fit to be asked: with a scheme, without query, fragment or final slash.
 * @throws RackError `usage`, never with what a URL holds before its `@`.
 */
export function readGatewayUrl(typed: string, options: { readonly isInsecureAllowed: boolean }): string {
  const url = parse(typed.trim());
  if (url.username !== '' || url.password !== '') {
    throw new RackError('usage', `the URL of ${url.host} holds a user name or a key`, {
      hint: 'take it out of the URL, and pass the key with --api-key-env NAME or --api-key-stdin',
    });
  }
  if (url.protocol === 'http:' && !isNear(url.hostname) && !options.isInsecureAllowed) {
    throw new RackError('usage', 'http:// would send the key in the clear', {
      path: `${url.origin}${url.pathname}`,
      hint: 'use https://, or pass --insecure if the way there is safe',
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

export function originOf(apiRoot: string): string {
  return new URL(apiRoot).origin;
}

function parse(typed: string): URL {
  // `localhost:4000` alone would be a URL with the scheme "localhost:".
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : withScheme(typed);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new RackError('usage', 'the base URL is not a URL of http:// or https://', {
      hint: 'for example: --base-url https://gateway.example/v1',
    });
  }
  return url;
}

/** A host without a scheme: https, but for this machine. */
function withScheme(typed: string): string {
  const isLoopback = /^(localhost|127\.|\[::1\])/i.test(typed);
  return `${isLoopback ? 'http' : 'https'}://${typed}`;
}

/** On this machine, or in an address range or a zone that is never routed on the internet. */
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (host.includes(':')) return /^(::1$|f[cd]|fe[89ab])/.test(host);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isNearAddress(host);
  return !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host);
}

function isNearAddress(address: string): boolean {
  const [first = 0, second = 0] = address.split('.').map(Number);
  if (first === 127 || first === 10) return true;
  if (first === 192) return second === 168;
  if (first === 169) return second === 254;
  return first === 172 && second >= 16 && second <= 31;
}
