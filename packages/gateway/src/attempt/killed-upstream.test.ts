import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../start/start-gateway.ts';
import { delta, role } from '../testing/fault-server.ts';
import { liveConfig } from '../testing/live-config.ts';
import { send, testKey } from '../testing/send.ts';

/** A server of its own process: sends the pieces of a stream, says that it did, and hangs. */
const script = `
const { createServer } = require('node:http');
createServer((request, response) => {
  if (request.url.endsWith('/models')) return response.end(JSON.stringify({ object: 'list', data: [{ id: 'm' }] }));
  request.resume().on('end', () => {
    const pieces = JSON.parse(process.env.PIECES);
    if (pieces.length === 0) return console.log('asked');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(pieces.join(''), () => console.log('asked'));
  });
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

interface Upstream {
  readonly url: string;
  readonly child: ChildProcess;
  nextLine(): Promise<string>;
}

async function startProcess(pieces: readonly string[]): Promise<Upstream> {
  const env = { ...process.env, PIECES: JSON.stringify(pieces) };
  const child = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const nextLine = () =>
    new Promise<string>((resolve) => void child.stdout.once('data', (text) => resolve(String(text).trim())));
  return { url: `http://127.0.0.1:${await nextLine()}/v1`, child, nextLine };
}

/** Asks an alias of two such upstreams, and kills the first as soon as it has sent its pieces. */
async function askAndKill(first: readonly string[]) {
  const [one, two] = [
    await startProcess(first),
    await startProcess([role, delta('second', 'stop'), 'data: [DONE]\n\n']),
  ];
  const lab = ({ url }: Upstream) => ({ base_url: url, wires: ['chat', 'messages', 'responses'] });
  const config = liveConfig({ connections: { one: lab(one), two: lab(two) }, aliases: { both: ['one/m', 'two/m'] } });
  const gateway = await startGateway({ key: testKey, config });
  onTestFinished(() => gateway.close());
  void two.nextLine().then(() => two.child.kill('SIGKILL'));
  const asked = one.nextLine().then(() => one.child.kill('SIGKILL'));
  const body = { model: 'both', stream: true, messages: [{ role: 'user', content: 'hi' }] };
  const received = await send(gateway, { path: '/v1/chat/completions', body });
  await asked;
  return received;
}

test.each([
  ['before its headers', []],
  ['before its first event', [role]],
])('an upstream that is killed %s: the next one answers', async (_, pieces) => {
  const { headers, status, text } = await askAndKill(pieces);
  expect(status).toBe(200);
  expect(headers['x-gateway-attempts']).toBe('one/m=unreachable, two/m=ok');
  expect(text).toContain('second');
});

test('an upstream that is killed in the middle: what came, then an error instead of the end, and nobody else', async () => {
  const { headers, status, text } = await askAndKill([role, delta('half')]);
  expect(status).toBe(200);
  expect(headers['x-gateway-model']).toBe('one/m');
  expect(text).toContain('half');
  expect(text).toContain('upstream_stream_broken');
  expect(text).not.toContain('[DONE]');
  expect(text).not.toContain('second');
});
