import { RackError } from '@modelrack/errors';
import { displayUrl } from '@modelrack/http';
import type { Response } from '@modelrack/http';
import { explainAnswer, safeLine } from '../answers/explain-answer.ts';
import { isMarkup } from '../answers/failure-message.ts';
import { isFailure } from '../answers/find-failure.ts';
import type { ListAnswer } from './list-answer.ts';

/** A page of a list, or what the answer says instead. */
export function readAnswer(response: Response, key: string | undefined): ListAnswer {
  const { status } = response;
  const url = displayUrl(response.url);
  const text = response.text();
  const { body, isJson } = parse(text);
  if (status < 200 || status >= 300) {
    const error = status >= 300 && status < 400 ? explainRedirect(response, key) : undefined;
    const isElsewhere = status === 404 || status === 405;
    return { kind: 'failure', error: error ?? explainAnswer({ status, text, body, url, key }), isElsewhere };
  }
  if (!isJson) return { kind: 'failure', error: explainNoJson(text, url), isElsewhere: !isCutJson(text) };
  if (isFailure(body)) {
    return { kind: 'failure', error: explainAnswer({ status, text, body, url, key }), isElsewhere: false };
  }
  return { kind: 'page', body, response };
}

function parse(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

function isCutJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function explainNoJson(text: string, path: string): RackError {
  if (isCutJson(text)) {
    return new RackError('broken-body', 'the response is not complete JSON', { path, hint: 'try again in a while' });
  }
  if (isMarkup(text)) {
    return new RackError('not-a-gateway', 'a web page came back instead of a model list', {
      path,
      hint: "check the base URL: it may be the address of the web interface instead of the API's; or the network wants you to sign in",
    });
  }
  const what = text.trim() === '' ? 'the response is empty' : 'the response is not JSON';
  return new RackError('not-a-gateway', what, { path, hint: 'check the base URL, it usually ends in /v1' });
}

function explainRedirect({ status, headers, url }: Response, key: string | undefined): RackError {
  const location = headers['location'] ?? '';
  const to = location !== '' && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const path = displayUrl(url);
  if (to === undefined || !/^https?:$/.test(to.protocol) || to.origin === new URL(url).origin) {
    const hint = 'check the base URL, it usually ends in /v1';
    return new RackError('not-a-gateway', `the gateway redirects to an address that cannot be used (${status})`, {
      path,
      hint,
    });
  }
  return new RackError('not-a-gateway', `the gateway redirects to ${safeLine(to.origin, key)} (${status})`, {
    path,
    hint: 'the key is never sent to another host: if that address is right, pass it as --base-url',
  });
}
