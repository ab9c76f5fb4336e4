import { startGateway, type ModelRow } from '@modelrack/gateway';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectRecorded, looks, openRecorder, recordedKey, type Recorder } from './recorder.ts';

const models: ModelRow[] = [
  {
    id: 'lite',
    context_window: 128_000,
    max_output_tokens: 16_384,
    pricing: { prompt: '0.0000001', completion: '0.0000004' },
  },
  { id: 'plus', context_window: 200_000, display_name: 'Plus, the one for every day' },
  {
    id: 'anthropic/claude-sonnet-4.5',
    context_window: 1_000_000,
    display_name: 'Claude Sonnet 4.5',
    pricing: { prompt: '0.000003', completion: '0.000015' },
    capabilities: { tools: true, vision: true, reasoning: true },
  },
  { id: 'qwen/qwen3-coder-480b-a35b-instruct:free', context_window: 262_144, display_name: 'Qwen3 Coder (free)' },
  { id: 'google/imagen-4', type: 'image' },
];

async function gatewayOf(rows: readonly ModelRow[]) {
  const gateway = await startGateway({ key: recordedKey, models: rows });
  onTestFinished(() => gateway.close());
  return gateway;
}

function addTools(recorder: Recorder): void {
  recorder.write('.config/opencode/opencode.jsonc', '{\n  // mine\n  "theme": "dark"\n}\n');
  recorder.write('.codex/config.toml', 'model_reasoning_effort = "high"\n');
  recorder.write('.qwen/settings.json', '{ "theme": "Dracula" }\n');
  recorder.write('.pi/agent/settings.json', '{}\n');
}

/** Set-up, what it shows from day to day, and the way back. */
async function ownTools(recorder: Recorder): Promise<void> {
  const gateway = await gatewayOf(models);
  const fewer = await gatewayOf(models.filter(({ id }) => id !== 'plus'));
  const from = `--base-url ${gateway.baseUrl} --api-key-env MY_KEY`;
  for (const args of ['status', 'connections', 'tools']) await recorder.run(args);
  addTools(recorder);
  await recorder.run(`setup opencode aider ${from} --models plus --dry-run`);
  await recorder.run(`setup ${from} --exclude '*/*'`);
  const listing = [
    'list',
    'list --sort price',
    'list --columns id,kind,provider',
    'list sonnet',
    'list nothing-like-it',
  ];
  const shown = [
    ...listing,
    'export --format markdown',
    'pick son --first',
    'pick q',
    'fits lite --tokens 150k',
    'fits plus',
  ];
  const states = ['models', 'models set lite --window 64k --vision', 'models', 'models unset lite'];
  for (const args of [...shown, ...states, 'status', 'connections']) await recorder.run(args);
  recorder.write(
    '.config/opencode/opencode.jsonc',
    recorder.read('.config/opencode/opencode.jsonc').replace('128000', '4096'),
  );
  await recorder.run('setup --check');
  await recorder.run('status');
  await recorder.run(`refresh opencode qwen-code --models 'anthropic/*' --dry-run`);
  await recorder.run(`setup opencode --gateway second --base-url ${fewer.baseUrl} --api-key-env MY_KEY`);
  await recorder.run('list --gateway second');
  for (const args of ['team init --gateway modelrack', 'refresh', 'undo', 'remove --gateway second --dry-run'])
    await recorder.run(args);
  for (const args of ['remove', 'remove', 'connections rename second third', 'connections forget third', 'status'])
    await recorder.run(args);
  for (const name of ['opencode', 'qwen']) {
    recorder.write(`bin/${name}`, '#!/bin/sh\necho 9.9.9\n');
    chmodSync(join(recorder.home, 'bin', name), 0o755);
  }
  for (const args of ['run opencode -m lite --dry-run', "run qwen --models 'p*' --dry-run -- -p hi"])
    await recorder.run(args);
}

/** The one that runs here. */
async function ownGateway(recorder: Recorder): Promise<void> {
  const { baseUrl } = await gatewayOf(models);
  const calls = [
    'gateway status',
    'gateway init',
    `gateway connect corp --base-url ${baseUrl} --api-key-env MY_KEY`,
    'gateway models',
    'gateway models --suggest',
    'gateway tiers',
    'gateway tiers set daily corp/plus corp/lite',
    'gateway tiers add daily corp/anthropic/claude-sonnet-4.5',
    'gateway tiers rename daily work',
    'gateway tiers',
    'gateway tiers unset work',
    'gateway keys',
    'gateway status',
    'gateway connect corp --remove',
  ];
  for (const args of calls) await recorder.run(args);
  await recorder.quietly("gateway keys create continuous-integration --models 'lite' --models 'anthropic/*'");
  await recorder.quietly('gateway keys create me');
  await recorder.run('gateway keys');
}

/** What it answers when it runs. */
const running = {
  connections: [
    { name: 'corp', baseUrl: 'https://gw.example.test/v1', models: 212, hasKey: true },
    { name: 'openai', baseUrl: 'https://api.openai.com/v1', models: 0, hasKey: false, isKeyMissing: true },
    { name: 'house', baseUrl: 'http://127.0.0.1:4000/v1', models: 3, failure: 'nothing is listening at this address' },
  ],
  cooldowns: [{ target: 'corp/anthropic/claude-sonnet-4.5', kind: 'rate-limit', until: '2026-11-28T12:00:30.000Z' }],
  errors: [
    {
      at: '2026-11-28T11:59:58.000Z',
      model: 'corp/anthropic/claude-sonnet-4.5',
      kind: 'rate-limit',
      status: 429,
      message: 'Number of requests has exceeded your rate limit for this minute',
    },
  ],
};

async function ownGatewayThatRuns(recorder: Recorder): Promise<void> {
  const server = createServer((_, response) => response.end(JSON.stringify(running)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  recorder.write('.config/modelrack/gateway.jsonc', JSON.stringify({ listen: { port } }));
  recorder.write('.config/modelrack/keys/local', recordedKey);
  await recorder.run('gateway status');
}

test.skipIf(process.platform === 'win32').each(looks)(
  'what is set up and shown is as it is recorded: $name',
  async (look) => {
    const recorder = openRecorder(look);
    await ownTools(recorder);
    expect(recorder.text()).not.toContain(recordedKey);
    expectRecorded(`tables-${look.name}`, recorder.text());
  },
);

test.skipIf(process.platform === 'win32').each(looks)(
  'what the own gateway shows is as it is recorded: $name',
  async (look) => {
    const recorder = openRecorder(look);
    await ownGateway(recorder);
    await ownGatewayThatRuns(recorder);
    expectRecorded(`own-gateway-${look.name}`, recorder.text());
  },
);

test('helps have no colours', async () => {
  const plain = openRecorder({ columns: 80, isColoured: false });
  const coloured = openRecorder({ columns: 80, isColoured: true });
  for (const args of ['--help', 'setup --help', 'gateway --help', 'gateway tiers set --help']) {
    await plain.run(args);
    await coloured.run(args);
  }
  expect(coloured.text()).toBe(plain.text());
});
