// `npm run bench:gateway`: what a request costs the local gateway, against a pass-through of forty lines and, where it
// is installed, another gateway (OTHER_GATEWAY is its script); all in one run, in turns, ROUNDS times. CPU of the
// server's process alone, so Linux only.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.env['ROUNDS'] ?? 5);
const home = mkdtempSync(join(tmpdir(), 'modelrack-bench-'));
const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(700) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

if (process.argv[2] === 'upstream') serveUpstream();
else if (process.argv[2] === 'pass') servePassThrough(process.argv[3]);
else await main();

function serveUpstream() {
  const server = createServer((call, response) => {
    call.resume().on('end', () => {
      const text = call.url.endsWith('/models') ? '{"object":"list","data":[{"id":"m"}]}' : answer;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
}

/** The least that a server between two can do. */
function servePassThrough(upstream) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port, pathname } = new URL(upstream);
  const server = createServer((call, response) => {
    const { host: _, connection: __, ...headers } = call.headers;
    const path = `${pathname}${call.url.replace(/^\/v1/, '')}`;
    const up = request({ agent, hostname, port, path, method: call.method, headers }, (answered) => {
      response.writeHead(answered.statusCode, answered.headers);
      answered.pipe(response);
    });
    up.on('error', () => response.destroy());
    call.pipe(up);
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
}

async function start(args, env = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended`)));
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim().split('\n')[0]));
  });
  return { url, pid: child.pid, stop: () => child.kill('SIGKILL') };
}

/** User and system time of a process in milliseconds. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

function ask(agent, { url, headers }, body) {
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/chat/completions`,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      },
      (response) => {
        let size = 0;
        response.on('data', (chunk) => (size += chunk.length));
        response.on('end', () =>
          response.statusCode === 200 && size > 500 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** CPU of the server for each request, in microseconds. */
async function measure(server, body, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const before = cpuOf(server.pid);
  let left = count;
  const work = async () => {
    while (left-- > 0) await ask(agent, server, body);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  agent.destroy();
  return ((cpuOf(server.pid) - before) * 1000) / count;
}

function bodyOf(model, size) {
  const messages = [{ role: 'user', content: 'hello '.repeat(Math.ceil(size / 6)).slice(0, size) }];
  return Buffer.from(JSON.stringify({ messages, model, max_tokens: 100 }));
}

async function openServers(upstream) {
  const folder = join(home, '.config/modelrack');
  mkdirSync(folder, { recursive: true });
  const lab = { base_url: upstream.url, wires: ['chat'] };
  writeFileSync(join(folder, 'gateway.jsonc'), JSON.stringify({ connections: { lab } }));
  const env = { HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', XDG_CACHE_HOME: '', XDG_DATA_HOME: '' };
  const own = await start([join(root, 'packages/cli/dist/modelrack.js'), 'gateway', 'start', '--port', '0'], env);
  const key = readFileSync(join(folder, 'keys/local'), 'utf8').trim();
  const pass = await start([import.meta.filename, 'pass', upstream.url]);
  const servers = [
    { name: 'pass-through', model: 'm', headers: {}, ...pass },
    { name: 'gateway', model: 'lab/m', headers: { authorization: `Bearer ${key}` }, ...own },
  ];
  const other = process.env['OTHER_GATEWAY'];
  if (other !== undefined) {
    const port = 20_000 + (process.pid % 10_000);
    const child = spawn(process.execPath, [other, `--port=${port}`, '--headless'], { stdio: 'ignore' });
    const headers = {
      authorization: 'Bearer x',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': upstream.url,
    };
    const server = {
      name: 'other',
      model: 'm',
      headers,
      url: `http://127.0.0.1:${port}/v1`,
      pid: child.pid,
      stop: () => child.kill('SIGKILL'),
    };
    const agent = new Agent();
    for (let tries = 0; tries < 100; tries += 1) {
      const isThere = await ask(agent, server, bodyOf('m', 100)).then(
        () => true,
        () => false,
      );
      if (isThere) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    servers.push(server);
  }
  return servers;
}

function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}

/** Each round begins with another one, so that what else the machine does hits nobody always. */
async function measureInTurns(servers, size, count) {
  const costs = servers.map(() => []);
  for (const server of servers) await measure(server, bodyOf(server.model, size), Math.ceil(count / 3));
  for (let round = 0; round < rounds; round += 1) {
    for (const turn of servers.keys()) {
      const which = (round + turn) % servers.length;
      costs[which].push(await measure(servers[which], bodyOf(servers[which].model, size), count));
    }
  }
  return costs;
}

/** Ratios are of the same round, since a busy machine makes all of a round dearer. */
function reportCosts(label, servers, costs) {
  const [pass] = costs;
  for (const [index, { name }] of servers.entries()) {
    const ratio = median(costs[index].map((cost, round) => cost / pass[round]));
    const least = Math.min(...costs[index]) / Math.min(...pass);
    const micros = median(costs[index]).toFixed(0).padStart(6);
    console.log(
      `${label.padEnd(7)} ${name.padEnd(13)} ${micros} µs of CPU  ${ratio.toFixed(2)} x  (of the least ${least.toFixed(2)} x)`,
    );
  }
}

async function main() {
  const upstream = await start([import.meta.filename, 'upstream']);
  const servers = await openServers(upstream);
  try {
    const idle = residentOf(servers[1].pid);
    for (const [label, size, count] of [
      ['1 kB', 900, 6000],
      ['150 kB', 150_000, 2000],
    ]) {
      reportCosts(label, servers, await measureInTurns(servers, size, count));
    }
    console.log(`idle    gateway       ${idle.toFixed(0).padStart(6)} MB resident`);
  } finally {
    for (const server of [...servers, upstream]) server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
