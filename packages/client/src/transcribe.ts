import { isFailure } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { callWhole, parseJson } from './call.ts';
import { explainCall } from './explain-call.ts';
import { multipart } from './files/multipart.ts';
import { isRecord } from '@modelrack/json';
import { patient } from './types.ts';
import type { CallOptions, Gateway } from './types.ts';

export interface TranscriptionRequest {
  readonly model: string;
  readonly file: string;
  /** ISO 639-1, if known: `en`. */
  readonly language?: string | undefined;
  /** Names and words that occur. */
  readonly prompt?: string | undefined;
}

/** Has a recording written down. The file is sent as it is read, however long it is. */
export async function transcribe(
  gateway: Gateway,
  asked: TranscriptionRequest,
  options: CallOptions = {},
): Promise<string> {
  const { model, file, language, prompt } = asked;
  const fields = {
    model,
    response_format: 'json',
    ...(language === undefined ? {} : { language }),
    ...(prompt === undefined ? {} : { prompt }),
  };
  const upload = await multipart(fields, file);
  const response = await callWhole(gateway, {
    route: '/audio/transcriptions',
    upload,
    timeouts: patient,
    ...options,
  });
  const text = response.text();
  const body = parseJson(text);
  if (isFailure(body)) throw explainCall({ status: response.status, text, url: response.url, key: gateway.key });
  if (isRecord(body) && typeof body['text'] === 'string') return body['text'];
  // Some gateways send the bare text, whatever was asked for. No byte at all, as with 204, is none, nor is a stream.
  if (body === undefined && !/^(?:$|\s*(?:[<{]|data:|event:))/.test(text)) return text.trim();
  throw new RackError('broken-body', 'the response contains no transcript', {
    path: `${gateway.apiRoot}/audio/transcriptions`,
  });
}
