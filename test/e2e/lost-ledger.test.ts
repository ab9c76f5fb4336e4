import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

/** Set up with a key file, so that keys stand in files or are called for. */
async function withKeyFile(tools: readonly string[], more: { files?: Record<string, string>; flags?: string[] } = {}) {
  const gateway = await openGateway();
  const rack = makeRack();
  for (const [name, text] of Object.entries(more.files ?? {})) rack.write(name, text);
  const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin', ...(more.flags ?? [])];
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

// The real one ends its list with an error about `{}`, whoever made the file.
it.each([undefined, '{}\n', '{ "providers": {} }\n'])(
  'remove without a ledger leaves pi no empty file of models: %s',
  async (text) => {
    const file = '.pi/agent/models.json';
    const { rack } = await withKeyFile(['pi'], text === undefined ? {} : { files: { [file]: text } });
    rmSync(rack.path('.local/state'), { recursive: true });
    expect((await rack.run(['remove', 'pi'])).code).toBe(0);
    expect(rack.has(file)).toBe(false);
  },
);

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

const vscode = '.config/Code/User/chatLanguageModels.json';
const cline = '.cline/data/settings/providers.json';
const clineFile = (rest: object) => `${JSON.stringify({ version: 1, providers: { a: { settings: {} } }, ...rest })}\n`;
const continueFile = '.continue/config.yaml';
const modelsOf = (name: string) =>
  `name: me\nversion: 1.0.0\nmodels:\n  - name: ${name}\n    provider: ollama\n    model: x\n`;

describe('set up, the ledger is lost, remove', () => {
  async function removed(tool: string, name: string, text: string) {
    const flags = tool === 'cline' ? ['--take-over'] : [];
    const { rack } = await withKeyFile([tool], { files: { [name]: text }, flags });
    expect(rack.read(name)).not.toBe(text);
    rmSync(rack.path('.local/state'), { recursive: true });
    const { code, document } = await rack.json<RunDocument>(['remove', tool]);
    expect(code).toBe(0);
    return { rack, row: document.tools[0] };
  }

  it.each([
    ['an item under our name', 'vscode', vscode, '[ {"name":"Ollama","vendor":"ollama"} ]\n'],
    ['a slot, and what points to it', 'cline', cline, clineFile({})],
    ['a label that the user has too', 'continue', continueFile, modelsOf('lite')],
    ['a list that a comment keeps', 'aichat', '.config/aichat/config.yaml', 'model: x\nclients: []  # none\n'],
  ])('leaves nothing of %s', async (_, tool, name, text) => {
    const { rack } = await removed(tool, name, text);
    expect(rack.read(name)).toBe(text);
  });

  it('points to no provider that is gone, and keeps what the user has in the slot', async () => {
    const slot = { settings: { timeoutMs: 7 }, updatedAt: '2026-01-02T03:04:05.000Z' };
    const { rack } = await removed('cline', cline, clineFile({ providers: { 'openai-compatible': slot } }));
    const { lastUsedProvider, providers } = JSON.parse(rack.read(cline));
    expect(lastUsedProvider).toBeUndefined();
    expect(providers['openai-compatible']).toMatchObject({ ...slot, settings: { provider: 'openai-compatible' } });
  });

  it('leaves no name of ours, and the version where something of the user is left', async () => {
    const { rack } = await removed('continue', continueFile, 'schema: v1\n');
    expect(rack.read(continueFile)).toBe('schema: v1\nversion: "1.0.0"\n');
  });

  it("leaves the way of signing in that the user's own entry needs as well", async () => {
    const row = { id: 'x', baseUrl: 'https://other.example.test/v1', envKey: 'OTHER_KEY' };
    const text = `${JSON.stringify({ modelProviders: { openai: [row] } })}\n`;
    const { rack } = await removed('qwen-code', '.qwen/settings.json', text);
    expect(JSON.parse(rack.read('.qwen/settings.json'))).toEqual({
      modelProviders: { openai: [row] },
      security: { auth: { selectedType: 'openai' } },
    });
  });

  it('takes the mark of a first run that is ours, and leaves one of the tool', async () => {
    const mark = '.continue/.onboarding_complete';
    const { rack } = await removed('continue', continueFile, modelsOf('mine'));
    expect(rack.has(mark)).toBe(false);
    rack.write(mark, '{}');
    await rack.run(['remove', 'continue']);
    expect(rack.read(mark)).toBe('{}');
  });

  it('takes a slot whole that the tool wrote anew since', async () => {
    const { rack } = await withKeyFile(['cline']);
    rack.write(cline, rack.read(cline).replace('2026-01-01T00:00:00.000Z', '2026-05-06T07:08:09.000Z'));
    rmSync(rack.path('.local/state'), { recursive: true });
    await rack.run(['remove', 'cline']);
    expect(rack.read(cline).trim()).toBe('{}');
  });
});
