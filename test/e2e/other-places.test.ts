import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

describe.each([
  ['codex', 'CODEX_HOME', 'config.toml', '.codex'],
  ['claude-code', 'CLAUDE_CONFIG_DIR', 'settings.json', '.claude'],
  ['qwen-code', 'QWEN_HOME', 'settings.json', '.qwen'],
])('%s set up under %s', (tool, variable, file, usual) => {
  async function setUpElsewhere() {
    const gateway = await openGateway({ models: [{ id: 'a/one' }] });
    const rack = makeRack();
    const env = { [variable]: rack.path('elsewhere') };
    const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin'];
    const result = await rack.run(['setup', tool, ...flags], { input: key, env });
    expect(result.code, result.stdout + result.stderr).toBe(0);
    return rack;
  }

  it('is found while the variable is not set', async () => {
    const rack = await setUpElsewhere();
    const status = await rack.json<{ tools: { tool: string; models: number; files: string[] }[] }>(['status']);
    const row = status.document.tools.find((one) => one.tool === tool);
    expect(row).toMatchObject({ models: 1 });
    expect(row?.files).toContain(rack.path(`elsewhere/${file}`));
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools[0]).toMatchObject({ tool, status: 'unchanged' });
    expect(rack.has(usual), 'nothing is written to the usual place').toBe(false);
  });

  it('is taken out while the variable is not set, our command with it', async () => {
    const rack = await setUpElsewhere();
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.has(`elsewhere/${file}`)).toBe(false);
    expect(rack.has('.local/share/modelrack/bin')).toBe(false);
  });
});

it.each([
  ['codex', 'CODEX_HOME', 'config.toml', '.codex'],
  ['claude-code', 'CLAUDE_CONFIG_DIR', 'settings.json', '.claude'],
  ['qwen-code', 'QWEN_HOME', 'settings.json', '.qwen'],
  ['mistral-vibe', 'VIBE_HOME', 'config.toml', '.vibe'],
  ['copilot', 'COPILOT_HOME', 'providers.json', '.copilot'],
])('%s, set up before %s leads away, is known where it is', async (tool, variable, file, usual) => {
  const gateway = await openGateway({ models: [{ id: 'a/one' }] });
  for (const then of [{}, { [variable]: 'first' }]) {
    const rack = makeRack();
    const to = (place: Record<string, string>) =>
      Object.fromEntries(Object.entries(place).map(([name, folder]) => [name, rack.path(folder)]));
    const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin', '--mcp'];
    expect((await rack.run(['setup', tool, ...flags], { input: key, env: to(then) })).code).toBe(0);
    const now = { env: to({ [variable]: 'later' }) };
    const folder = then[variable] ?? usual;
    expect(rack.has(`${folder}/${file}`)).toBe(true);
    expect((await rack.run(['refresh'], now)).code).toBe(0);
    expect((await rack.run(['remove'], now)).code).toBe(0);
    expect([folder, '.claude.json', 'later'].filter((name) => rack.has(name))).toEqual([]);
  }
});

it('a file that no connection names any longer is found by our record, and our command goes with the last', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin'];
  await rack.run(['setup', 'claude', ...flags], { input: key });
  await rack.run(['setup', 'opencode']);
  // The configuration forgot Claude Code: a copy of an older one came back.
  const config = JSON.parse(rack.read('.config/modelrack/config.jsonc'));
  delete config.connections.modelrack.tools['claude-code'];
  rack.write('.config/modelrack/config.jsonc', JSON.stringify(config));
  expect((await rack.run(['remove'])).code).toBe(0);
  expect(rack.has('.claude/settings.json')).toBe(false);
  expect(rack.has('.local/share/modelrack/bin/modelrack.js')).toBe(false);
});

it.each([
  ['codex', 'CODEX_HOME', 'config.toml', '.codex'],
  ['claude-code', 'CLAUDE_CONFIG_DIR', 'settings.json', '.claude'],
  ['mistral-vibe', 'VIBE_HOME', 'config.toml', '.vibe'],
])('%s set up outside of the home folder is named, and nothing else is written or taken for it', async (...row) => {
  const [tool, variable, file, usual] = row;
  const gateway = await openGateway({ models: [{ id: 'a/one' }] });
  const [rack, other] = [makeRack(), makeRack()];
  const env = { [variable]: other.path('elsewhere') };
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  expect((await rack.run(['setup', tool, ...flags], { env })).code).toBe(0);
  const written = other.read(`elsewhere/${file}`);
  for (const command of ['refresh', 'remove']) {
    const { document, code } = await rack.json<RunDocument>([command]);
    expect(code).toBe(0);
    expect(document.tools[0]).toMatchObject({ tool, status: 'unchanged', files: [] });
    expect(document.tools[0]?.notes.join('\n')).toContain(`${other.path(`elsewhere/${file}`)} stays as it is`);
    expect(rack.has(usual), 'nothing is written to the usual place').toBe(false);
    expect(other.read(`elsewhere/${file}`)).toBe(written);
  }
  expect((await rack.run(['remove', tool], { env })).code).toBe(0);
  expect(other.has(`elsewhere/${file}`)).toBe(false);
});
