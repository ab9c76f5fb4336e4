import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openTerminal, type Terminal } from '../tools/harness/terminal.ts';
import { bin, key, keyVariable, makeRack, openGateway, picture, setUpRack, type Rack } from './rack.ts';

const patience = 10_000;
const opencode = '.config/opencode/opencode.jsonc';
const terminals: Terminal[] = [];

afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
});

/** The command at a keyboard; the last line of the screen tells its exit code. */
function sit(rack: Rack, args: string, env: Record<string, string> = {}): Terminal {
  const variables = () => ({
    HOME: rack.home,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    TERM: 'xterm-256color',
    [keyVariable]: key,
    ...env,
  });
  // The shell is in the same terminal: Ctrl-C must not end it before it can tell.
  const line = `trap : INT; "${process.execPath}" "${bin}" ${args}; echo "code $?"`;
  const terminal = openTerminal('/bin/sh', ['-c', line], { home: { project: rack.path('work'), variables } });
  terminals.push(terminal);
  return terminal;
}

const see = (terminal: Terminal, wanted: string | RegExp) => terminal.waitFor(wanted, patience);

describe.skipIf(process.platform === 'win32')('at a terminal', () => {
  it('sets up everything from nothing: gateway, key, tools, models, the diff, then writes', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, '{\n  // mine\n}\n');
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
    const diff = await see(terminal, 'Write these changes?');
    expect(diff).toContain('+    "modelrack": {');
    expect(rack.read(opencode)).toBe('{\n  // mine\n}\n');
    await terminal.press('Enter');
    const screen = await see(terminal, 'code 0');
    expect(screen).toMatch(/opencode +written +8 \(\+8\)/);
    expect(screen).not.toContain(key);
    expect(rack.read(opencode)).toContain('"baseURL"');
    expect(rack.read('.config/modelrack/keys/modelrack')).toBe(`${key}\n`);
  });

  it('starts with a gateway of its own where there is no other', async () => {
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Down', 'Enter');
    for (const question of ['Which tools?', 'Which models?', 'Write these changes?']) {
      await see(terminal, question);
      await terminal.press('Enter');
    }
    expect(await see(terminal, 'until Ctrl-C')).toMatch(/opencode +written +8 \(\+8\)/);
    const { baseURL } = JSON.parse(rack.read(opencode)).provider.local.options;
    const wanted = rack.read('.config/modelrack/keys/local').trim();
    const answer = await fetch(`${baseURL}/models`, { headers: { authorization: `Bearer ${wanted}` } });
    expect(answer.status).toBe(200);
    await answer.text();
    await terminal.press('Ctrl-C');
    expect(await see(terminal, 'code 0')).not.toContain(wanted);
  });

  it('checks URL and key at once, before anything is asked or written', async () => {
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
    const screen = await see(terminal, 'code 5');
    expect(screen).not.toContain('WRONG');
    expect(picture(rack.home)).toEqual({});
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
    await see(terminal, 'Which tools?');
    await terminal.press('Enter');
    await see(terminal, 'Which models?');
    await terminal.press('Down', 'Enter');
    await see(terminal, 'demo/small');
    // All are ticked; `a` unticks them.
    await terminal.type('a');
    await terminal.press('Down');
    await terminal.type(' ');
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    expect(Object.keys(JSON.parse(rack.read(opencode)).provider.modelrack.models)).toEqual(['plus']);
  });

  it('narrows a long list before it is ticked', async () => {
    const models = Array.from({ length: 70 }, (_, index) => ({ id: `maker/model-${index}` }));
    const gateway = await openGateway({ models });
    const rack = makeRack();
    const terminal = sit(rack, `setup opencode --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    await see(terminal, 'all 70 chat models');
    await terminal.press('Down', 'Enter');
    await see(terminal, 'Part of a name or id');
    await terminal.type('model-6');
    await terminal.press('Enter');
    await see(terminal, 'maker/model-69');
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).toContain('11 (+11)');
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

  it('asks before it diverts a tool', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write('.codex/config.toml', 'model_provider = "azure"\n\n[model_providers.azure]\nname = "Azure"\n');
    const terminal = sit(rack, `setup codex --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    const question = await see(terminal, 'switch it over to this gateway?');
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

/** The address of a server that takes a request and never answers; `asked` once one is there. */
async function silentServer() {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  const asked = new Promise((connected) => silent.once('connection', connected));
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it.each([
    { name: 'and says so in the one document', json: ['--json'] },
    { name: 'and says so', json: [] },
  ])('ends a command that waits for a gateway: 130, nothing written, $name', async ({ json }) => {
    const { url, asked } = await silentServer();
    const rack = makeRack();
    const args = ['setup', 'opencode', ...json, '--base-url', url, '--api-key-env', keyVariable];
    const child = spawn(process.execPath, [bin, ...args], { env: { HOME: rack.home, PATH: '', [keyVariable]: key } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    await asked;
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(130);
    expect(picture(rack.home)).toEqual({});
    expect(stderr).toMatch(/^error: Interrupted/);
    if (json.length === 0) expect(stdout).toBe('');
    else
      expect(JSON.parse(stdout)).toEqual({
        schema: 1,
        command: 'setup',
        error: expect.objectContaining({ code: 'interrupted', message: expect.stringMatching(/^Interrupted/) }),
      });
  });

  it('leaves the terminal its cursor', async () => {
    const { url, asked } = await silentServer();
    const terminal = sit(makeRack(), `setup opencode --base-url ${url} --api-key-env ${keyVariable}`);
    await asked;
    await see(terminal, 'Reading the model list');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    const [hidden, shown] = ['\u001B[?25l', '\u001B[?25h'];
    const raw = terminal.raw();
    expect(raw).toContain(hidden);
    expect(raw.lastIndexOf(shown)).toBeGreaterThan(raw.lastIndexOf(hidden));
  });
});
