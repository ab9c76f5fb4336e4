import { RackError } from '@modelrack/errors';
import type { ErrorCode } from '@modelrack/errors';
import { isOutOfCredit } from '@modelrack/http';
import { failureMessage } from './failure-message.ts';
import { cleanText, maskKey } from '@modelrack/text';

export interface FailedAnswer {
  readonly status: number;
  /** As sent. */
  readonly text: string;
  /** Parsed; the text itself if it is no JSON. */
  readonly body: unknown;
  /** Without secrets. */
  readonly url: string;
  readonly key: string | undefined;
}

const longest = 300;
const wrongKey =
  /incorrect api key|(?:invalid|wrong|unknown|bad)[ _-](?:x-)?(?:api[ _-]?key|token|credentials)|api[ _-]?key (?:is )?(?:not valid|invalid)|api_key_invalid|no api key|no connected db|authentication[ _](?:error|fails)|unauthorized|unauthenticated/i;
const unknownModel = /model_not_found|does not exist|not[ _]found/i;
const tooMany = /rate[ _]?limit|too many requests/i;

const sayings: Readonly<Partial<Record<ErrorCode, { readonly what: string; readonly hint: string }>>> = {
  auth: { what: 'the gateway refused the key', hint: 'pass it again with --api-key-env NAME or --api-key-stdin' },
  forbidden: {
    what: 'the gateway does not allow this',
    hint: 'the key may be valid, but not allowed to list models, as keys of a team or tokens with a narrow scope are: ask for that permission',
  },
  quota: { what: 'the account at the gateway is out of credit', hint: 'add credit or raise the budget there' },
  'rate-limit': { what: 'the gateway is limiting requests', hint: 'try again in a while' },
  'not-found': { what: 'there is no model list at this address', hint: 'check the base URL, it usually ends in /v1' },
  timeout: { what: 'the gateway gave up waiting', hint: 'try again in a while' },
  server: { what: 'the gateway failed', hint: "try again in a while; the gateway's own log says more" },
  unreachable: { what: 'the proxy refused the request', hint: 'see HTTP_PROXY and HTTPS_PROXY' },
  'not-a-gateway': {
    what: 'the address leads elsewhere',
    hint: 'check the base URL; the key is never sent to another host',
  },
  'bad-request': {
    what: 'the gateway did not understand the request',
    hint: 'its answer says why; the base URL usually ends in /v1',
  },
};

/** What a failed answer means, by its status and its words. */
export function classifyAnswer(status: number, text: string): ErrorCode {
  const words = text.slice(0, 20_000);
  if (status >= 200 && status < 300) return classifyWords(words);
  if (status >= 300 && status < 400) return 'not-a-gateway';
  if (status === 401) return 'auth';
  if (status === 402) return 'quota';
  if (status === 404 || status === 405 || status === 410) return 'not-found';
  if (status === 407) return 'unreachable';
  if (status === 408) return 'timeout';
  if (status === 429) return isOutOfCredit(words) ? 'quota' : 'rate-limit';
  if (status >= 500) return 'server';
  if (isOutOfCredit(words)) return 'quota';
  if (wrongKey.test(words)) return 'auth';
  return status === 403 ? 'forbidden' : 'bad-request';
}

/** A failure inside an answer that claims success. */
function classifyWords(words: string): ErrorCode {
  if (isOutOfCredit(words)) return 'quota';
  if (wrongKey.test(words)) return 'auth';
  if (tooMany.test(words)) return 'rate-limit';
  return unknownModel.test(words) ? 'not-found' : 'server';
}

/** The error for people: one line of at most 300 characters, with no copy of the key in it. */
export function explainAnswer(answer: FailedAnswer): RackError {
  const code = classifyAnswer(answer.status, answer.text);
  const saying = sayings[code] ?? { what: 'the gateway failed', hint: undefined };
  const said = safeLine(failureMessage(answer.body) ?? '', answer.key);
  const status = answer.status >= 200 && answer.status < 300 ? '' : ` (${answer.status})`;
  const message = cut(`${saying.what}${status}${said === '' ? '' : `: ${said}`}`);
  const noKey = 'this gateway requires a key: pass it with --api-key-env NAME or --api-key-stdin';
  const hint = code === 'auth' && answer.key === undefined ? noKey : (headerHint(said, code) ?? saying.hint);
  return new RackError(code, message, { hint, path: answer.url });
}

/** Some gateways want to be told where to send a request to by a header, which tools do not send. */
function headerHint(said: string, code: ErrorCode): string | undefined {
  const [, header] = /\b(x-[a-z0-9-]{1,40}) header is required/i.exec(said) ?? [];
  if (header === undefined) return undefined;
  if (code === 'auth') return `it wants the key in the header ${header}: use its OpenAI-compatible address`;
  return `the address and the key are right, but it wants the header ${header} with each request: use a key or an address of that gateway that already names the provider`;
}

/** A stranger's text as one short line without the key. */
export function safeLine(text: string, key: string | undefined): string {
  // Masked before anything is cut or changed: a cut key is still a key.
  const masked = maskKey(text.slice(0, 20_000), key);
  return cut(maskKey(cleanText(masked).replace(/\s+/g, ' '), key));
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
