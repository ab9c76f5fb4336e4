// `npm run soak:gateway -- --minutes 10`: fifty streams at a time through the packed gateway, over an upstream that
// fails in every way and one that does not, natively and bridged; every eighth caller hangs up in the middle. Watches
// memory and sockets of the gateway's process, so Linux only.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
const atOnce = 50;
/** A shorter run sees the heap find its size, which is no leak. */
const leastMinutes = 8;
/** MB in half a run: a fifth of what 200 bytes for each request come to in ten minutes. */
const mostGrowth = 2;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const counts = { whole: 0, toldBroken: 0, refused: 0, left: 0, seenToLeave: 0 };
const injected = {};
const faults = [];

const event = (json) => `data: ${JSON.stringify(json)}\n\n`;
const delta = (content, finish_reason = null) => event({ choices: [{ index: 0, delta: { content }, finish_reason }] });

async function readAll(call) {
  const chunks = [];
  for await (const chunk of call) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function stream(response, words, cutAfter) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.once('close', () => {
    if (!response.writableFinished && cutAfter === undefined) counts.seenToLeave += 1;
  });
  response.write(event({ choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] }));
  for (const [index, word] of words.entries()) {
    if (index === cutAfter) return response.destroy();
    if (response.destroyed) return;
    response.write(delta(index === 0 ? word : ` ${word}`));
    await pause(20);
  }
  response.end(`${delta('', 'stop')}data: [DONE]\n\n`);
}

function fail(response, status, code) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: code, code } }));
}

function sayAndEnd(response, text) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
}

/** What the upstream of bad luck does, in turns. */
const moods = [
  ['well', stream],
  ['cut in the middle', (response, words) => stream(response, words, 3)],
  ['500', (response) => fail(response, 500, 'broken')],
  ['well', stream],
  ['reset', (response) => response.destroy()],
  ['cut before a word', (response, words) => stream(response, words, 0)],
  ['well', stream],
  ['429', (response) => fail(response, 429, 'slow_down')],
  ['error in a stream', (response) => sayAndEnd(response, event({ error: { message: 'overloaded', code: 503 } }))],
  ['empty', (response) => sayAndEnd(response, 'data: [DONE]\n\n')],
  ['400', (response) => fail(response, 400, 'wrong')],
  ['well', stream],
];

let turn = 0;
function answerBadly(response, { model, words }) {
  // Never a word: the alias in front of it has patience for a while.
  if (model.startsWith('mute')) {
    injected.mute = (injected.mute ?? 0) + 1;
    return;
  }
  const [name, act] = moods[turn++ % moods.length];
  injected[name] = (injected[name] ?? 0) + 1;
  act(response, words);
}

function startUpstream(id, answer) {
  return new Promise((resolve) => {
    const server = createServer(async (call, response) => {
      if (call.url.endsWith('/models')) return response.end(JSON.stringify({ object: 'list', data: [{ id }] }));
      const text = await readAll(call).catch(() => undefined);
      if (text === undefined) return;
      const { messages, model } = JSON.parse(text);
      answer(response, { model, words: messages.at(-1).content.split(' ') });
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const mute = ['mute1', 'mute2', 'mute3', 'mute4'];
/** Aliases fall back, so that after a fault they stay with the good one for a while; the full id meets every fault. */
const asked = ['one/bad', 'both', 'one/bad', 'two/good', 'one/bad', ...mute];

function writeConfig(home, servers) {
  const [one, two] = servers.map((server) => ({
    base_url: `http://127.0.0.1:${server.address().port}/v1`,
    wires: ['chat'],
  }));
  const impatient = mute.map((id) => [id, { chain: [`one/${id}`, 'two/good'], first_token_ms: 5000 }]);
  const aliases = { both: ['one/bad', 'two/good'], ...Object.fromEntries(impatient) };
  const folder = join(home, '.config/modelrack');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gateway.jsonc'), JSON.stringify({ connections: { one, two }, aliases }));
  return folder;
}

function startGateway(home) {
  const env = { ...process.env, HOME: home };
  for (const name of ['CONFIG', 'STATE', 'CACHE', 'DATA']) env[`XDG_${name}_HOME`] = '';
  const command = join(import.meta.dirname, '../packages/cli/dist/modelrack.js');
  const child = spawn(process.execPath, [command, 'gateway', 'start', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The gateway ended.')));
    child.stdout.once('data', (chunk) => resolve({ child, url: String(chunk).split('\n')[0] }));
  });
}

const wires = [
  { path: 'chat/completions', word: /"content":"([^"]*)"/g, end: '[DONE]', broken: '"error"' },
  { path: 'messages', word: /"text":"([^"]+)"/g, end: 'message_stop', broken: 'event: error' },
];

/** Whole and right, cut and said so, or refused with the reason; an alias passes on all but what the caller did wrong. */
function judge({ content, model, wire }, status, text) {
  if (status !== 200) {
    const expected = model.includes('/') ? [400, 429, 500, 502, 503] : [400];
    if (!expected.includes(status) || !text.includes('"error"'))
      faults.push(`${model}, status ${status}: ${text.slice(0, 200)}`);
    counts.refused += 1;
    return;
  }
  const said = [...text.matchAll(wire.word)].map(([, word]) => word).join('');
  if (text.includes(wire.end)) {
    if (said !== content) faults.push(`wrong answer: ${said}`);
    counts.whole += 1;
    return;
  }
  if (!content.startsWith(said) || !text.includes(wire.broken))
    faults.push(`cut, and nobody says so: ${text.slice(-200)}`);
  counts.toldBroken += 1;
}

function ask(number, { agent, headers, url }) {
  const leaves = number % 8 === 0;
  // Who leaves does so long before the end, else a busy machine hides whether the upstream was told.
  const content = Array.from({ length: leaves ? 200 : 12 }, (_, index) => `n${number}w${index}`).join(' ');
  const wire = wires[number % 5 === 0 ? 1 : 0];
  const model = leaves ? 'two/good' : asked[number % asked.length];
  const body = JSON.stringify({ model, stream: true, max_tokens: 900, messages: [{ role: 'user', content }] });
  return new Promise((resolve) => {
    const hung = setTimeout(() => {
      faults.push(`no end after two minutes: ${number}`);
      resolve();
    }, 120_000);
    const end = () => {
      clearTimeout(hung);
      resolve();
    };
    const call = request(`${url}/${wire.path}`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
        if (!leaves || !text.includes('w4"')) return;
        counts.left += 1;
        call.destroy();
        end();
      });
      response.on('error', end);
      response.on('end', () => {
        judge({ content, model, wire }, response.statusCode, text);
        end();
      });
    });
    call.on('error', (error) => {
      if (!leaves) faults.push(`${model}: ${error.message}`);
      end();
    });
    call.end(body);
  });
}

function measure(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

const sum = (numbers) => numbers.reduce((total, value) => total + value, 0);

/**
 * How far the memory of these seconds rises, in MB, with its standard error: a straight line through the least of every
 * ten, because garbage comes and goes and a leak stays.
 */
function growthOf(rss) {
  const floor = [];
  for (let start = 0; start + 10 <= rss.length; start += 10) floor.push(Math.min(...rss.slice(start, start + 10)));
  const middle = (floor.length - 1) / 2;
  const mean = sum(floor) / floor.length;
  const spread = sum(floor.map((_, index) => (index - middle) ** 2));
  const slope = sum(floor.map((value, index) => (index - middle) * (value - mean))) / spread;
  const rest = sum(floor.map((value, index) => (value - mean - slope * (index - middle)) ** 2));
  const error = Math.sqrt(rest / (floor.length - 2) / spread);
  return { growth: slope * (floor.length - 1), error: error * (floor.length - 1), mean };
}

async function main() {
  const home = mkdtempSync(join(tmpdir(), 'modelrack-soak-'));
  const servers = [
    await startUpstream('bad', answerBadly),
    await startUpstream('good', (response, { words }) => stream(response, words)),
  ];
  const folder = writeConfig(home, servers);
  const { child, url } = await startGateway(home);
  const key = readFileSync(join(folder, 'keys/local'), 'utf8').trim();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const agent = new Agent({ keepAlive: true });
  const samples = [];
  const idle = measure(child.pid);
  const until = Date.now() + minutes * 60_000;
  const watch = setInterval(() => samples.push(measure(child.pid)), 1000);
  let number = 0;
  const work = async () => {
    while (Date.now() < until && faults.length < 20) await ask((number += 1), { agent, headers, url });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  clearInterval(watch);
  agent.destroy();
  await pause(6000);
  const after = measure(child.pid);
  child.removeAllListeners('exit').kill('SIGKILL');
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  rmSync(home, { recursive: true, force: true });
  report({ idle, after, samples, number });
}

function reportMemory({ idle, number, samples }) {
  const { error, growth, mean } = growthOf(samples.slice(Math.floor(samples.length / 2)).map(({ rss }) => rss));
  const each = (growth * 2 ** 21) / number;
  console.log(
    `memory: ${idle.rss.toFixed(0)} MB idle, at least ${mean.toFixed(0)} MB in the second half, in which it rose`,
  );
  console.log(`by ${growth.toFixed(1)} ± ${error.toFixed(1)} MB, ${each.toFixed(0)} bytes for each request`);
  if (growth - 2 * error > mostGrowth) faults.push('memory grows');
}

function report({ after, idle, number, samples }) {
  console.log(`asked ${number}: ${JSON.stringify(counts)}`);
  console.log(`faults: ${JSON.stringify(injected)}`);
  console.log(
    `open files: ${idle.files} before, at most ${Math.max(...samples.map(({ files }) => files))}, ${after.files} after`,
  );
  if (minutes < leastMinutes) console.log(`Too short to tell a leak: that takes ${leastMinutes} minutes.`);
  else reportMemory({ idle, number, samples });
  // Idle sockets to two upstreams end a few seconds later.
  if (after.files > idle.files + 10) faults.push('sockets stay open');
  // A caller may leave just as the answer ends.
  if (counts.seenToLeave < counts.left * 0.9) faults.push('upstreams do not see that the caller left');
  for (const fault of faults) console.log(`FAULT ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main();
