import { afterAll, beforeAll, expect, test } from 'vitest';
import { data, delta, failure, reset, role, startFaultServer, stream } from '../testing/fault-server.ts';
import type { Behaviour, FaultServer } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey } from '../testing/send.ts';
import type { RunningGateway } from '../options.ts';
import { startGateway } from './start-gateway.ts';

let one: FaultServer;
let two: FaultServer;
let gateway: RunningGateway;

beforeAll(async () => {
  one = await startFaultServer({ a: undefined });
  two = await startFaultServer({ b: undefined });
  const wires = ['chat'];
  const config = liveConfig({
    connections: { one: { base_url: one.url, wires }, two: { base_url: two.url, wires } },
    aliases: { both: ['one/a', 'two/b'] },
  });
  gateway = await startGateway({ key: testKey, config });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([one.close(), two.close()]);
});

const atOnce = 50;
/** `npm run torture` asks for many more. */
const rounds = Math.max(4, Math.ceil(Number(process.env['MODELRACK_RUNS'] ?? 200) / atOnce));

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
  reset,
  echo(1),
  stream([role]),
];

function textOf(events: string): string {
  return [...events.matchAll(/"content":"([^"]*)"/gu)]
    .map(([, text]) => text)
    .join('')
    .trim();
}

test('many streams at once over upstreams that fail: each is right and whole, or says that it is not', async () => {
  two.behave(echo());
  let turn = 0;
  one.behave((hit, response, socket) => {
    turn += 1;
    faults[turn % faults.length]?.(hit, response, socket);
  });
  const ask = async (name: string) => {
    const content = `${name} says ${name} twice: ${name}`;
    const body = { model: 'both', stream: true, messages: [{ role: 'user', content }] };
    const { status, text } = await send(gateway, { path: '/v1/chat/completions', body });
    expect(status).toBe(200);
    const said = textOf(text);
    if (text.includes('[DONE]')) expect(said).toBe(content);
    else {
      expect(content.startsWith(said)).toBe(true);
      expect(text).toContain('"error"');
    }
    return text.includes('[DONE]');
  };
  const whole: boolean[] = [];
  const resident: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const asked = Array.from({ length: atOnce }, (_, index) => ask(`r${round}n${index}`));
    whole.push(...(await Promise.all(asked)));
    resident.push(process.memoryUsage().rss);
  }
  expect(whole).toHaveLength(rounds * atOnce);
  expect(whole.filter(Boolean).length).toBeGreaterThan(whole.length / 2);
  // A leak of a kilobyte for each stream would show; the heap has found its size by half-time.
  const half = Math.floor(rounds / 2);
  const grown = Math.max(...resident.slice(half)) - Math.max(...resident.slice(0, half));
  if (rounds > 100) expect(grown).toBeLessThan(16 * 1024 * 1024);
});
