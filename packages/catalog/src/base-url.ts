import { RackError } from '@modelrack/errors';
import { displayUrl, isLoopbackHost } from '@modelrack/http';

export interface BaseUrl {
  /** Without user name, password, query, hash and final slash. */
  readonly url: string;
  /** Plain `http://` to a host that is neither this machine nor in a private network: needs `--insecure`. */
  readonly isInsecure: boolean;
}

// What people copy from an example instead of the base.
const routes = /\/(?:chat\/completions|completions|responses|messages|embeddings|models)$/i;

/** Checks a base URL and takes out what must not be kept. Throws RackError `usage`. */
export function normaliseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new RackError('usage', 'the base URL does not begin with http:// or https://', {
      hint: 'for example: --base-url https://gateway.example/v1',
      path: displayUrl(trimmed),
    });
  }
  assertPlainUrl(url);
  const path = url.pathname.replace(/\/+$/, '').replace(routes, '').replace(/\/+$/, '');
  const isOpen = url.protocol === 'http:' && !isLoopbackHost(url.hostname) && !isPrivateHost(url.hostname);
  return { url: `${url.protocol}//${url.host}${path}`, isInsecure: isOpen };
}

// What no shell and no tool reads as an order: `$`, backticks, quotes, brackets, `;`, `&`, `|`, `*`, `!` are not in it.
const plainText = /^[\w.~%/:@+,=-]*$/;

/**
 * A URL is written into files that some tools read as a shell does. Throws RackError `usage` for one that holds a
 * character with a meaning there; the host may be an IPv6 address in brackets.
 */
function assertPlainUrl(url: URL): void {
  const host = url.hostname.replace(/^\[([\da-f:.]+)\]$/, '$1');
  if (plainText.test(host) && plainText.test(url.pathname)) return;
  const odd = [...`${host}${url.pathname}`].find((char) => !plainText.test(char)) ?? '';
  throw new RackError('usage', `the base URL contains "${odd}", which some tools would interpret`, {
    path: displayUrl(url.href),
    hint: 'use an address without such characters',
  });
}

/** The API root in the form of tools that add `/v1` themselves; undefined if it does not end in `/v1`. */
export function withoutV1(apiRoot: string): string | undefined {
  return apiRoot.endsWith('/v1') ? apiRoot.slice(0, -'/v1'.length) : undefined;
}

/** The URLs at which the list may be, in the order to try; `known` is the API root that answered last time. */
export function listUrls(baseUrl: string, known: string | undefined): readonly string[] {
  const last = baseUrl.slice(baseUrl.lastIndexOf('/') + 1);
  const plain = `${baseUrl}/models`;
  const isRoot = new URL(baseUrl).pathname !== '/' && /^(?:v\d.*|openai|compat)$/i.test(last);
  if (isRoot) return [plain];
  const versioned = `${baseUrl}/v1/models`;
  return known === baseUrl ? [plain, versioned] : [versioned, plain];
}

/**
 * The URL that answered, minus `/models`; `asked` if a redirect led to something of another form. Throws RackError
 * `not-a-gateway` where a redirect led to a URL that is not plain.
 */
export function apiRootOf(answered: string, asked: string): string {
  const ends = /\/models\/*$/;
  const shown = displayUrl(answered);
  if (!ends.test(shown)) return displayUrl(asked).replace(ends, '');
  if (shown !== displayUrl(asked)) assertPlainRedirect(shown);
  return shown.replace(ends, '');
}

/** Whether a root is one of those that were asked for, and not where a redirect led to. */
export function isAskedRoot(apiRoot: string, baseUrl: string): boolean {
  return listUrls(normaliseBaseUrl(baseUrl).url, undefined).some((url) => apiRootOf(url, url) === apiRoot);
}

function assertPlainRedirect(url: string): void {
  try {
    assertPlainUrl(new URL(url));
  } catch {
    throw new RackError('not-a-gateway', 'the gateway redirects to an address that some tools would interpret', {
      path: url,
      hint: 'its API root must not contain characters such as $ ( ) ; or quotes: ask whoever runs it to change it',
    });
  }
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return /^\[(?:f[cd]|fe[89ab])/.test(host);
  const ipv4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (ipv4 === null) return !host.includes('.') || /\.(?:local|internal|lan|home\.arpa)$/.test(host);
  const [first, second] = [Number(ipv4[1]), Number(ipv4[2])];
  return (
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    // Shared address space: what overlay networks give out.
    (first === 100 && second >= 64 && second < 128)
  );
}
