import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

/** Set up with a key file, so that keys stand in files or are called for. */
async function withKeyFile(tools: readonly string[]) {
  const gateway = await openGateway();
  const rack = makeRack();
  const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin'];
  const result = await rack.run(['setup', ...tools, ...flags], { input: key });
  expect(result.code, result.stdout + result.stderr).toBe(0);
  return { rack, gateway };
}

describe.each([
  ['claude', '.claude/settings.json'],
  ['codex', '.codex/config.toml'],
])('the call for the key in %s, as another machine has it', (tool, file) => {
  async function moved() {
    const made = await withKeyFile([tool]);
    const { rack } = made;
    const here = rack.read(file);
    // Another Node, another home, and no ledger: the user's files came by themselves.
    const there = here.replaceAll(process.execPath, '/opt/node-18/bin/node').replaceAll(rack.home, '/home/me');
    expect(there).not.toBe(here);
    rack.write(file, there);
    rmSync(rack.path('.local/state'), { recursive: true });
    return { ...made, here };
  }

  it('is repaired by refresh', async () => {
    const { rack, here } = await moved();
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(0);
    expect(document.tools[0]?.notes.join()).not.toContain('changed by you');
    expect(rack.read(file)).toBe(here);
  });

  it('diverts nothing when the gateway moves, and goes with remove', async () => {
    const { rack } = await moved();
    const { code } = await rack.run(['remove', tool]);
    expect(code).toBe(0);
    expect(rack.has(file) ? rack.read(file) : '').not.toMatch(/modelrack\.js|node-18|lite/);
  });
});

// The whole file was ours; what may be left is the empty frame of it.
it.each([
  ['claude', '.claude/settings.json', '{}'],
  ['codex', '.codex/config.toml', ''],
  ['qwen', '.qwen/settings.json', '{}'],
])('remove without a ledger leaves no key and no choice of ours in %s', async (tool, file, rest) => {
  const { rack } = await withKeyFile([tool]);
  rmSync(rack.path('.local/state'), { recursive: true });
  const { code } = await rack.run(['remove', tool]);
  expect(code).toBe(0);
  expect(rack.read(file).trim()).toBe(rest);
});

it("leaves the user's own words, and a choice beside nothing of ours", async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  rack.write('.qwen/settings.json', '{ "security": { "auth": { "selectedType": "openai" } }, "theme": "x" }\n');
  await rack.run(['setup', 'qwen', ...flags]);
  rmSync(rack.path('.local/state'), { recursive: true });
  await rack.run(['remove', 'qwen']);
  expect(JSON.parse(rack.read('.qwen/settings.json'))).toEqual({
    security: { auth: { selectedType: 'openai' } },
    theme: 'x',
  });
});
