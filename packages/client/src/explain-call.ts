import { classifyAnswer, failureMessage, safeLine } from '@modelrack/catalog';
import { maskUrls } from '@modelrack/text';
import { RackError } from '@modelrack/errors';
import type { ErrorCode } from '@modelrack/errors';
import { displayUrl } from '@modelrack/http';

export interface FailedCall {
  readonly status: number;
  /** The body, as sent; its beginning is enough. */
  readonly text: string;
  readonly url: string;
  readonly key: string | undefined;
}

const sayings: Readonly<Partial<Record<ErrorCode, { readonly what: string; readonly hint: string }>>> = {
  auth: { what: 'the gateway refused the key', hint: 'set it up again: modelrack setup --api-key-stdin' },
  forbidden: { what: 'the gateway does not allow this', hint: 'the key may lack the permission for this model' },
  quota: { what: 'the account at the gateway is out of credit', hint: 'add credit or raise the budget there' },
  'rate-limit': { what: 'the gateway is limiting requests', hint: 'try again in a while' },
  'not-found': {
    what: 'the gateway does not have this',
    hint: 'check the name of the model (modelrack list); the gateway may also lack this endpoint',
  },
  timeout: { what: 'the gateway gave up waiting', hint: 'try again in a while' },
  server: { what: 'the gateway failed', hint: "try again in a while; the gateway's own log says more" },
  unreachable: { what: 'the proxy refused the request', hint: 'see HTTP_PROXY and HTTPS_PROXY' },
  'not-a-gateway': { what: 'the gateway points to another address', hint: 'the key is never sent to another host' },
  'bad-request': { what: 'the gateway rejected the request', hint: 'check the model and its options' },
};

/** What a failed answer means, by its status and its words; never with a key in it. */
export function explainCall({ status, text, url, key }: FailedCall): RackError {
  const code = classifyAnswer(status, text);
  const saying = sayings[code];
  const said = maskUrls(safeLine(failureMessage(parsed(text)) ?? '', key));
  const shown = status >= 200 && status < 300 ? '' : ` (${status})`;
  const message = `${saying?.what ?? 'the gateway failed'}${shown}${said === '' ? '' : `: ${said}`}`;
  return new RackError(code, message, { hint: saying?.hint, path: displayUrl(url) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
