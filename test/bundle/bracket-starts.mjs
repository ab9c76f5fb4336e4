// Tells V8 which functions of the bundle a start calls, in the one way that it knows: brackets around a function have it
// compiled together with its file. Else each is looked through twice, when its file is loaded and when it is called; and
// what Node 22 keeps of a compiled file holds nothing of it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bracket } from './bracket-functions.mjs';

const lists = join(import.meta.dirname, '../../fixtures/model-lists');
const tools = ['opencode', 'codex', 'claude-code', 'qwen-code'];
/** What people and their shells call all day, where there is nothing to change. */
const starts = [
  ['list', '--offline'],
  ['pick', 'mini', '--first', '--offline'],
  ['complete', '=', 'fits'],
  ['setup', 'opencode', '--yes'],
  ['setup', ...tools, '--yes'],
];

/** Runs the built command as it is called all day, and brackets what that called. */
export async function bracketStarts(dist) {
  const called = await calledIn(realpathSync(dist));
  if (called.size === 0) throw new Error(`nothing of ${dist} was seen to be called`);
  for (const [file, ranges] of called) {
    const code = readFileSync(file, 'utf8');
    const isCalled = ({ start, end }) => ranges.has(`${start}-${end}`);
    // The first line of a program is not for the parser, and its few functions are called once.
    if (!code.startsWith('#!')) writeFileSync(file, bracket(code, isCalled));
  }
}

/** The functions that were called, by their file, as their places in it. */
async function calledIn(dist) {
  const home = mkdtempSync(join(tmpdir(), 'modelrack-build-'));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(readFileSync(join(lists, 'large-400.json')));
  });
  try {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const coverage = join(home, 'coverage');
    const run = (args, more) => runIn(home, [join(dist, 'modelrack.js'), ...args], more);
    const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
    await run(['setup', ...tools, '--base-url', baseUrl, '--yes', '--take-over'], {});
    for (const args of starts) await run(args, { NODE_V8_COVERAGE: coverage });
    return rangesOf(coverage, dist);
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Of each file, what at least half of the starts called that load it: for the others, it would be in the way. */
function rangesOf(coverage, dist) {
  const loads = new Map();
  for (const name of readdirSync(coverage)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, name), 'utf8')).result) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : '';
      const called = functions.map(({ ranges: [whole] }) => whole).filter(({ count }) => count > 0);
      const places = called.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`);
      if (dirname(file) === dist) loads.set(file, [...(loads.get(file) ?? []), new Set(places)]);
    }
  }
  return new Map([...loads].map(([file, all]) => [file, new Set(all.flatMap((one) => [...one]).filter(isOften(all)))]));
}

function isOften(all) {
  return (place) => all.filter((places) => places.has(place)).length * 2 >= all.length;
}

/** In a home folder of its own, where no tool is to be found. */
async function runIn(home, args, more) {
  const temporary = join(home, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const { SystemRoot } = process.env;
  const homes = { HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
  const places = { ...homes, TMPDIR: temporary, TEMP: temporary, PATH: home };
  const env = { ...(SystemRoot && { SystemRoot }), ...places, ...more, MODELRACK_API_KEY: 'build-key-0123456789' };
  const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${basename(args[0])} ${args.slice(1).join(' ')} ended with ${code}: ${said}`);
}
