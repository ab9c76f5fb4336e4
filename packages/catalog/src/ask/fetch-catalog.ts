import { RackError } from '@modelrack/errors';
import { clock, type RequestOptions, type Variables } from '@modelrack/http';
import { askList } from './ask-list.ts';
import type { ListAnswer, ListContext } from './list-answer.ts';
import { apiRootOf, listUrls, normaliseBaseUrl } from '../base-url.ts';
import type { CachedCatalog } from '../cache/cached-catalog.ts';
import { printOf } from '../cache/print-of.ts';

export interface CatalogRequest {
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Sent as a Bearer token to the origin of the base URL and nowhere else; undefined: without one. */
  readonly key: string | undefined;
  /** Environment variables, for proxies and certificate authorities. */
  readonly variables: Variables;
  now(): Date;
  readonly signal?: AbortSignal | undefined;
  /** The former answer: saves a transfer if the list did not change. */
  readonly previous?: CachedCatalog | undefined;
  /** Past every cache, ours and those on the way. */
  readonly forced?: boolean | undefined;
  /** Names of tiers beside `lite`, `plus` and `ultra`. */
  readonly aliases?: readonly string[] | undefined;
  /** One line for people: retries, pages. */
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Milliseconds; `total` is for the whole list. Defaults: connect 5 s, total 20 s, loading 60 s. */
  readonly timeouts?: RequestOptions['timeouts'];
  readonly pause?: RequestOptions['pause'];
}

interface Found {
  readonly answer: Exclude<ListAnswer, { kind: 'failure' }>;
  readonly apiRoot: string;
}

const maxBytes = 32 * 2 ** 20;
const wholeList = 20_000;

/**
 * Fetches the list of a gateway with all its pages. A list whose later page fails is `partial`, with a warning.
 * Throws RackError: `usage` (base URL), `auth`, `forbidden`, `quota`, `rate-limit`, `server`, `unreachable`,
 * `timeout`, `bad-request`, `not-found`, `not-a-gateway`, `broken-body`, `interrupted`; never with the key in it.
 */
export async function fetchCatalog(asked: CatalogRequest): Promise<CachedCatalog> {
  assertSendable(asked.key);
  const started = clock();
  let extra = 0;
  const left = () => (asked.timeouts?.total ?? wholeList) + extra - (clock() - started);
  const context: ListContext = {
    key: asked.key,
    variables: asked.variables,
    signal: asked.signal,
    isForced: asked.forced === true,
    pause: asked.pause,
    onRetry: (notice) => asked.onProgress?.(notice.text),
  };
  const { answer, apiRoot } = await findList(asked, context, left);
  extra = answer.response.loading;
  const wires = asked.previous?.catalog.apiRoot === apiRoot ? asked.previous.wires : {};
  const now = asked.now();
  if (answer.kind === 'not-modified') {
    const fetchedAt = now.toISOString();
    return unchanged(asked.previous, { fetchedAt, source: answer.response.status === 304 ? 'not-modified' : 'live' });
  }

  // What reads a list is loaded for one that is new.
  const { readCatalog } = await import('./read-catalog.ts');
  const pages = { first: answer, context, maxBytes, left, onPage: (text: string) => asked.onProgress?.(text) };
  return { ...(await readCatalog(pages, { apiRoot, now, aliases: asked.aliases })), wires };
}

/** Tries the URLs at which the list may be. */
async function findList(asked: CatalogRequest, context: ListContext, left: () => number): Promise<Found> {
  const base = normaliseBaseUrl(asked.baseUrl).url;
  const known = asked.previous?.catalog.apiRoot;
  const urls = listUrls(base, known);
  const failures: RackError[] = [];
  for (const url of urls) {
    const isComparable = known === apiRootOf(url, url) && asked.forced !== true;
    const { etag, print } = (isComparable ? asked.previous : undefined) ?? {};
    const isKnown = print === undefined ? undefined : (body: Uint8Array) => print === printOf(body, asked.now());
    const { connect, loading } = asked.timeouts ?? {};
    const answer = await askList({ url, total: left(), connect, loading, maxBytes, etag, isKnown }, context);
    if (answer.kind !== 'failure') return { answer, apiRoot: apiRootOf(answer.response.url, url) };
    failures.push(answer.error);
    if (!answer.isElsewhere) break;
  }
  throw worst(failures, urls);
}

/** A missing page says less than anything else that a URL answered. */
function worst(failures: readonly RackError[], urls: readonly string[]): RackError {
  const error = failures.findLast(({ code }) => code !== 'not-found') ?? failures[0];
  if (error === undefined) return new RackError('internal', 'no URL to ask for the model list');
  if (failures.length < 2) return error;
  return new RackError(error.code, error.message, {
    hint: `${error.hint ?? ''} (tried ${urls.join(' and ')})`.trim(),
    path: error.path,
  });
}

/** The same models, in the same map. */
function unchanged(
  previous: CachedCatalog | undefined,
  answer: Pick<CachedCatalog['catalog'], 'fetchedAt' | 'source'>,
): CachedCatalog {
  if (previous === undefined) throw new RackError('internal', 'an answer to a question that was not asked');
  return { ...previous, catalog: { ...previous.catalog, ...answer } };
}

/** Before Node refuses the header with a message of its own. */
function assertSendable(key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return;
  throw new RackError('auth', 'the key contains a space, a line break or another character that cannot be sent', {
    hint: 'pass it again with --api-key-env NAME or --api-key-stdin',
  });
}
