import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, setUpRack, type RunDocument } from './rack.ts';

/** What is left of it on a second machine: the files of the tools, which lead to another home and another Node. */
async function onAnotherMachine(tool: string, files: Readonly<Record<string, string>>) {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  for (const [name, text] of Object.entries(files)) rack.write(name, text);
  const setUp = async () => {
    const args = ['setup', tool, '--base-url', baseUrl, '--api-key-stdin', '--take-over'];
    const { code, stdout, stderr } = await rack.run(args, { input: key });
    expect(code, stdout + stderr).toBe(0);
  };
  await setUp();
  for (const name of Object.keys(files)) {
    rack.write(name, rack.read(name).replaceAll(process.execPath, '/opt/node').replaceAll(rack.home, '/home/me'));
  }
  for (const folder of ['.local', '.cache', '.config/modelrack']) {
    rmSync(rack.path(folder), { recursive: true, force: true });
  }
  return { rack, setUp, baseUrl };
}

const ownHook = { type: 'command', command: 'true' };
const settings = `${JSON.stringify({ theme: 'dark', hooks: { SessionStart: [{ hooks: [ownHook] }] } }, undefined, 2)}\n`;
const provider = { options: { baseURL: 'https://other.example.test/v1' }, models: { big: {} } };
const cases: readonly (readonly [tool: string, file: string, text: string])[] = [
  ['claude-code', '.claude/settings.json', settings],
  // A word that says nothing of us is nobody's, and stays.
  [
    'qwen-code',
    '.qwen/settings.json',
    settings.replace(/}\n$/, ', "security": { "auth": { "selectedType": "openai" } } }\n'),
  ],
  ['droid', '.factory/settings.json', settings],
  ['codex', '.codex/config.toml', 'approval_policy = "never"\n'],
  ['continue', '.continue/config.yaml', 'name: me\nversion: 1.0.0\n'],
  [
    'opencode',
    '.config/opencode/opencode.json',
    `${JSON.stringify({ provider: { other: provider } }, undefined, 2)}\n`,
  ],
  // Anybody may have written that line, ours or not; it leads nowhere.
  ...(
    [
      ['opencode', '.config/opencode/opencode.jsonc', 'https://opencode.ai/config.json'],
      ['kilo', '.config/kilo/kilo.jsonc', 'https://app.kilo.ai/config.json'],
      ['crush', '.config/crush/crush.json', 'https://charm.land/crush.json'],
    ] as const
  ).map(([tool, file, $schema]) => [tool, file, `${JSON.stringify({ $schema, mine: true }, undefined, 2)}\n`] as const),
];

describe.skipIf(process.platform === 'win32')('state, cache and configuration are lost', () => {
  it.each(cases)('%s: set up again and removed, %s is as it was', async (tool, file, text) => {
    const { rack, setUp } = await onAnotherMachine(tool, { [file]: text });
    await setUp();
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.read(file)).not.toMatch(/modelrack|lite|127\.0\.0\.1|gk_e2e/);
    expect(withoutSpace(rack.read(file))).toBe(withoutSpace(text));
  });

  it.each(cases)('%s: remove alone touches nothing, and tells what to do', async (tool, file, text) => {
    const { rack } = await onAnotherMachine(tool, { [file]: text });
    const before = rack.read(file);
    const { document } = await rack.json<RunDocument>(['remove']);
    const row = document.tools.find((one) => one.tool === tool);
    expect(JSON.stringify(row)).toContain(`modelrack setup ${tool} --base-url URL`);
    expect(JSON.stringify(row)).not.toContain('$schema');
    expect(rack.read(file)).toBe(before);
  });

  it('takes out its own calls where the user has another key beside them, and names what nothing tells of', async () => {
    const { rack, setUp } = await onAnotherMachine('claude-code', { '.claude/settings.json': settings });
    const file = '.claude/settings.json';
    const changed = JSON.parse(rack.read(file));
    changed.env.ANTHROPIC_AUTH_TOKEN = 'sk-test-mine';
    rack.write(file, JSON.stringify(changed));
    await setUp();
    const { code, stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(code).toBe(0);
    const left = JSON.parse(rack.read(file));
    expect(left).toMatchObject({
      hooks: { SessionStart: [{ hooks: [ownHook] }] },
      env: { ANTHROPIC_BASE_URL: changed.env.ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN: 'sk-test-mine' },
      model: changed.model,
    });
    expect(JSON.stringify(left)).not.toMatch(/modelrack\.js|modelrack@modelrack|plugins/);
    const note = `claude-code: env.ANTHROPIC_BASE_URL, .*modelPicker.options, .*model in ~/${file} stay, with a key: there is no record`;
    expect(stdout + stderr).toMatch(new RegExp(note.replaceAll('/.', String.raw`/\.`)));
  });

  it('takes out its whole file of hooks where the user has another key in their provider, and not what leads there', async () => {
    const { rack, setUp } = await onAnotherMachine('copilot', {});
    const file = '.copilot/providers.json';
    rack.write(file, rack.read(file).replace(key, 'sk-test-mine'));
    rack.write('.copilot/settings.json', '{ "model": "modelrack/plus" }\n');
    await setUp();
    const before = rack.read(file);
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(rack.has('.copilot/hooks/modelrack-refresh.json')).toBe(false);
    expect(rack.read(file)).toBe(before);
    expect(rack.read('.copilot/settings.json')).toBe('{ "model": "modelrack/plus" }\n');
    expect(stdout + stderr).toContain('copilot: model in ~/.copilot/settings.json stays: there is no record');
    expect(stdout + stderr).toContain(
      `copilot: providers.[…], models in ~/${file} stay, with a key: there is no record`,
    );
  });

  it.each([
    ['droid', '.factory/settings.json', 'customModels'],
    ['qwen-code', '.qwen/settings.json', 'modelProviders.openai'],
    ['aider', '.aider.conf.yml', 'openai-api-base'],
    ['llm', '.config/io.datasette.llm/keys.json', 'modelrack'],
    ['raycast', '.config/raycast/ai/providers.yaml', 'providers.[…]'],
    ['cline', '.cline/data/settings/providers.json', 'providers.openai-compatible.settings.baseUrl'],
  ])('%s: names what stays beside another key in %s: %s', async (tool, file, named) => {
    const { rack, setUp } = await onAnotherMachine(tool, {});
    rack.write(file, rack.read(file).replaceAll(key, 'sk-test-mine'));
    await setUp();
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(rack.read(file)).toContain('sk-test-mine');
    expect(rack.read(file)).not.toMatch(/modelrack\.js/);
    const line = (stdout + stderr).split('\n').find((one) => one.startsWith(`${tool}: ${named}`));
    expect(line).toContain(` in ~/${file} stay`);
  });

  it.each([
    ['opencode', '.config/opencode/opencode.json', '"lite": {', '"mine": { "name": "Mine" }, "lite": {', '"mine"'],
    ['codex', '.codex/config.toml', 'wire_api', 'stream_max_retries = 3\nwire_api', 'stream_max_retries = 3'],
    ['claude-code', '.claude/settings.json', '"label": "plus"', '"label": "Mine"', '"Mine"'],
  ])('%s: our call for the key says that the rest is ours, beside what the user added', async (tool, ...rest) => {
    const [file, find, replace, mine] = rest;
    const { rack, setUp } = await onAnotherMachine(tool, {});
    rack.write(file, rack.read(file).replace(find, replace));
    await setUp();
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.read(file)).toContain(mine);
    expect(rack.read(file)).not.toMatch(/127\.0\.0\.1|modelrack\.js|keys|ultra/);
  });

  it('says of a tool in which nothing tells who wrote it that it still leads to the gateway', async () => {
    const file = '.aider.conf.yml';
    const { rack, setUp } = await onAnotherMachine('aider', { [file]: 'dark-mode: true\n' });
    const before = rack.read(file);
    await setUp();
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(stdout + stderr).toContain(
      `openai-api-base, openai-api-key, model in ~/${file} stay, with a key: there is no record`,
    );
    expect(stdout + stderr).not.toContain(rack.home);
    expect(rack.read(file)).toBe(before);
  });

  it.each([
    ['goose', 'GOOSE_PROVIDER in', '.config/goose/config.yaml', 'extensions: {}\n'],
    ['opencode', 'provider.modelrack, model in', '.config/opencode/opencode.json', '{ "theme": "dark" }\n'],
  ])('%s: names also the choice that it leaves: %s', async (tool, named, file, text) => {
    const { rack, baseUrl } = await onAnotherMachine(tool, { [file]: text });
    const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable, '--default', 'plus'];
    expect((await rack.run(['setup', tool, ...flags])).code).toBe(0);
    for (const folder of ['.local', '.cache', '.config/modelrack'])
      rmSync(rack.path(folder), { recursive: true, force: true });
    const before = rack.read(file);
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(stdout + stderr).toMatch(
      new RegExp(`${named} ~/${file} stays?: there is no record that modelrack wrote it; run`),
    );
    expect(rack.read(file)).toBe(before);
  });

  it('names the word of which nobody knows whether it stood there before', async () => {
    const file = '.qwen/settings.json';
    const { rack, setUp } = await onAnotherMachine('qwen-code', { [file]: settings });
    await setUp();
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(JSON.parse(rack.read(file))).toMatchObject({ security: { auth: { selectedType: 'openai' } } });
    expect(stdout + stderr).toContain(`qwen-code: security.auth.selectedType in ~/${file} stays: there is no record`);
  });

  it('does not name that word where it is known to have stood there before', async () => {
    const rack = makeRack();
    const file = '.qwen/settings.json';
    rack.write(file, '{ "security": { "auth": { "selectedType": "openai" } } }\n');
    const { baseUrl } = await openGateway();
    await rack.run(['setup', 'qwen-code', '--base-url', baseUrl, '--api-key-env', keyVariable]);
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(rack.read(file)).toBe('{ "security": { "auth": { "selectedType": "openai" } } }\n');
    expect(stdout + stderr).not.toContain('selectedType');
  });

  it('names what stays of a model that the user changed', async () => {
    const { rack } = await setUpRack();
    const file = '.config/opencode/opencode.json';
    rack.write(file, rack.read(file).replace(/"context": \d+/, '"context": 4096'));
    const { stderr, stdout } = await rack.run(['remove']);
    expect(stdout + stderr).toContain(`opencode: your changes to lite stay in ~/${file}`);
    expect(rack.read(file)).toContain('4096');
  });

  it('does not claim that nothing is left where only the name could be looked for', async () => {
    const rack = makeRack();
    const { stdout, stderr } = await rack.run(['remove', '--yes'], { env: { [keyVariable]: '' } });
    expect(stdout + stderr).toMatch(/No entry under the name modelrack was found in \d+ tools/);
  });
});

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '');
}
