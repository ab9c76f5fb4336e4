// `npm run soak:gateway -- --minutes 10`: fifty streams at a time through the packed gateway, over an upstream that
// fails in every way and one that does not; every eighth caller hangs up in the middle. Watches memory and sockets of
// the gateway's process, so Linux only.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const milliseconds = Number(values.minutes) * 60_000;
const atOnce = 50;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const counts = { whole: 0, toldBroken: 0, left: 0, seenToLeave: 0 };
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

/** What the upstream of bad luck does, in turns. */
const moods = [
  (response, words) => stream(response, words),
  (response, words) => stream(response, words),
  (response, words) => stream(response, words, 3),
  (response) => fail(response, 500, 'broken'),
  (response) => response.destroy(),
  (response, words) => stream(response, words),
  (response, words) => stream(response, words, 0),
  (response) => fail(response, 429, 'slow_down'),
];

function startUpstream(id, answer) {
  return new Promise((resolve) => {
    const server = createServer(async (call, response) => {
      if (call.url.endsWith('/models')) return response.end(JSON.stringify({ object: 'list', data: [{ id }] }));
      const text = await readAll(call).catch(() => undefined);
      if (text !== undefined) answer(response, JSON.parse(text).messages[0].content.split(' '));
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
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

function judge(text, content) {
  const said = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, word]) => word).join('');
  if (text.includes('[DONE]')) {
    if (said !== content) faults.push(`wrong answer: ${said}`);
    counts.whole += 1;
    return;
  }
  if (!content.startsWith(said) || !text.includes('"error"'))
    faults.push(`cut, and nobody says so: ${text.slice(-200)}`);
  counts.toldBroken += 1;
}

function ask({ agent, headers, leaves, name, url }) {
  // Who leaves does so long before the end, else a busy machine hides whether the upstream was told.
  const content = Array.from({ length: leaves ? 200 : 12 }, (_, index) => `${name}w${index}`).join(' ');
  const body = JSON.stringify({ model: 'both', stream: true, messages: [{ role: 'user', content }] });
  return new Promise((resolve) => {
    const hung = setTimeout(() => {
      faults.push(`no end after two minutes: ${name}`);
      resolve();
    }, 120_000);
    const end = () => {
      clearTimeout(hung);
      resolve();
    };
    const call = request(`${url}/chat/completions`, { agent, method: 'POST', headers }, (response) => {
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
        if (response.statusCode !== 200) faults.push(`status ${response.statusCode}: ${text.slice(0, 200)}`);
        else judge(text, content);
        end();
      });
    });
    call.on('error', end);
    call.end(body);
  });
}

function measure(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

const mean = (numbers) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

async function main() {
  const home = mkdtempSync(join(tmpdir(), 'modelrack-soak-'));
  let turn = 0;
  const servers = [
    await startUpstream('bad', (response, words) => moods[turn++ % moods.length](response, words)),
    await startUpstream('good', (response, words) => stream(response, words)),
  ];
  const [one, two] = servers.map((server) => ({
    base_url: `http://127.0.0.1:${server.address().port}/v1`,
    wires: ['chat'],
  }));
  const folder = join(home, '.config/modelrack');
  mkdirSync(folder, { recursive: true });
  const config = { connections: { one, two }, aliases: { both: ['one/bad', 'two/good'] } };
  writeFileSync(join(folder, 'gateway.jsonc'), JSON.stringify(config));
  const { child, url } = await startGateway(home);
  const key = readFileSync(join(folder, 'keys/local'), 'utf8').trim();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const agent = new Agent({ keepAlive: true });
  const samples = [];
  const idle = measure(child.pid);
  const until = Date.now() + milliseconds;
  const watch = setInterval(() => samples.push(measure(child.pid)), 1000);
  let asked = 0;
  const work = async () => {
    while (Date.now() < until && faults.length < 20) {
      asked += 1;
      await ask({ agent, headers, leaves: asked % 8 === 0, name: `n${asked}`, url });
    }
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
  report({ idle, after, samples, asked });
}

function report({ after, asked, idle, samples }) {
  const second = samples.slice(Math.floor(samples.length / 2)).map(({ rss }) => rss);
  const part = Math.ceil(second.length / 5);
  const growth = mean(second.slice(-part)) - mean(second.slice(0, part));
  console.log(`asked ${asked}: ${JSON.stringify(counts)}`);
  console.log(`memory: ${idle.rss.toFixed(0)} MB idle, ${mean(second).toFixed(0)} MB in the second half, which began`);
  console.log(`and ended ${growth.toFixed(1)} MB apart`);
  console.log(
    `open files: ${idle.files} before, at most ${Math.max(...samples.map(({ files }) => files))}, ${after.files} after`,
  );
  if (growth > 8) faults.push('memory grows');
  // Idle sockets to two upstreams end a few seconds later.
  if (after.files > idle.files + 10) faults.push('sockets stay open');
  // A caller may leave just as the answer ends.
  if (counts.seenToLeave < counts.left * 0.9) faults.push('upstreams do not see that the caller left');
  for (const fault of faults) console.log(`FAULT ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main();
