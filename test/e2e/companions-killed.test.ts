import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands, content, data, everything, putOlderClaude, settings } from './claude-plugin.ts';
import { keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

const hook = join(import.meta.dirname, 'kill-at.cjs');
const hooked = (more: Record<string, string>) => ({ NODE_OPTIONS: `--require ${hook}`, ...more });

/** But for what the next run sweeps an hour later. */
const standing = (rack: Rack) =>
  Object.fromEntries(Object.entries(content(everything(rack))).filter(([name]) => !/\.tmp$|calls\.log$/.test(name)));

it('remove takes out all that a killed setup of Claude Code left, the copy of the command too', async () => {
  const { baseUrl } = await openGateway();
  const args = ['setup', 'claude-code', '--base-url', baseUrl, '--api-key-env', keyVariable];
  const fresh = () => {
    const rack = makeRack();
    putOlderClaude(rack);
    rack.write(settings, '{}\n');
    return rack;
  };
  const whole = fresh();
  const log = whole.path('calls.log');
  const before = Object.values(standing(whole));
  expect((await whole.run(args, { env: hooked({ MODELRACK_KILL_LOG: log }) })).code).toBe(0);
  const count = readFileSync(log, 'utf8').trimEnd().split('\n').length;
  for (const part of [0.2, 0.5, 0.8, 0.86, 0.87, 0.9, 0.95]) {
    const rack = fresh();
    const at = String(Math.floor(count * part));
    const killed = await rack.run(args, { env: hooked({ MODELRACK_KILL_AT: at, MODELRACK_KILL_WHEN: 'after' }) });
    expect(killed.code).toBeNull();
    const removed = await rack.run(['remove', '--yes']);
    expect(removed.code, removed.stderr).toBe(0);
    const left = [data, commands].filter((name) => rack.has(name));
    expect(left, `after a kill at call ${at}`).toEqual([]);
    expect(Object.values(standing(rack))).toEqual(before);
  }
}, 300_000);
