import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { key, makeRack, type Rack } from '../rack.ts';
import { listOf, openListing, type Listing } from './listing.ts';

interface Scene {
  readonly rack: Rack;
  readonly listing: Listing;
}

/** How a tool that is set up stops working, and what of it the report has to name. */
const breaks: Readonly<Record<string, readonly [tool: string, breakIt: (scene: Scene) => unknown, named: RegExp]>> = {
  'the default has gone': [
    'opencode',
    async ({ rack, listing }) => {
      listing.list = listOf(['lite', 'plus']);
      await rack.run(['list']);
    },
    /prime/,
  ],
  'the tool leads to the old address': [
    'opencode',
    ({ rack }) => {
      const file = '.config/modelrack/config.jsonc';
      rack.write(file, rack.read(file).replaceAll('127.0.0.1', 'localhost'));
    },
    /opencode.*127\.0\.0\.1/,
  ],
  'the Node of a key command has gone': [
    'claude-code',
    ({ rack }) => {
      const file = '.claude/settings.json';
      rack.write(file, rack.read(file).replaceAll(process.execPath, '/opt/gone/bin/node'));
    },
    /\/opt\/gone\/bin\/node/,
  ],
  'others can read the key': [
    'aider',
    ({ rack }) => chmodSync(rack.path('.config/modelrack/keys/modelrack'), 0o644),
    /keys\/modelrack/,
  ],
};

it.skipIf(process.platform === 'win32').each(Object.entries(breaks))(
  'doctor answers whether it would work: %s',
  async (_, [tool, breakIt, named]) => {
    const listing = await openListing(listOf(['prime', 'lite', 'plus']));
    const rack = makeRack();
    // A stored key is for one address.
    const flags = tool === 'opencode' ? listing.flags : ['--base-url', listing.baseUrl, '--api-key-stdin'];
    const args = ['setup', tool, ...flags, '--default', 'prime', '--take-over'];
    const { code, stderr } = await rack.run(args, { input: key });
    expect(code, stderr).toBe(0);
    const said = async () => {
      const doctor = await rack.run(['doctor', tool]);
      return (doctor.stdout + doctor.stderr)
        .split('\n')
        .map((line) => line.replaceAll(/\d+ (?:milli)?seconds?|\d+ ms/g, 'N'));
    };
    const well = await said();
    await breakIt({ rack, listing });
    const found = (await said()).filter((line) => !well.includes(line) && !/^ *ok\b/i.test(line));
    expect(found.join('\n')).toMatch(named);
  },
);

/** In whatever order they came back. */
const linesOf = (text: string) => text.split(/,?\n *(?:\n *)*/).toSorted();

/** A line of ours without which the tool does not reach the gateway, or has no key for it. */
const needed: readonly (readonly [tool: string, file: string, line: RegExp, name: string])[] = [
  ['opencode', '.config/opencode/opencode.json', /,?\n *"apiKey": .*/, 'provider.modelrack.options.apiKey'],
  ['codex', '.codex/config.toml', /env_key = .*\n/, 'model_providers.modelrack.env_key'],
  ['codex', '.codex/config.toml', /model_provider = .*\n/, 'model_provider'],
  ['claude-code', '.claude/settings.json', /"ANTHROPIC_BASE_URL": .*,/, 'env.ANTHROPIC_BASE_URL'],
  ['claude-code', '.claude/settings.json', /"apiKeyHelper": .*,/, 'apiKeyHelper'],
  ['kimi', '.kimi-code/config.toml', /api_key_env = .*\n/, 'providers.modelrack.api_key_env'],
];

it.skipIf(process.platform === 'win32').each(needed)(
  'doctor names what was deleted of the entry in %s, and what brings it back: %s without %s',
  async (tool, file, line, name) => {
    const listing = await openListing(listOf(['prime', 'lite', 'plus']));
    const rack = makeRack();
    const { code, stderr } = await rack.run(['setup', tool, ...listing.flags, '--models', 'p*', '--default', 'prime']);
    expect(code, stderr).toBe(0);
    const whole = rack.read(file);
    rack.write(file, whole.replace(line, ''));
    expect(rack.read(file)).not.toBe(whole);
    const { document } = await rack.json<{ checks: readonly { check: string; message: string; fix: string }[] }>([
      'doctor',
      tool,
    ]);
    const found = document.checks.find(({ check }) => check === 'block');
    expect(found?.message).toContain(`you removed ${name};`);
    for (const words of (found?.fix ?? '').split('; ')) {
      const [, ...args] = words.replaceAll("'", '').split(' ');
      const done = await rack.run(args);
      expect(done.code, `${words}: ${done.stderr}`).toBe(0);
    }
    expect(JSON.parse((await rack.run(['doctor', tool, '--json'])).stdout).checks).not.toContainEqual(
      expect.objectContaining({ check: 'block' }),
    );
    expect(linesOf(rack.read(file))).toEqual(linesOf(whole));
  },
);
