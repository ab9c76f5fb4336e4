import { existsSync, readFileSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

const hook = join(import.meta.dirname, 'kill-at.cjs');
const fixture = join(import.meta.dirname, '../../fixtures/corpus/opencode/five-thousand-models.jsonc');
const file = '.config/opencode/opencode.jsonc';
/** The short version takes every so manyth moment, the long one all of them. */
const isLong = process.env['MODELRACK_KILLS'] !== undefined;
const stride = isLong ? 1 : 29;
const moments = ['before', 'middle', 'after'] as const;

interface Scene {
  readonly rack: Rack;
  readonly old: string;
  setup(env?: Record<string, string>): ReturnType<Rack['run']>;
}

async function sceneOf(baseUrl: string): Promise<Scene> {
  const rack = makeRack();
  const old = readFileSync(fixture, 'utf8');
  rack.write(file, old);
  const args = ['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable, '--yes'];
  return { rack, old, setup: (env = {}) => rack.run(args, { env }) };
}

const hooked = (more: Record<string, string>) => ({ NODE_OPTIONS: `--require ${hook}`, ...more });

test('a run that is killed at any call that changes the disk leaves the old file or the new one, and the next run works', async () => {
  const gateway = await openGateway();
  const whole = await sceneOf(gateway.baseUrl);
  const log = whole.rack.path('calls.log');
  expect((await whole.setup(hooked({ MODELRACK_KILL_LOG: log }))).code).toBe(0);
  const written = whole.rack.read(file);
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
  // A write of the file itself, its sync and its rename are among them: else this test could not fail.
  expect(calls).toEqual(expect.arrayContaining(['writeFileSync', 'fsyncSync', 'renameSync']));
  const kills = calls.flatMap((call, number) =>
    moments.filter((when) => when !== 'middle' || call.startsWith('write')).map((when) => ({ number, when, call })),
  );
  let locksLeft = 0;
  for (const [index, { number, when, call }] of kills.entries()) {
    if (index % stride !== 0) continue;
    const scene = await sceneOf(gateway.baseUrl);
    const killed = await scene.setup(hooked({ MODELRACK_KILL_AT: String(number), MODELRACK_KILL_WHEN: when }));
    const place = `killed ${when} call ${number}, ${call}`;
    expect(killed.code, `${place}: ${killed.stderr}`).toBeNull();
    const found = scene.rack.read(file);
    expect(found === scene.old || found === written, `half-written: ${place}`).toBe(true);
    const lock = scene.rack.path('.local/state/modelrack/lock');
    if (existsSync(lock)) {
      locksLeft += 1;
      // It does not look old for an hour: only because its holder is dead the next run can have it.
      const later = new Date(Date.now() + 3_600_000);
      utimesSync(lock, later, later);
    }
    const next = await scene.setup();
    expect(next.code, `${place}: ${next.stderr}`).toBe(0);
    expect(scene.rack.read(file) === written, `not finished: ${place}`).toBe(true);
    const left = readdirSync(dirname(scene.rack.path(file))).filter((name) => !name.endsWith('.tmp'));
    expect(left, place).toEqual(['opencode.jsonc']);
    expect((await scene.rack.run(['remove', 'opencode'])).code, place).toBe(0);
    expect(scene.rack.read(file) === scene.old, `not taken out: ${place}`).toBe(true);
    rmSync(scene.rack.home, { recursive: true, force: true });
  }
  expect(locksLeft).toBeGreaterThanOrEqual(isLong ? 20 : 1);
}, 3_600_000);
