import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, watch } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'packages/cli/dist/modelrack.js');
// 5,000 models of the user's: the file is large enough to be met half-written.
const original = join(root, 'fixtures/corpus/opencode/five-thousand-models.jsonc');
/** Of each of two commands. */
const kills = Math.ceil(Number(process.env['MODELRACK_KILLS'] ?? 4) / 2);
const seed = Number(process.env['MODELRACK_SEED'] ?? 20);

let server: Server;
let baseUrl: string;
const homes: string[] = [];

beforeAll(async () => {
  const data = ['lite', 'plus', 'demo/chat', 'demo/small'].map((id) => ({
    id,
    object: 'model',
    context_length: 32768,
  }));
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address with one.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterAll(() => {
  server.close();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

interface Home {
  readonly target: string;
  start(command: 'setup' | 'remove'): ChildProcess;
}

function makeHome(): Home {
  const home = mkdtempSync(join(tmpdir(), 'modelrack-kill-'));
  homes.push(home);
  const target = join(home, '.config/opencode/opencode.jsonc');
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(original, target);
  const env = {
    PATH: '/nowhere',
    SystemRoot: process.env['SystemRoot'],
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'roaming'),
    LOCALAPPDATA: join(home, 'local'),
    XDG_CONFIG_HOME: join(home, '.config'),
    MODELRACK_API_KEY: 'sk-test-0123456789',
    NO_COLOR: '1',
  };
  const flags = { setup: ['--base-url', baseUrl, '--yes'], remove: ['--yes'] };
  return {
    target,
    start: (command) => spawn(process.execPath, [bin, command, 'opencode', ...flags[command]], { cwd: home, env }),
  };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('close', done));
}

/** Runs to the end and expects success. */
async function finish(child: ChildProcess): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  expect(await ended(child), output).toBe(0);
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(state: number): () => number {
  let next = state;
  return () => {
    next = (Math.imul(next, 1664525) + 1013904223) >>> 0;
    return next / 2 ** 32;
  };
}

/** Half of the kills come at any time, half at a change in the folder of the file: there is where writing happens. */
async function killSomewhere(
  child: ChildProcess,
  target: string,
  when: { atEvent: boolean; delay: number; nth: number },
) {
  let events = 0;
  const watcher = watch(dirname(target), () => {
    events += 1;
    if (when.atEvent && events === when.nth) child.kill('SIGKILL');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), when.atEvent ? 60_000 : when.delay);
  child.stdout?.resume();
  child.stderr?.resume();
  await ended(child);
  clearTimeout(timer);
  watcher.close();
}

/** What a killed run was writing is swept an hour later, when no other run can be at it. */
function ageLeftovers(folder: string): void {
  const twoHoursAgo = Date.now() / 1000 - 7200;
  const leftovers = readdirSync(folder).filter((name) => /^\.opencode\.jsonc\.modelrack-.+\.tmp$/.test(name));
  for (const name of leftovers) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
}

describe('a run that is killed', () => {
  test.each(['setup', 'remove'] as const)(
    '%s leaves the old file or the new one, and the next run finishes the work',
    async (command) => {
      const plain = readFileSync(original);
      const sample = makeHome();
      await finish(sample.start('setup'));
      const written = readFileSync(sample.target);
      const started = performance.now();
      await finish(sample.start('remove'));
      const duration = performance.now() - started;
      expect(readFileSync(sample.target).equals(plain)).toBe(true);
      expect(written.equals(plain)).toBe(false);

      const random = randomFrom(seed);
      for (let round = 0; round < kills; round += 1) {
        const home = makeHome();
        if (command === 'remove') await finish(home.start('setup'));
        const when = { atEvent: round % 2 === 1, delay: random() * duration * 1.2, nth: 1 + Math.floor(random() * 5) };
        await killSomewhere(home.start(command), home.target, when);
        const place = `seed ${seed}, round ${round}, ${JSON.stringify(when)}`;
        const found = readFileSync(home.target);
        expect(found.equals(plain) || found.equals(written), `half-written: ${place}`).toBe(true);

        ageLeftovers(dirname(home.target));
        await finish(home.start('setup'));
        expect(readFileSync(home.target).equals(written), `not set up by the next run: ${place}`).toBe(true);
        await finish(home.start('remove'));
        expect(readFileSync(home.target).equals(plain), `not taken out by the next run: ${place}`).toBe(true);
        expect(readdirSync(dirname(home.target)), `left behind: ${place}`).toEqual(['opencode.jsonc']);
        rmSync(dirname(dirname(dirname(home.target))), { recursive: true, force: true });
      }
    },
    Math.max(120_000, kills * 30_000),
  );
});
