import { expect, test } from 'vitest';
import { classifyStatus } from './classify.ts';
import { overflows } from '../testing/recorded-overflows.ts';
import { readUpstreamError } from './read-error.ts';

const kindOf = (status: number, body: unknown) =>
  classifyStatus({
    status,
    error: readUpstreamError(typeof body === 'string' ? body : JSON.stringify(body)),
    retryAfter: undefined,
  }).kind;

test.each(overflows)('%s, %i: too long', (_, status, body) => {
  expect(kindOf(status, body)).toBe('window');
});

test.each<readonly [string, number, unknown, string]>([
  [
    'Groq, too many tokens a minute',
    413,
    {
      error: {
        message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
    'rate',
  ],
  [
    'OpenAI, quota',
    429,
    {
      error: {
        message: 'You exceeded your current quota, please check your plan',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
    'quota',
  ],
  [
    'Anthropic, credit',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' },
    },
    'quota',
  ],
  [
    'Gemini, key',
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
    'auth',
  ],
  ['xAI, key', 400, { code: 'x', error: 'Incorrect API key provided: xa***zz.' }, 'auth'],
  ['OpenRouter, no tools', 404, { error: { message: 'No endpoints found that support tool use.', code: 404 } }, 'gone'],
  [
    'Ollama, no tools',
    400,
    { error: { message: 'registry.ollama.ai/library/x does not support tools', type: 'api_error' } },
    'capability',
  ],
  ['llama.cpp, loading', 503, { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } }, 'server'],
  [
    'Anthropic, overloaded',
    529,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'server',
  ],
  ['a page of a proxy', 502, '<html><body>context window exceeded</body></html>', 'server'],
  [
    'max_tokens too large',
    400,
    {
      error: {
        message: 'max_tokens: 99999 > 8192, which is the maximum allowed number of output tokens',
        type: 'invalid_request_error',
      },
    },
    'request',
  ],
])('%s, %i: %j is %s', (_, status, body, kind) => {
  expect(kindOf(status, body)).toBe(kind);
});
