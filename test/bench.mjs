// `npm run bench`: what users install (the packed tarball in an empty prefix), on each Node that it is for: what a
// start costs, as CPU (user and system) against bare `node -e 0`, in turns, as medians. Ratios, because absolute times
// of a shared machine mean nothing.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32';
const releases = ['20.20.2', '22.23.5'];
const rounds = 9;
const mostSecondsATool = 0.08;
const four = ['opencode', 'codex', 'claude-code', 'qwen-code'];
const cases = [
  { name: '--version', args: ['--version'], limit: 1.2 },
  { name: 'hook session-start, the list is fresh', args: ['hook', 'session-start', 'modelrack'], limit: 1.3 },
  { name: 'completion of a model, 400 models', args: ['complete', '=', 'fits'], limit: 2 },
  { name: 'list --offline', args: ['list', '--offline'], limit: 2 },
  { name: 'pick mini --first --offline, 400 models', args: ['pick', 'mini', '--first', '--offline'], limit: 2.5 },
  { name: 'setup opencode, 400 models, nothing to change', args: ['setup', 'opencode', '--yes'], limit: 2.5 },
  { name: 'setup of the four, nothing to change', args: ['setup', ...four, '--yes'], limit: 4 },
  { name: 'mcp, up to the answer to initialize', args: ['mcp'], input: initialize(), limit: 2.5 },
];

const folder = mkdtempSync(join(tmpdir(), 'modelrack-bench-'));
const meter = join(folder, 'meter.cjs');
// Loaded into the bare node as well, so that it weighs nothing in the ratio.
writeFileSync(
  meter,
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeSync(3, String(user + system)); });",
);
const server = await listen();
try {
  const command = installCommand();
  for (const release of releases) await bench(nodeOf(release), command);
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The tarball that goes to the registry, in a prefix with nothing else in it. */
function installCommand() {
  step(process.execPath, [join(root, 'test/pack.mjs')]);
  const tarball = readdirSync(join(root, '.pack')).find((name) => /^modelrack-\d/.test(name));
  const prefix = join(folder, 'prefix');
  npm(['install', '--global', '--prefix', prefix, join(root, '.pack', tarball)]);
  return join(prefix, isWindows ? '' : 'lib', 'node_modules/modelrack/dist/modelrack.js');
}

/** This one, if it is of that release, else the one that npm has for this platform. */
function nodeOf(release) {
  if (process.versions.node.split('.')[0] === release.split('.')[0]) return process.execPath;
  const system = isWindows ? 'win' : process.platform;
  const prefix = join(folder, `node-${release}`);
  npm(['install', '--ignore-scripts', '--prefix', prefix, `node-${system}-${process.arch}@${release}`]);
  const name = `node-${system}-${process.arch}`;
  return join(prefix, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}

function npm(args) {
  step('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline']);
}

function step(command, args) {
  // Windows finds npm.cmd only through a shell; the arguments are ours.
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', shell: isWindows && command === 'npm' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

/** What an MCP client says first. */
function initialize() {
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  return `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`;
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

async function bench(node, command) {
  const connect = ['--base-url', `http://127.0.0.1:${server.address().port}/v1`, '--yes', '--take-over'];
  const measure = meterFor(node);
  await measure([command, 'setup', ...four, ...connect]);
  const bare = [];
  const costs = cases.map(() => []);
  // The first round warms the disk up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const base = await measure(['-e', '0']);
    if (round > 0) bare.push(base);
    for (const [index, { args, input }] of cases.entries()) {
      const cost = await measure([command, ...args], input);
      if (round > 0) costs[index].push(cost);
    }
  }
  report(node, median(bare), costs.map(median));
  await benchAll(node, (tools) => [command, 'setup', ...tools, ...connect]);
}

/** Every tool, each time in a bare home. */
async function benchAll(node, argsFor) {
  // Its file must be there: it is a program of a server's.
  const tools = readdirSync(join(root, 'packages/tools')).filter((id) => id !== 'librechat');
  const costs = [];
  for (let round = 0; round < 3; round++) costs.push(await meterFor(node)(argsFor(tools)));
  const seconds = median(costs) / 1e6 / tools.length;
  const isOver = seconds > mostSecondsATool;
  if (isOver) process.exitCode = 1;
  const name = `setup of ${tools.length} tools, 400 models, seconds a tool`;
  console.log(`${name.padEnd(48)}  ${seconds.toFixed(3)}  ${mostSecondsATool.toFixed(3)}${isOver ? '  over' : ''}\n`);
}

/** For a home of its own. As it is here, but for what points to real files and what makes bare Node slow. */
function meterFor(node) {
  const home = mkdtempSync(join(folder, 'home-'));
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(XDG_|MODELRACK_|CODEX_|CLAUDE_|QWEN_|npm_|NODE_)/.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    LOCALAPPDATA: home,
    TMPDIR: join(home, 'tmp'),
    TEMP: join(home, 'tmp'),
    PATH: home,
    MODELRACK_API_KEY: 'bench-key-0123456789',
  };
  mkdirSync(env.TMPDIR);
  return (args, input) => cpuOf(node, args, { env, cwd: home, input });
}

/** CPU of the whole process, in microseconds. */
function cpuOf(node, args, { input, ...options }) {
  return new Promise((resolve, reject) => {
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'];
    const child = spawn(node, ['--require', meter, ...args], { ...options, stdio });
    child.stdin?.end(input);
    const texts = ['', '', '', ''];
    for (const index of [1, 2, 3]) child.stdio[index].on('data', (chunk) => (texts[index] += chunk));
    child.once('close', (code) => {
      // V8 complains about a flag that a release does not know, and goes on.
      if (code === 0 && !texts[2].startsWith('Error: ')) resolve(Number(texts[3]));
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${texts[2]}`));
    });
  });
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function report(node, bare, costs) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`Node ${version}: ${(bare / 1000).toFixed(1)} ms of CPU by itself (median of ${rounds})\n`);
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
