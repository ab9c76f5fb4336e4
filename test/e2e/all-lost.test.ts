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

const mine = { type: 'command', command: 'true' };
const settings = `${JSON.stringify({ theme: 'dark', hooks: { SessionStart: [{ hooks: [mine] }] } }, undefined, 2)}\n`;
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

  it('takes out its own call alone where the user has another key beside it', async () => {
    const { rack, setUp } = await onAnotherMachine('claude-code', { '.claude/settings.json': settings });
    const file = '.claude/settings.json';
    const changed = JSON.parse(rack.read(file));
    changed.env.ANTHROPIC_AUTH_TOKEN = 'sk-test-mine';
    rack.write(file, JSON.stringify(changed));
    await setUp();
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(JSON.parse(rack.read(file)).env).toMatchObject({
      ANTHROPIC_BASE_URL: changed.env.ANTHROPIC_BASE_URL,
      ANTHROPIC_AUTH_TOKEN: 'sk-test-mine',
    });
  });

  it('says of a tool in which nothing tells who wrote it that it still leads to the gateway', async () => {
    const file = '.aider.conf.yml';
    const { rack, setUp } = await onAnotherMachine('aider', { [file]: 'dark-mode: true\n' });
    const before = rack.read(file);
    await setUp();
    const { stdout, stderr } = await rack.run(['remove', '--yes']);
    expect(stdout + stderr).toContain(`openai-api-base in ~/${file} stays`);
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
    expect(stdout + stderr).toContain(`${named} ~/${file} stays: nothing says that modelrack wrote it; run`);
    expect(rack.read(file)).toBe(before);
  });

  it('names what stays of a model that the user changed', async () => {
    const { rack } = await setUpRack();
    const file = '.config/opencode/opencode.json';
    rack.write(file, rack.read(file).replace(/"context": \d+/, '"context": 4096'));
    const { stderr, stdout } = await rack.run(['remove']);
    expect(stdout + stderr).toContain(`opencode: what you changed of lite stays in ~/${file}`);
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
