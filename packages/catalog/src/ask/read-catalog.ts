import { buildModels } from '../build-models.ts';
import type { CachedCatalog } from '../cache/cached-catalog.ts';
import { printOf } from '../cache/print-of.ts';
import { enrichRows } from '../servers/enrich-rows.ts';
import { whichServer } from '../servers/which-server.ts';
import { fetchPages } from './fetch-pages.ts';
import type { PagesRequest } from './fetch-pages.ts';

export interface Reading {
  readonly apiRoot: string;
  readonly now: Date;
  /** Names of tiers beside `lite`, `plus` and `ultra`. */
  readonly aliases: readonly string[] | undefined;
}

/** Reads a list from its first page on, with what its server tells beside it. */
export async function readCatalog(
  asked: PagesRequest,
  { apiRoot, now, aliases }: Reading,
): Promise<Omit<CachedCatalog, 'wires'>> {
  const { context, first, left } = asked;
  const pages = await fetchPages(asked);
  const server = whichServer(pages.rows);
  const rows = server === undefined ? pages.rows : await enrichRows(pages.rows, { server, apiRoot, context, left });
  const { models, skipped } = buildModels(rows, { now, aliases, secret: context.key });
  const { warnings, isPartial: partial } = pages;
  const fetchedAt = now.toISOString();
  const catalog = { apiRoot, models, skipped, warnings, partial, source: 'live', fetchedAt } as const;
  // What such a server tells beside the list can change while the list does not.
  if (!pages.isOnePage || server !== undefined) return { catalog, etag: undefined, print: undefined };
  const { headers, body } = first.response;
  return { catalog, etag: headers['etag'], print: printOf(body, now) };
}
