import { describe, expect, it } from 'vitest';
import { makeRack, openGateway, keyVariable, setUpRack } from './rack.ts';

interface Listed {
  readonly models: readonly {
    readonly id: string;
    readonly contextWindow: number | null;
    readonly vision: boolean | null;
  }[];
}
interface RunDocument {
  readonly tools: readonly {
    readonly status: string;
    readonly notes: readonly string[];
    readonly models: { readonly leftOut?: readonly string[] };
  }[];
}

interface Finding {
  readonly check: string;
  readonly subject: string;
}

describe('facts that a user states', () => {
  it('beat the word of the gateway, reach the tools, and stand beside comments', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one', context_window: 9000 }, { id: 'a/two' }] });
    const config = '.config/modelrack/config.jsonc';
    rack.write(config, `// mine\n${rack.read(config)}`);
    const args = [
      'models',
      'set',
      'a/two',
      '--window',
      '128k',
      '--output',
      '8000',
      '--vision',
      '--no-tools',
      '--price',
      '3/15',
    ];
    const set = await rack.run(args);
    expect(set, set.stderr).toMatchObject({ code: 0 });
    expect(rack.read(config)).toMatch(/^\/\/ mine\n/);
    expect((await rack.run(['models', 'list'])).stdout).toContain(
      'window 128,000, output 8,000, vision yes, tools no, price $3/$15',
    );
    const { document } = await rack.json<Listed>(['list']);
    expect(document.models).toMatchObject([
      { id: 'a/one', contextWindow: 9000 },
      { id: 'a/two', contextWindow: 128_000, vision: true },
    ]);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(rack.read('.config/opencode/opencode.json')).toContain('"limit": { "context": 128000, "output": 8000 }');

    expect((await rack.run(['models', 'unset', 'a/two', '--only', 'vision'])).code).toBe(0);
    expect((await rack.json<Listed>(['list', 'two'])).document.models).toMatchObject([
      { contextWindow: 128_000, vision: null },
    ]);
    expect((await rack.run(['models', 'unset', 'a/two'])).code).toBe(0);
    expect(rack.read(config)).not.toContain('a/two');
    expect(await rack.run(['models', 'unset', 'a/two'])).toMatchObject({ code: 2 });
    expect(await rack.run(['models', 'set', 'a/two'])).toMatchObject({ code: 2 });
    expect(await rack.run(['models', 'set', 'a/two', '--window', '0'])).toMatchObject({ code: 2 });
  });
});

it('a window that a user states beats the one of the gateway, and stays after a refresh', async () => {
  const { rack } = await setUpRack({ models: [{ id: 'a/one', context_window: 9000 }] });
  expect((await rack.run(['models', 'set', 'a/one', '--window', '64k'])).code).toBe(0);
  for (let round = 0; round < 2; round += 1) {
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(rack.read('.config/opencode/opencode.json')).toContain('"context": 64000');
    expect((await rack.json<Listed>(['list'])).document.models).toMatchObject([{ contextWindow: 64_000 }]);
  }
});

describe('models that a tool cannot take', () => {
  it('are told in one line, and a tool that can take none is skipped and its file left alone', async () => {
    const models = Array.from({ length: 70 }, (_, index) => ({ id: `acme/model-${index}` }));
    const gateway = await openGateway({ models });
    const rack = makeRack();
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--yes'];
    const { code, document } = await rack.json<RunDocument>(['setup', 'zed', ...flags]);
    expect(code).toBe(6);
    expect(document.tools).toMatchObject([{ status: 'skipped', error: { code: 'no-models' } }]);
    expect(rack.has('.config/zed/settings.json')).toBe(false);
    const both = await rack.json<RunDocument>(['setup', 'zed', 'opencode', ...flags]);
    expect(both.document.tools.map(({ status }) => status)).toEqual(['skipped', 'written']);
  });

  it('are named with --json and --verbose', async () => {
    const models = [
      { id: 'a/known', context_window: 128_000 },
      ...Array.from({ length: 5 }, (_, index) => ({ id: `a/open-${index}` })),
    ];
    const gateway = await openGateway({ models });
    const rack = makeRack();
    const args = ['setup', 'zed', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--yes'];
    const plain = await rack.run(args);
    expect(plain.stderr.match(/left out/g)).toHaveLength(1);
    expect(plain.stderr).toContain('zed: not found on this machine');
    const again = await rack.run([...args, '--verbose']);
    // Its folder is there now, but by us alone.
    expect(again.stderr).toContain('zed: not found on this machine');
    expect(again.stderr).toContain('zed: left out: a/open-0, a/open-1, a/open-2, a/open-3, a/open-4');
    const { document } = await rack.json<RunDocument>(args);
    expect(document.tools[0]?.models.leftOut).toHaveLength(5);
    rack.write('.config/zed/keymap.json', '[]');
    expect((await rack.run(args)).stderr).not.toContain('not found');
  });
});

it('a list is sorted, and shows the columns that are asked for', async () => {
  const models = [
    { id: 'a/dear', context_window: 200_000, pricing: { prompt: '0.000003', completion: '0.000015' } },
    { id: 'b/cheap', context_window: 128_000, pricing: { prompt: '0.0000001', completion: '0.0000004' } },
  ];
  const { rack } = await setUpRack({ models });
  const { stdout } = await rack.run(['list', '--sort', 'price', '--columns', 'id,price']);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['MODEL', '$/M IN/OUT'],
    ['b/cheap', '$0.10/$0.40'],
    ['a/dear', '$3/$15'],
  ]);
  expect((await rack.run(['fits', 'a/dear', '--tokens', '100k'])).stdout).toContain('Reading it once costs $0.30.');
});

it('facts that a user states are what doctor compares the tools with, while the gateway is down as well', async () => {
  const { rack, gateway } = await setUpRack({ models: [{ id: 'a/two', context_window: 9000 }] });
  expect((await rack.run(['models', 'set', 'a/two', '--window', '128k'])).code).toBe(0);
  expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
  await gateway.close();
  const { document } = await rack.json<{ checks: readonly Finding[] }>(['doctor', 'opencode']);
  const found = document.checks.filter(({ subject }) => subject === 'opencode').map(({ check }) => check);
  expect(found).toContain('ours');
  expect(found.filter((check) => check === 'models' || check === 'stale')).toEqual([]);
});
