import { isObject, toList, toObject, toText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { UpstreamError } from './types.ts';

const longestMessage = 2000;

function readCode(value: Json | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : (toText(value) ?? undefined);
}

function readStatus(values: readonly (Json | undefined)[]): number | undefined {
  const statuses = values.map(Number).filter((value) => Number.isInteger(value) && value >= 400 && value <= 599);
  return statuses[0];
}

function readMessage(body: Json, error: JsonObject): string {
  const top = toObject(body);
  const [detail] = toList(top['detail']);
  const candidates = [
    error['message'],
    top['error'],
    top['message'],
    top['detail'],
    toObject(detail)['msg'],
    toObject(toList(top['errors'])[0])['message'],
    body,
  ];
  for (const candidate of candidates) if (typeof candidate === 'string' && candidate !== '') return candidate;
  return '';
}

/** Where providers put their errors: `error`, `[0].error`, `response.error` of a failed stream, the top itself. */
function findError(body: Json): JsonObject {
  const first: Json | undefined = Array.isArray(body) ? body[0] : body;
  const top = toObject(first);
  const inner = [top['error'], toObject(top['response'])['error'], toList(top['error'])[0], toList(top['errors'])[0]];
  return inner.find(isObject) ?? top;
}

/** What a body says of a failure; control characters are taken out, what is too long is cut. */
export function readUpstreamError(text: string): UpstreamError {
  let body: Json = text.trimStart().startsWith('<') ? '' : text;
  try {
    body = JSON.parse(text);
  } catch {
    // A plain text is a message of its own, a page is none.
  }
  const error = findError(body);
  const message = readMessage(Array.isArray(body) ? (body[0] ?? '') : body, error)
    // oxlint-disable-next-line no-control-regex -- these are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, ' ')
    .slice(0, longestMessage);
  const metadata = toObject(error['metadata']);
  return {
    message,
    code: readCode(error['code']) ?? readCode(toObject(body)['code']) ?? readCode(error['status']),
    type: toText(error['type']),
    param: toText(error['param']),
    status: readStatus([error['code'], error['status'], error['status_code'], error['http_code'], metadata['status']]),
  };
}
