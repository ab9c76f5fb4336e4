import { isRecord } from '@modelrack/json';
import { booleanAt, textAt } from '../json-value.ts';

/** Where a list goes on. `end`: this was the last page. `lost`: there is more, but not where we may ask. */
export type NextPage =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'lost' };

/** Finds the next page of an answer that came from `url`; never at another origin. */
export function nextPage(body: unknown, url: string): NextPage {
  if (!isRecord(body)) return { kind: 'end' };
  const lastId = textAt(body, 'last_id');
  if (booleanAt(body, 'has_more') === true) {
    return lastId === undefined ? { kind: 'lost' } : withParameter(url, 'after_id', lastId);
  }
  const token = textAt(body, 'next_page_token');
  if (token !== undefined) return withParameter(url, 'page_token', token);
  const camel = textAt(body, 'nextPageToken');
  if (camel !== undefined) return withParameter(url, 'pageToken', camel);
  const link = textAt(body, 'links', 'next');
  return link === undefined ? { kind: 'end' } : linked(link, url);
}

function withParameter(url: string, name: string, value: string): NextPage {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return { kind: 'url', url: next.href };
}

function linked(link: string, url: string): NextPage {
  if (!URL.canParse(link, url)) return { kind: 'lost' };
  const next = new URL(link, url);
  next.hash = '';
  return next.origin === new URL(url).origin ? { kind: 'url', url: next.href } : { kind: 'lost' };
}
