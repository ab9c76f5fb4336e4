// `npm run bench`: what a start costs, as CPU (user and system) against bare `node -e 0`, in turns, as medians.
// Ratios, because absolute times of a shared machine mean nothing.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const command = join(root, 'packages/cli/dist/modelrack.js');
const rounds = 9;
const tools = ['opencode', 'codex', 'claude-code', 'qwen-code'];
const cases = [
  { name: '--version', args: ['--version'], limit: 1.3 },
  { name: 'hook session-start, the list is fresh', args: ['hook', 'session-start', 'modelrack'], limit: 1.5 },
  { name: 'list --offline', args: ['list', '--offline'], limit: 1.6 },
  { name: 'pick mini --first --offline, 400 models', args: ['pick', 'mini', '--first', '--offline'], limit: 2.5 },
  { name: 'setup opencode, 400 models, nothing to change', args: ['setup', 'opencode', '--yes'], limit: 2 },
  { name: 'setup of the four, nothing to change', args: ['setup', ...tools, '--yes'], limit: 3 },
];

const folder = mkdtempSync(join(tmpdir(), 'modelrack-bench-'));
const meter = join(folder, 'meter.cjs');
// Loaded into the bare node as well, so that it weighs nothing in the ratio.
writeFileSync(
  meter,
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeSync(3, String(user + system)); });",
);
const home = join(folder, 'home');
mkdirSync(home);
const server = await listen();
// As it is here (a company's CAs and options of Node cost everybody the same), but for what points to real files.
const inherited = Object.entries(process.env).filter(
  ([name]) => !/^(XDG_|MODELRACK_|CODEX_|CLAUDE_|QWEN_|npm_)/.test(name),
);
const env = {
  ...Object.fromEntries(inherited),
  HOME: home,
  USERPROFILE: home,
  APPDATA: home,
  LOCALAPPDATA: home,
  PATH: dirname(process.execPath),
  MODELRACK_API_KEY: 'bench-key-0123456789',
};

try {
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  await measure([command, 'setup', ...tools, '--base-url', url, '--yes']);
  const bare = [];
  const costs = cases.map(() => []);
  // The first round warms the disk up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const base = await measure(['-e', '0']);
    if (round > 0) bare.push(base);
    for (const [index, { args }] of cases.entries()) {
      const cost = await measure([command, ...args]);
      if (round > 0) costs[index].push(cost);
    }
  }
  report(median(bare), costs.map(median));
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A gateway with 400 models and all wires. */
async function listen() {
  const body = readFileSync(join(root, 'fixtures/model-lists/large-400.json'));
  const gateway = createServer((request, response) => {
    const isList = request.method === 'GET';
    response.writeHead(isList ? 200 : 400, { 'content-type': 'application/json' });
    response.end(isList ? body : '{"error":{"message":"model is missing"}}');
  });
  await new Promise((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return gateway;
}

/** CPU of the whole process, in microseconds. */
function measure(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', meter, ...args], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', '', ''];
    for (const index of [1, 2, 3]) child.stdio[index].on('data', (chunk) => (texts[index] += chunk));
    child.once('close', (code) => {
      if (code === 0) resolve(Number(texts[3]));
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${texts[2]}`));
    });
  });
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function report(bare, costs) {
  console.log(`bare node: ${(bare / 1000).toFixed(1)} ms of CPU (median of ${rounds})\n`);
  console.log(`${'command'.padEnd(48)}  times  limit`);
  for (const [index, { name, limit }] of cases.entries()) {
    const ratio = costs[index] / bare;
    const isOver = ratio > limit;
    if (isOver) process.exitCode = 1;
    console.log(
      `${name.padEnd(48)}  ${ratio.toFixed(2).padStart(5)}  ${limit.toFixed(2).padStart(5)}${isOver ? '  over' : ''}`,
    );
  }
}
