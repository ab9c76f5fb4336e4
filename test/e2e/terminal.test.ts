import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, setUpRack } from './rack.ts';
import { see, sit } from './sit.ts';

const opencode = '.config/opencode/opencode.jsonc';

describe.skipIf(process.platform === 'win32')('at a terminal', () => {
  it('sets up everything from nothing: gateway, key, tools, models, the diff, then writes', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, '{\n  // mine\n}\n');
    const before = picture(rack.home);
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Enter');
    await see(terminal, 'Base URL of the gateway');
    await terminal.type(gateway.url);
    await terminal.press('Enter');
    await see(terminal, 'Key of the gateway');
    await terminal.type(key);
    await terminal.press('Enter');
    const tools = await see(terminal, 'Which tools?');
    expect(tools).toMatch(/◉ opencode$/m);
    expect(tools).toContain('◯ Codex CLI (not found here)');
    await terminal.press('Enter');
    expect(await see(terminal, 'Which models?')).toContain('all 8 chat models');
    await terminal.press('Enter');
    const page = await see(terminal, 'Write these changes?');
    expect(page).toMatch(/^opencode +8 \(\+8\) +~\/\.config\/opencode\/opencode\.jsonc +\d+ +0$/m);
    expect(page).not.toContain('+    "modelrack": {');
    await terminal.press('Down', 'Enter');
    const diff = await see(terminal, '+    "modelrack": {');
    expect(diff).not.toContain(key);
    expect(picture(rack.home)).toEqual(before);
    await terminal.press('Enter');
    const screen = await see(terminal, 'code 0');
    expect(screen).toMatch(/opencode +written +8 \(\+8\)/);
    expect(screen).not.toContain(key);
    expect(rack.read(opencode)).toContain('"baseURL"');
    expect(rack.read('.config/modelrack/keys/modelrack')).toBe(`${key}\n`);
  });

  it('checks URL and key at once, and asks for the key until it is right', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const terminal = sit(rack, 'setup');
    await see(terminal, 'Which gateway?');
    await terminal.press('Enter');
    await terminal.type('ftp://nonsense');
    await terminal.press('Enter');
    await see(terminal, 'http:// or https://');
    await terminal.press('Ctrl-U');
    await terminal.type(gateway.url);
    await terminal.press('Enter');
    for (const count of [1, 2, 3]) {
      await see(terminal, new RegExp(`(?:Key of the gateway[^]*){${count}}`));
      await terminal.type('gk_wrongWRONGwrong');
      await terminal.press('Enter');
    }
    const screen = await see(terminal, /(?:error: the gateway refused the key[^]*){3}/);
    expect(screen).not.toContain('WRONG');
    expect(screen).not.toContain('toggle visibility');
    expect(picture(rack.home)).toEqual({});
    await terminal.type(key);
    await terminal.press('Enter');
    await see(terminal, 'Which tools?');
  });

  it.each([
    { name: 'without one', flags: '' },
    { name: 'with --api-key-stdin', flags: '--api-key-stdin --yes' },
  ])('asks for a key again that was refused, $name', async ({ flags }) => {
    const gateway = await openGateway();
    const rack = makeRack();
    const terminal = sit(rack, `setup opencode --base-url ${gateway.url} ${flags}`);
    await see(terminal, 'Key of the gateway');
    await terminal.type('gk_wrongWRONGwrong');
    await terminal.press('Enter');
    expect(await see(terminal, /(?:Key of the gateway[^]*){2}/)).toContain('error:');
    await terminal.type(key);
    await terminal.press('Enter');
    if (flags === '') {
      await see(terminal, 'Write these changes?');
      await terminal.press('Enter');
    }
    await see(terminal, 'code 0');
    expect(rack.read('.config/modelrack/keys/modelrack')).toBe(`${key}\n`);
  });

  it('asks for no other key than a typed one', async () => {
    const gateway = await openGateway();
    const url = `--base-url ${gateway.url} --api-key-env WRONG`;
    await see(sit(makeRack(), `setup opencode ${url}`, { WRONG: 'gk_wrongWRONGwrong' }), 'code 5');
  });

  it('writes the models that are ticked, and no others', async () => {
    const { rack } = await setUpRack({}, ['qwen']);
    rack.write(opencode, '{}\n');
    const terminal = sit(rack, 'setup');
    expect(await see(terminal, 'Which gateway?')).toMatch(/❯ modelrack {2}http:\S+ {2}\(qwen-code\)$/m);
    await terminal.press('Enter');
    // Ticked is what was set up before; what was found since is there to be ticked.
    const tools = await see(terminal, 'Which tools?');
    expect(tools).toMatch(/◯ opencode$/m);
    expect(tools).toMatch(/◉ Qwen Code$/m);
    expect(tools).toMatch(/^Gateway: modelrack, /m);
    await terminal.type(' ');
    await terminal.press('Enter');
    await see(terminal, 'Which models?');
    await terminal.type('by s');
    await terminal.press('Enter');
    await see(terminal, 'demo/small');
    await terminal.press('Down', 'Tab', 'Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(Object.keys(JSON.parse(rack.read(opencode)).provider.modelrack.models)).toEqual(['plus']);
  });

  it('narrows a long list, keeps what was ticked, and keeps a glob where the choice is one', async () => {
    const models = Array.from({ length: 70 }, (_, index) => ({ id: `maker/model-${index}` }));
    const gateway = await openGateway({ models });
    const rack = makeRack();
    const terminal = sit(rack, `setup opencode --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    await see(terminal, 'all 70 chat models');
    await terminal.type('by s');
    await terminal.press('Enter');
    await see(terminal, 'all 70 shown');
    await terminal.press('Enter');
    await see(terminal, 'Tick at least one');
    await terminal.type('model-6');
    await see(terminal, 'all 11 shown');
    await terminal.press('Ctrl-A');
    await see(terminal, '11 chosen: *model-6*');
    await terminal.press('Ctrl-U');
    await terminal.type('maker -42');
    await see(terminal, 'all 1 shown');
    await terminal.press('Tab');
    await see(terminal, '12 chosen: *model-6*, maker/model-42');
    await terminal.press('Enter');
    expect(await see(terminal, 'Write these changes?')).toContain('12 of 70 chat models: *model-6*, maker/model-42');
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).toContain('12 (+12)');
    const { tools } = JSON.parse(rack.read('.config/modelrack/config.jsonc')).connections.modelrack;
    expect(tools.opencode).toEqual({ models: ['*model-6*', 'maker/model-42'], exclude: [] });
  });

  it('leaves everything when the answer is no, or Ctrl-C', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const args = `setup opencode --base-url ${gateway.url} --api-key-env ${keyVariable}`;
    const first = sit(rack, args);
    await see(first, 'Write these changes?');
    await first.type('n');
    await first.press('Enter');
    expect(await see(first, 'code 0')).toContain('Nothing was written.');
    const second = sit(rack, args);
    await see(second, 'Write these changes?');
    await second.press('Ctrl-C');
    await see(second, 'code 130');
    expect(rack.has('.config')).toBe(false);
  });

  it.each(['refresh', 'setup opencode codex'])('offers another default where it left the list: %s', async (command) => {
    let ids = ['a/one', 'a/two', 'b/three'];
    const { rack } = await setUpRack({ models: () => ids.map((id) => ({ id })) }, ['opencode', 'codex']);
    expect((await rack.run(['refresh', '--default', 'a/one'])).code).toBe(0);
    ids = ['a/two', 'b/three'];
    const kept = sit(rack, command);
    expect(await see(kept, 'Choose another one?')).toContain('"a/one", the default of opencode, codex');
    await kept.type('n');
    await kept.press('Enter');
    if (command !== 'refresh') {
      await see(kept, 'Write these changes?');
      await kept.press('Enter');
    }
    expect(await see(kept, 'code 0')).toContain('a/one');
    const terminal = sit(rack, command);
    await see(terminal, 'Choose another one?');
    await terminal.press('Enter');
    await see(terminal, 'Model:');
    await terminal.type('thr');
    await terminal.press('Enter');
    if (command !== 'refresh') {
      await see(terminal, 'Write these changes?');
      await terminal.press('Enter');
    }
    await see(terminal, 'code 0');
    const { tools } = JSON.parse(rack.read('.config/modelrack/config.jsonc')).connections.modelrack;
    expect(tools).toEqual({ opencode: { default: 'b/three' }, codex: { default: 'b/three' } });
    expect(JSON.parse(rack.read('.config/opencode/opencode.json')).model).toBe('modelrack/b/three');
    expect(rack.read('.codex/config.toml')).toContain('model = "b/three"');
  });

  it('asks before it diverts a tool', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write('.codex/config.toml', 'model_provider = "azure"\n\n[model_providers.azure]\nname = "Azure"\n');
    const terminal = sit(rack, `setup codex --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    const question = await see(terminal, 'switch it to this gateway?');
    expect(question).toContain('azure');
    await terminal.type('y');
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(rack.read('.codex/config.toml')).toContain('model_provider = "modelrack"');
  });

  it('asks before it points a connection elsewhere', async () => {
    const { rack } = await setUpRack();
    const other = await openGateway();
    const terminal = sit(rack, `setup opencode --base-url ${other.url} --api-key-env ${keyVariable}`);
    await see(terminal, 'Point it to');
    await terminal.press('Enter');
    await see(terminal, 'code 2');
    expect(other.requests).toEqual([]);
  });

  it('asks nothing with --yes', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const terminal = sit(rack, `setup opencode --yes --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    expect(await see(terminal, 'code 0')).toContain('written');
    expect(await see(sit(makeRack(), 'setup --yes'), 'code 2')).toContain('--base-url URL');
  });

  it('shows no key', async () => {
    const { rack } = await setUpRack();
    expect(await see(sit(rack, 'key'), 'code 2')).not.toContain(key);
  });
});
