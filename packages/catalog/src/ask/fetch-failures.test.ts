import { describe, expect, it } from 'vitest';
import { isRackError } from '@modelrack/errors';
import { fetchFrom, readFixture, serveGateway, testKey } from '../testing/serve-lists.ts';

interface ErrorCase {
  gateway: string;
  when: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
  meaning: string;
}
// Our own file; a case of another shape fails below.
const cases = readFixture('errors.json') as ErrorCase[];

const retried = new Set(['rate-limit', 'unavailable-retry']);

function codeOf(meaning: string): string {
  if (meaning.startsWith('not-a-gateway')) return 'not-a-gateway';
  return meaning === 'unavailable-retry' ? 'server' : meaning;
}

async function failureOf(answer: Partial<ErrorCase>, key: string | undefined = testKey) {
  const pauses: number[] = [];
  const gateway = await serveGateway(() => answer);
  const result: unknown = await fetchFrom(`${gateway.url}/v1`, {
    key,
    timeouts: { loading: 10_000 },
    pause: async (milliseconds) => void pauses.push(milliseconds),
  }).catch((cause: unknown) => cause);
  return { gateway, pauses, result };
}

describe('failures', () => {
  it('has 45 cases to check', () => expect(cases.length).toBe(45));

  it.each(cases)('$gateway, $when: $meaning', async ({ meaning, ...answer }) => {
    const { gateway, pauses, result } = await failureOf(answer);
    if (meaning === 'ok') {
      expect(result).toHaveProperty('catalog.models.size', 1);
      return;
    }
    expect(isRackError(result)).toBe(true);
    expect(result).toMatchObject({ code: codeOf(meaning), path: `${gateway.url}/v1/models` });
    expect(result).toHaveProperty('hint', expect.stringMatching(/\w/));
    // No retry but where waiting may help; the loading model is asked for longer.
    const attempts = answer.when === 'starting up' ? 6 : 3;
    expect(gateway.lines.length).toBe(retried.has(meaning) ? attempts : 1);
    expect(pauses.length).toBe(gateway.lines.length - 1);
    if (answer.headers['retry-after'] === '2') expect(pauses).toEqual([2000, 2000]);
    const message = isRackError(result) ? result.message : '';
    expect(message.length).toBeLessThanOrEqual(300);
    expect(message).not.toMatch(/sk-|xa\*|abcd|[\p{Cc}]/u);
  });

  it.each<[string, unknown, string]>([
    ['error.message', { error: { message: 'words' } }, 'words'],
    ['error as text', { error: 'words' }, 'words'],
    ['a list', [{ error: { message: 'words' } }], 'words'],
    ['message', { message: 'words' }, 'words'],
    ['detail', { detail: 'words' }, 'words'],
    ['detail as list', { detail: [{ loc: ['query', 'limit'], msg: 'words' }] }, 'query.limit: words'],
    ['error as list', { error: [{ message: 'words' }] }, 'words'],
    ['errors', { errors: [{ message: 'words' }] }, 'words'],
    ['a page with a title', '<html><head><title>words</title></head></html>', 'words'],
    ['text', 'words', 'words'],
    ['several lines', { message: 'wo\u001b[31mrd\r\ns\u202e' }, 'word s'],
  ])('finds what the gateway says in %s', async (_, body, words) => {
    const { result } = await failureOf({ status: 400, body });
    expect(result).toMatchObject({ message: `the gateway did not understand the request (400): ${words}` });
  });

  it.each(['<html><body>no title</body></html>', '', '{}', 'null', '[]'])('says nothing of %j', async (body) => {
    const { result } = await failureOf({ status: 400, body });
    expect(result).toMatchObject({ message: 'the gateway did not understand the request (400)' });
  });

  it.each(['x', '*', 'sk-', 'x*', '<title', '\u001b[', '\u001b]'])(
    'cuts messages full of %j in no time',
    async (part) => {
      const started = performance.now();
      const { result } = await failureOf({ status: 400, body: { message: `a ${part.repeat(100_000)}` } });
      expect(isRackError(result) ? result.message.length : 0).toBeLessThanOrEqual(300);
      expect(performance.now() - started).toBeLessThan(1500);
    },
  );

  it.each([
    [`Bad key ${testKey}!`],
    [`key=${testKey.slice(0, 12)} is wrong`],
    [`…${testKey.slice(-10)} is wrong`],
    [`${'x'.repeat(270)} ${testKey}`],
    [`mr-01***hij`],
    [encodeURIComponent(testKey)],
    [Buffer.from(testKey).toString('base64')],
    [`Authorization: Bearer ${testKey}`],
    [`split ${testKey.slice(0, 10)}\u200e${testKey.slice(10)}`],
  ])('shows no copy of the key in %j', async (message) => {
    const { result } = await failureOf({ status: 401, body: { error: { message } } });
    const shown = isRackError(result) ? `${result.message} ${result.hint} ${result.path}` : '';
    expect(result).toMatchObject({ code: 'auth' });
    for (const part of [
      testKey.slice(0, 8),
      testKey.slice(-8),
      '***hij',
      Buffer.from(testKey).toString('base64').slice(0, 9),
    ]) {
      expect(shown).not.toContain(part);
    }
  });

  it('asks for a key where none was given', async () => {
    const gateway = await serveGateway(() => ({ status: 401 }));
    const error: unknown = await fetchFrom(gateway.url, { key: undefined }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'auth' });
    expect(error).toHaveProperty('hint', expect.stringContaining('requires a key'));
  });

  it.each<[number, unknown, string]>([
    [403, { error: 'Your team has used all available credits' }, 'quota'],
    [400, { error: { message: 'Your credit balance is too low to access the API' } }, 'quota'],
    [403, { error: { message: 'Invalid API key' } }, 'auth'],
    // LiteLLM without a database, when the key is not its master key.
    [400, { error: { message: 'No connected db.', type: 'no_db_connection', code: '400' } }, 'auth'],
    [405, '', 'not-found'],
    [407, '', 'unreachable'],
    [408, '', 'timeout'],
    [418, '', 'bad-request'],
    [200, { error: { message: 'Rate limit reached' } }, 'rate-limit'],
    [200, { success: false, message: 'invalid token' }, 'auth'],
    [200, { error: { code: 'insufficient_quota' } }, 'quota'],
    [200, { hello: 1, 'wor\u001bld': 2 }, 'not-a-gateway'],
    [200, 'plain text', 'not-a-gateway'],
    [200, '[{"id":"a"}', 'broken-body'],
    [206, '{}', 'not-a-gateway'],
  ])('%i %j is %s', async (status, body, code) => {
    const { result } = await failureOf({ status, body });
    expect(result).toMatchObject({ code });
    expect(String(result)).not.toContain('\u001b');
  });

  it('tells a gateway that wants a header from one at another address', async () => {
    const message = 'Either x-portkey-config or x-portkey-provider header is required';
    const { result } = await failureOf({ status: 400, body: { status: 'failure', message } });
    expect(result).toMatchObject({ code: 'bad-request', hint: expect.stringContaining('x-portkey-provider') });
  });

  it('does not call a key right that is refused for its header', async () => {
    const { result } = await failureOf({ status: 401, body: { error: { message: 'x-api-key header is required' } } });
    expect(result).toMatchObject({ code: 'auth', hint: expect.stringContaining('in the header x-api-key') });
  });

  it('names the place of a redirect and sends it nothing', async () => {
    const other = await serveGateway(() => ({ body: [] }));
    const { result } = await failureOf({ status: 302, headers: { location: `${other.url}/sso?x=${testKey}` } });
    expect(result).toMatchObject({
      code: 'not-a-gateway',
      message: `the gateway redirects to ${other.url} (302)`,
    });
    expect(other.lines).toEqual([]);
  });
});
