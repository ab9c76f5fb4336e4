import { isRecord } from '@modelrack/json';
import { at, textAt } from '../json-value.ts';

/** Finds what a server says about its failure, in any of the places where servers put it. */
export function failureMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return pageTitle(body) ?? (isMarkup(body) ? undefined : body);
  if (Array.isArray(body)) return failureMessage(body[0]);
  if (!isRecord(body)) return undefined;
  return (
    textAt(body, 'error', 'message') ??
    textAt(body, 'error') ??
    textAt(body, 'message') ??
    detailOf(body['detail']) ??
    firstMessage(body['error']) ??
    firstMessage(body['errors'])
  );
}

/** The FastAPI family: a text, or a list of what is wrong with which parameter. */
function detailOf(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail;
  if (isRecord(detail)) return textAt(detail, 'message') ?? textAt(detail, 'error');
  if (!Array.isArray(detail)) return undefined;
  const parts = detail.slice(0, 5).flatMap((item) => {
    const message = textAt(item, 'msg');
    const place = at(item, 'loc');
    if (message === undefined) return [];
    return [Array.isArray(place) ? `${place.join('.')}: ${message}` : message];
  });
  return parts.length === 0 ? undefined : parts.join('; ');
}

function firstMessage(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const [head] = list;
  return typeof head === 'string' ? head : textAt(head, 'message');
}

function pageTitle(text: string): string | undefined {
  return /<title[^>]*>([^<]{1,200})</i.exec(text.slice(0, 4000))?.[1];
}

/** Says whether a body is a web page. */
export function isMarkup(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text);
}
