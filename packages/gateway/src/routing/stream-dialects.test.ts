import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import type { JsonObject } from '../json.ts';
import { data, delta, fine, role, startFaultServer, stream } from '../testing/fault-server.ts';
import type { FaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import type { TestConfig } from '../testing/live-config.ts';
import { send, testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';

/** How a caller is served in one dialect, natively or by way of chat completions. */
interface DialectScript {
  readonly name: string;
  readonly path: string;
  /** What the upstream speaks. */
  readonly wires: readonly string[];
  /** What says nothing yet, and is held back. */
  readonly quiet: readonly string[];
  readonly half: readonly string[];
  readonly rest: readonly string[];
  /** In the upstream's stream: it failed. */
  readonly error: string;
  /** The last words of a caller's stream that broke off. */
  readonly broken: RegExp;
  /** What only a whole answer has. */
  readonly end: string;
}

function named(event: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${event.type}\n${data(event)}`;
}

const chat = {
  wires: ['chat'],
  quiet: [': comment\n\n', role],
  half: [delta('hälf 😀')],
  rest: [delta(' more'), delta('', 'stop'), data({ choices: [], usage: { prompt_tokens: 3 } }), data('[DONE]')],
  error: data({ error: { message: 'overloaded', code: 503 } }),
};

const messages = {
  wires: ['messages'],
  quiet: [
    named({ type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: {} } }),
    named({ type: 'ping' }),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  half: [named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hälf 😀' } })],
  rest: [
    named({ type: 'content_block_stop', index: 0 }),
    named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
    named({ type: 'message_stop' }),
  ],
  error: named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
};

const responses = {
  wires: ['responses'],
  quiet: [
    named({ type: 'response.created', sequence_number: 0, response: { id: 'resp_1', status: 'in_progress' } }),
    named({ type: 'response.in_progress', sequence_number: 1, response: { id: 'resp_1', status: 'in_progress' } }),
    named({ type: 'response.output_item.added', sequence_number: 2, output_index: 0, item: { type: 'message' } }),
  ],
  half: [named({ type: 'response.output_text.delta', sequence_number: 3, output_index: 0, delta: 'hälf 😀' })],
  rest: [
    named({ type: 'response.output_item.done', sequence_number: 4, output_index: 0, item: { type: 'message' } }),
    named({ type: 'response.completed', sequence_number: 5, response: { id: 'resp_1', status: 'completed' } }),
  ],
  error: named({
    type: 'response.failed',
    sequence_number: 3,
    response: { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'overloaded' } },
  }),
};

const toChat = { path: '/v1/chat/completions', end: '[DONE]', broken: /data: \{"error":\{"message":[^\n]*\n\n$/u };
const toMessages = {
  path: '/v1/messages',
  end: 'message_stop',
  broken: /event: error\ndata: \{"type":"error","error":\{"type":"api_error"[^\n]*\n\n$/u,
};
const toResponses = {
  path: '/v1/responses',
  end: 'response.completed',
  broken: /event: response\.failed\ndata: \{"type":"response\.failed","sequence_number":\d+,[^\n]*\n\n$/u,
};

const dialectScripts: readonly DialectScript[] = [
  { name: 'chat', ...toChat, ...chat },
  { name: 'messages', ...toMessages, ...messages },
  {
    name: 'responses',
    ...toResponses,
    ...responses,
    // Its own id and the number behind the last.
    broken:
      /"sequence_number":4,"response":\{"id":"resp_1",[^\n]*"status":"failed","error":\{"code":"upstream_stream_broken"[^\n]*\n\n$/u,
  },
  { name: 'messages by way of chat', ...toMessages, ...chat },
  { name: 'responses by way of chat', ...toResponses, ...chat },
];

/** What differs from answer to answer. */
function withoutIds(text: string): string {
  return text.replaceAll(/_[0-9a-f]{24,}/gu, '_').replaceAll(/"(created_at|completed_at)":\d+/gu, '"$1":0');
}

const words = [{ role: 'user', content: 'hello' }];

describe.each(dialectScripts)('$name', ({ broken, end, error, half, path, quiet, rest, wires }) => {
  let first: FaultServer;
  let second: FaultServer;
  let config: TestConfig;
  let gateway: RunningGateway;
  const isBridged = !path.includes(wires[0] ?? '');
  const whole = [...quiet, ...half, ...rest];
  const settings = (): JsonObject => ({
    connections: { one: { base_url: first.url, wires }, two: { base_url: second.url, wires } },
    aliases: {
      both: ['one/a', 'two/b'],
      quick: { chain: ['one/a', 'two/b'], first_token_ms: 150 },
      strict: { chain: ['one/a', 'two/b'], on_refusal: 'next' },
    },
  });

  beforeAll(async () => {
    first = await startFaultServer({ a: undefined });
    second = await startFaultServer({ b: undefined });
    config = liveConfig(settings());
    gateway = await startGateway({ key: testKey, config });
    second.behave(stream(whole));
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all([first.close(), second.close()]);
  });
  // A reload forgets every cooldown.
  beforeEach(() => config.change(settings()));

  const body = (model: string) => ({ model, max_tokens: 99, messages: words, input: 'hello', stream: true });
  const ask = async (model: string) => {
    const before = [first.hits.length, second.hits.length];
    const received = await send(gateway, { path, body: body(model) });
    const hits = [first.hits.length - (before[0] ?? 0), second.hits.length - (before[1] ?? 0)];
    return { ...received, hits, attempts: received.headers['x-gateway-attempts'] };
  };
  const expectSecond = ({ text }: { readonly text: string }) => {
    if (isBridged) expect(text.split(end).length - 1).toBeGreaterThan(0);
    else expect(text).toBe(whole.join(''));
    expect(text).not.toMatch(broken);
  };

  test('byte by byte it is what it is in one piece', async () => {
    first.behave(stream([...Buffer.from(whole.join(''))].map((byte) => Uint8Array.of(byte))));
    const cut = await ask('one/a');
    first.behave(stream([whole.join('')]));
    const { hits, text } = await ask('one/a');
    expect(hits).toEqual([1, 0]);
    expect(withoutIds(cut.text)).toBe(withoutIds(text));
    if (!isBridged) expect(text).toBe(whole.join(''));
    expect(text).toContain('hälf 😀');
  });

  test('an error before it says anything: the next of the alias, a full id once more', async () => {
    first.behave(stream([...quiet, error]));
    const passed = await ask('both');
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=server, two/b=ok' });
    expectSecond(passed);
    const pinned = await ask('one/a');
    expect(pinned).toMatchObject({ hits: [2, 0], attempts: 'one/a=server, one/a=server' });
    expect(pinned.status).toBeGreaterThanOrEqual(500);
    expect(pinned.text).toMatch(path.includes('messages') ? /^\{"type":"error"/u : /^\{"error"/u);
  });

  test.each([
    { name: 'cut', pieces: quiet, how: 'cut', kind: 'unreachable' },
    { name: 'over', pieces: quiet, how: 'end', kind: 'server' },
    { name: 'nothing', pieces: [], how: 'end', kind: 'server' },
  ] as const)('$name before it says anything: the next of the alias', async ({ how, kind, pieces }) => {
    first.behave(stream(pieces, how));
    const passed = await ask('both');
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], attempts: `one/a=${kind}, two/b=ok` });
    expectSecond(passed);
  });

  test('no first word in time: the next of the alias, and the first is told', async () => {
    const before = first.aborted();
    first.behave(stream(quiet, 'stay'));
    const passed = await ask('quick');
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=timeout, two/b=ok' });
    expectSecond(passed);
    await vi.waitFor(() => expect(first.aborted()).toBe(before + 1));
  });

  // Who asks for Responses knows by itself that their last event is missing.
  const breaks =
    path.includes(wires[0] ?? '') && wires[0] === 'responses' ? (['cut'] as const) : (['cut', 'end'] as const);
  test.each(breaks)('%s after its first word: what came, the error, no end, and nobody else is asked', async (how) => {
    first.behave(stream([...quiet, ...half], how));
    const { hits, status, text } = await ask('both');
    expect({ status, hits }).toEqual({ status: 200, hits: [1, 0] });
    expect(text).toContain('hälf 😀');
    expect(text).toMatch(broken);
    expect(text).not.toContain(end);
  });

  test('an error in one piece with what came before it: that, and the error', async () => {
    first.behave(stream([[...quiet, ...half, error].join('')]));
    const { hits, status, text } = await ask('both');
    expect({ status, hits }).toEqual({ status: 200, hits: [1, 0] });
    expect(text).toContain('hälf 😀');
    expect(text.match(/"error":\{/gu)).toHaveLength(1);
    expect(text).not.toContain(end);
  });

  test.skipIf(!isBridged)('an answer in one piece to whoever asked for a stream becomes one', async () => {
    first.behave(fine);
    const { headers, hits, isWhole, text } = await ask('one/a');
    expect({ hits, isWhole }).toEqual({ hits: [1, 0], isWhole: true });
    expect(headers['content-type']).toMatch(/^text\/event-stream/u);
    expect(text).toContain('"delta":');
    expect(text).toContain('"fine"');
    expect(text).toContain(end);
    expect(text).not.toMatch(broken);
  });

  test('an event that is named an error is one, whatever is in it', async () => {
    first.behave(stream([...quiet, 'event: error\ndata: {"message":"slow down","code":429}\n\n']));
    const pinned = await ask('one/a');
    expect(pinned).toMatchObject({ status: 429, hits: [1, 0], attempts: 'one/a=rate' });
    expect(pinned.text).toContain('slow down');
  });

  test.each(['Text/Event-Stream', 'text/plain', ''])('a stream of the type "%s" is one', async (type) => {
    const answer = (pieces: readonly string[]) =>
      first.behave((_, response) => {
        response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(pieces.join(''));
      });
    answer([...quiet, error]);
    expectSecond(await ask('both'));
    answer(whole);
    const { headers, hits, text } = await ask('one/a');
    expect(hits).toEqual([1, 0]);
    expect(headers['content-type']).toMatch(/^text\/event-stream/iu);
    expect(text).toContain('hälf 😀');
    expect(text).toContain(end);
  });

  test('the caller leaves in the middle: the upstream is told, and nobody else is asked', async () => {
    const before = { aborted: first.aborted(), second: second.hits.length };
    first.behave(stream([...quiet, ...half], 'stay'));
    const headers = { authorization: `Bearer ${testKey}` };
    const call = request({ host: '127.0.0.1', port: gateway.port, path, method: 'POST', headers });
    call.on('error', () => undefined);
    call.once('response', (response) => {
      response.on('error', () => undefined);
      response.once('data', () => call.destroy());
    });
    call.end(JSON.stringify(body('both')));
    await vi.waitFor(() => expect(first.aborted()).toBe(before.aborted + 1));
    expect(second.hits.length).toBe(before.second);
  });

  test.skipIf(wires[0] !== 'chat')('a refusal that the alias passes over: its stream is given up', async () => {
    const before = first.aborted();
    first.behave(stream([role, delta('', 'content_filter')], 'stay'));
    const passed = await ask('strict');
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=refusal, two/b=ok' });
    expectSecond(passed);
    await vi.waitFor(() => expect(first.aborted()).toBe(before + 1));
  });

  test.skipIf(!isBridged).each([
    ['text/html', '<p>Sign in</p>'],
    ['application/json', 'not JSON'],
    ['application/json', '{"object":"chat.completion","choices":[]}'],
    ['text/plain', ''],
  ])('what is no answer (%s, %s) becomes none: the next of the alias', async (type, text) => {
    first.behave((_, response) => void response.writeHead(200, { 'content-type': type }).end(text));
    const passed = await ask('both');
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], attempts: 'one/a=server, two/b=ok' });
    expectSecond(passed);
    expect(await ask('one/a')).toMatchObject({ status: 502, hits: [2, 0] });
  });

  test('a line that nobody can read is not the end, and is passed on', async () => {
    const pieces = [...quiet, 'data: {oops\n\n', ...half, ...rest];
    first.behave(stream(pieces));
    const { hits, text } = await ask('both');
    expect(hits).toEqual([1, 0]);
    expect(text).toContain(end);
    expect(text).not.toMatch(broken);
    if (!isBridged) expect(text).toBe(pieces.join(''));
  });
});
