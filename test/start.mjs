// `npm start`: the whole main job against our own gateway, in a throwaway home with messy sample files.
// `npm start -- --keep` leaves gateway and home in place.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const command = join(root, 'packages/cli/dist/modelrack.js');
const isKept = process.argv.includes('--keep');
const folder = mkdtempSync(join(tmpdir(), 'modelrack-demo-'));
const home = join(folder, 'home');
// Nothing of the real user: neither keys, nor folders, nor the tools that are installed.
const env = {
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, 'AppData/Roaming'),
  LOCALAPPDATA: join(home, 'AppData/Local'),
  PATH: folder,
  ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
};

cpSync(join(import.meta.dirname, 'demo/home'), home, { recursive: true });
mkdirSync(join(folder, 'project'));
const gateway = await startGateway();
try {
  console.log(`Gateway  ${gateway.baseUrl}   one key, demo answers, this machine only`);
  console.log(`Home     ${home}   a copy of the sample files in test/demo/home\n`);
  const { tools } = run('tools');
  const names = tools.filter(({ onlyNamed }) => !onlyNamed).map(({ tool }) => tool);
  const planned = run('setup', ...names, '--gateway', 'local', '--dry-run');
  const written = run('setup', ...names, '--gateway', 'local', '--yes');
  printTable(written.tools, planned.tools);
  printDiff(planned.tools);
  printRest(tools);
} finally {
  if (isKept) sayHowToStop();
  else await stop();
}

async function startGateway() {
  const log = openSync(join(folder, 'gateway.log'), 'w');
  const stdio = ['ignore', isKept ? openSync(join(folder, 'gateway.json'), 'w') : 'pipe', log];
  const child = spawn(process.execPath, [command, 'gateway', 'start', '--port', '0', '--json'], {
    env,
    cwd: folder,
    stdio,
    detached: isKept,
  });
  const { baseUrl } = isKept ? await readWhenThere(join(folder, 'gateway.json'), child) : await firstDocument(child);
  if (isKept) child.unref();
  return { child, baseUrl };
}

function firstDocument(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const document = parse(text);
      if (document !== undefined) resolve(document);
    });
    child.once('exit', () => reject(failure('gateway start')));
  });
}

async function readWhenThere(file, child) {
  for (;;) {
    const document = parse(readFileSync(file, 'utf8'));
    if (document !== undefined) return document;
    if (child.exitCode !== null) throw failure('gateway start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function run(...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, ...args, '--json'], {
    env,
    cwd: join(folder, 'project'),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status === 0) return JSON.parse(stdout);
  process.stderr.write(stderr);
  throw new Error(`modelrack ${args.join(' ')} ended with ${status}`);
}

function failure(what) {
  return new Error(`${what} failed:\n${readFileSync(join(folder, 'gateway.log'), 'utf8')}`);
}

function printTable(written, planned) {
  const rows = [['TOOL', 'FILE', 'MODELS', 'LINES', '']];
  for (const outcome of written) {
    const plan = planned.find(({ tool }) => tool === outcome.tool);
    for (const [index, file] of outcome.files.entries()) {
      const { diff = '' } = plan.files.find(({ path }) => path === file.path) ?? {};
      const name = index === 0 ? outcome.tool : '';
      rows.push([
        name,
        `~/${relative(home, file.path)}`,
        index === 0 ? String(outcome.models.total) : '',
        lines(diff),
        file.action,
      ]);
    }
    if (outcome.files.length === 0) rows.push([outcome.tool, '-', '0', '', outcome.error?.code ?? outcome.status]);
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

function lines(diff) {
  const count = (sign) =>
    diff.split('\n').filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return `+${count('+')} -${count('-')}`;
}

function printDiff(planned) {
  // One whose file holds comments says most.
  const changed = planned.filter(({ files }) => files.some(({ diff }) => diff));
  const first = changed.find(({ tool }) => tool === 'opencode') ?? changed[0];
  if (first === undefined) return;
  const { path, diff } = first.files.find((file) => file.diff);
  console.log(`\nWhat changed in ~/${relative(home, path)}; every other byte is as it was:\n`);
  console.log(diff.replaceAll(home, '~').trimEnd().replaceAll(/^/gm, '  '));
}

function printRest(tools) {
  console.log('\nIn a tool, with the conversation as it is:\n\n  /model lite\n');
  console.log(`For real: ${tools.length} tools, your files, your gateway.\n`);
  console.log('  node packages/cli/dist/modelrack.js setup --base-url https://your.gateway/v1 --api-key-env YOUR_KEY');
  console.log('  node packages/cli/dist/modelrack.js remove     removes all of it again\n');
}

function sayHowToStop() {
  const { pid } = gateway.child;
  console.log(`The gateway goes on as process ${pid}. Look around with:\n`);
  console.log(`  HOME=${home} node ${relative(process.cwd(), command)} status`);
  console.log(`\nand end it with:  kill ${pid} && rm -r ${folder}\n`);
}

async function stop() {
  const { child } = gateway;
  if (child.exitCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
