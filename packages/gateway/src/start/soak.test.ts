import { request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { data, delta, failure, reset, role, startFaultServer, stream } from '../testing/fault-server.ts';
import type { Behaviour, FaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';
import { startGateway } from './start-gateway.ts';

const atOnce = 20;
/** `npm run torture` asks for many more. */
const rounds = Math.max(10, Math.ceil(Number(process.env['MODELRACK_RUNS'] ?? 200) / atOnce));

/** What was asked comes back, so that a mix-up of two streams shows. */
function echo(cutAfter = Number.POSITIVE_INFINITY): Behaviour {
  return (hit, response, socket) => {
    const { messages } = JSON.parse(hit.body.toString()) as { messages: { content: string }[] };
    const words = (messages[0]?.content ?? '').split(' ').map((word) => delta(`${word} `));
    const pieces = [role, ...words, delta('', 'stop'), data('[DONE]')];
    const isCut = cutAfter < pieces.length;
    stream(pieces.slice(0, cutAfter), isCut ? 'cut' : 'end')(hit, response, socket);
  };
}

const faults: readonly Behaviour[] = [
  echo(),
  echo(),
  echo(3),
  failure(500, 'broken'),
  failure(429, 'slow'),
  failure(400, 'wrong'),
  reset,
  echo(1),
  stream([role]),
  stream([data({ error: { message: 'overloaded', code: 503 } })]),
];

const wires = [
  { path: '/v1/chat/completions', word: /"content":"([^"]*)"/gu, end: '[DONE]', broken: '"error"' },
  { path: '/v1/messages', word: /"text":"([^"]+)"/gu, end: 'message_stop', broken: 'event: error' },
] as const;

type Told = 'whole' | 'broken' | 'refused';

/** Each is right and whole, or says that it is not. */
async function ask(gateway: RunningGateway, model: string, turn: number): Promise<Told> {
  const name = `${model}${turn}`;
  const content = `${name} says ${name} twice: ${name}`;
  const { broken, end, path, word } = wires[turn % wires.length] ?? wires[0];
  const body = { model, max_tokens: 99, stream: true, messages: [{ role: 'user', content }] };
  const { isWhole, status, text } = await send(gateway, { path, body });
  expect(isWhole).toBe(true);
  if (status !== 200) {
    expect(text).toContain('"error"');
    // What the caller did wrong is no reason to ask somebody else.
    expect(model === 'both' ? [400] : [400, 429, 500, 502, 503]).toContain(status);
    return 'refused';
  }
  const said = [...text.matchAll(word)]
    .map(([, piece]) => piece)
    .join('')
    .trim();
  if (text.includes(end)) {
    expect(said).toBe(content);
    return 'whole';
  }
  expect(content.startsWith(said)).toBe(true);
  expect(text).toContain(broken);
  return 'broken';
}

/** Never ends by itself: only who is told that the caller left stops. */
const endless: Behaviour = stream([role, delta('word')], 'stay');

/** Goes as soon as something comes. */
function leave({ port }: RunningGateway): Promise<void> {
  const headers = { authorization: `Bearer ${testKey}` };
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST', headers });
    call.once('response', (response) => {
      response.once('data', () => call.destroy());
      response.once('error', () => undefined);
    });
    call.once('error', () => undefined);
    call.once('close', resolve);
    call.end(JSON.stringify({ model: 'two/endless', stream: true, messages: [{ role: 'user', content: 'hi' }] }));
  });
}

async function start(one: FaultServer, two: FaultServer): Promise<RunningGateway> {
  let turn = 0;
  one.behave((hit, response, socket) => {
    turn += 1;
    faults[turn % faults.length]?.(hit, response, socket);
  });
  two.behave((hit, response, socket) => {
    const answer = hit.body.includes('"endless"') ? endless : echo();
    answer(hit, response, socket);
  });
  const config = liveConfig({
    connections: { one: { base_url: one.url, wires: ['chat'] }, two: { base_url: two.url, wires: ['chat'] } },
    aliases: { both: ['one/a', 'two/b'] },
  });
  return startGateway({ key: testKey, config });
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

test('many streams at once over upstreams that fail: each ends and tells the truth, and nothing stays open', async () => {
  const one = await startFaultServer({ a: undefined });
  const two = await startFaultServer({ b: undefined });
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  const timers = countTimers();
  const gateway = await start(one, two);
  const told: Told[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const asked = Array.from({ length: atOnce }, (_, index) =>
      // An alias that met a fault stays with the good one for a while; the full id meets every fault.
      ask(gateway, index % 2 === 0 ? 'one/a' : 'both', round * atOnce + index),
    );
    const leaving = [leave(gateway), leave(gateway)];
    told.push(...(await Promise.all(asked)));
    await Promise.all(leaving);
  }
  expect(told).toHaveLength(rounds * atOnce);
  for (const kind of ['whole', 'broken', 'refused'] as const)
    expect(told.filter((each) => each === kind).length).toBeGreaterThan(rounds);
  await vi.waitFor(() => expect([one.running(), two.running()]).toEqual([0, 0]));
  await gateway.close();
  await vi.waitFor(async () => expect(await Promise.all([one.sockets(), two.sockets()])).toEqual([0, 0]));
  // The test runner has one or two of its own.
  expect(countTimers()).toBeLessThan(timers + 3);
});
