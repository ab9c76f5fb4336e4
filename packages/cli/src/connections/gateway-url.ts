import { normaliseBaseUrl } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';

/**
 * The URL as typed, fit to be asked and kept.
 * @throws RackError `usage`, never with what a URL holds before its `@` or behind its `?`
 */
export function readGatewayUrl(typed: string, options: { readonly isInsecureAllowed: boolean }): string {
  const text = withScheme(typed.trim());
  const { url, isInsecure } = normaliseBaseUrl(text);
  const { username, password, search } = new URL(text);
  if (username !== '' || password !== '') {
    throw new RackError('usage', 'the base URL contains a user name or a key', {
      path: url,
      hint: 'remove it from the URL, and pass the key with --api-key-env NAME or --api-key-stdin',
    });
  }
  if (search !== '') {
    throw new RackError('usage', 'the base URL contains a parameter (after "?"), which requests would not carry', {
      path: url,
      hint: 'remove it from the URL; if it is the key, pass that with --api-key-env NAME or --api-key-stdin',
    });
  }
  if (isInsecure && !options.isInsecureAllowed) {
    throw new RackError('usage', 'http:// would send the key in the clear', {
      path: url,
      hint: 'use https://, or pass --insecure if you trust the network in between',
    });
  }
  return url;
}

export function originOf(apiRoot: string): string {
  return URL.canParse(apiRoot) ? new URL(apiRoot).origin : apiRoot;
}

/** A bare host means https, but for this machine. `localhost:4000` alone would be a URL with the scheme "localhost:". */
function withScheme(typed: string): string {
  if (typed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return typed;
  const isLoopback = /^(localhost|127\.|\[::1\])/i.test(typed);
  return `${isLoopback ? 'http' : 'https'}://${typed}`;
}
