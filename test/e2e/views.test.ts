import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { supportedTools } from '../repository/supported-tools.ts';
import { bin, key, keyVariable, makeRack, openGateway, setUpRack } from './rack.ts';

const escape = '\u001b';

describe('list', () => {
  it('prints the live list for people and for programs', async () => {
    const { rack } = await setUpRack();
    const plain = await rack.run(['list']);
    expect(plain.code).toBe(0);
    expect(plain.stdout.split('\n')[0]).toMatch(/^MODEL {2,}WINDOW {2,}OUTPUT {2,}KIND {2,}NAME$/);
    expect(plain.stdout).toMatch(/^demo\/small {2,}4,096/m);
    const { document } = await rack.json<{ models: object[] }>(['list', 'small']);
    expect(document).toMatchObject({ schema: 1, skipped: [], warnings: [] });
    expect(document.models).toEqual([
      {
        id: 'demo/small',
        form: 'full',
        kind: 'chat',
        name: 'Demo, small window',
        contextWindow: 4096,
        maxOutput: null,
        provider: 'demo',
        resolvesTo: [],
        tools: null,
        reasoning: null,
        vision: null,
        inputs: null,
        price: null,
        efforts: null,
        defaultEffort: null,
        effortMandatory: null,
        structured: null,
        temperature: null,
        deprecated: false,
      },
    ]);
  });

  it('asks a gateway once without keeping anything', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const result = await rack.run(['list', '--base-url', gateway.url, '--api-key-env', keyVariable]);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('demo/chat');
    expect(rack.has('.config')).toBe(false);
    expect(rack.has('.cache')).toBe(false);
    const env = { MODELRACK_BASE_URL: gateway.url, MODELRACK_API_KEY: key };
    expect((await rack.run(['list'], { env })).code).toBe(0);
  });

  it('works offline, without a key and without a gateway', async () => {
    const { rack, gateway } = await setUpRack();
    await gateway.close();
    const result = await rack.run(['list', '--offline'], { env: { [keyVariable]: '' } });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('demo/chat');
    expect(result.stderr).toContain('old');
  });

  it('shows nothing that could steer a terminal', async () => {
    const { rack } = await setUpRack({ models: [{ id: 'a/one', display_name: 'red \u001b[31mtext\u202e' }] });
    const { stdout } = await rack.run(['list']);
    expect(stdout).not.toContain(escape);
    expect(stdout).not.toContain('\u202e');
  });

  it.each([
    ['--no-color', ['--no-color'], { FORCE_COLOR: '1' }, false],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['NO_COLOR', [], { NO_COLOR: '1' }, false],
    ['a pipe', [], {}, false],
  ])('colours: %s', async (_, flags, env, isColoured) => {
    const result = await makeRack().run(['list', ...flags], { env });
    expect(result.stderr.includes(`${escape}[`)).toBe(isColoured);
  });
});

describe('status', () => {
  it('tells of every tool, set up or not', async () => {
    const { rack, gateway } = await setUpRack();
    const { document } = await rack.json<{ tools: { tool: string }[] }>(['status']);
    expect(document).toMatchObject({ schema: 1 });
    const supported = await supportedTools();
    expect(document.tools.map(({ tool }) => tool).toSorted()).toEqual(supported.map(({ id }) => id));
    expect(document.tools[0]).toEqual({
      tool: 'opencode',
      setUp: true,
      connection: 'modelrack',
      apiRoot: gateway.baseUrl,
      models: 8,
      changedByHand: false,
      lastRefresh: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lastWrite: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      files: [rack.path('.config/opencode/opencode.json')],
      error: null,
    });
    expect(document.tools[1]).toMatchObject({ setUp: false, connection: null });
  });

  it('sees a change by hand', async () => {
    const { rack } = await setUpRack();
    const file = '.config/opencode/opencode.json';
    rack.write(file, rack.read(file).replace('"Demo chat"', '"My chat"'));
    const { document } = await rack.json<{ tools: object[] }>(['status']);
    expect(document.tools[0]).toMatchObject({ changedByHand: true });
  });
});

describe('tools', () => {
  it('lists every tool with its file, flat', async () => {
    const rack = makeRack();
    rack.write('.codex/config.toml', '');
    const { document } = await rack.json<{ tools: object[] }>(['tools']);
    expect(document).toMatchObject({ schema: 1 });
    expect(document.tools).toContainEqual({
      tool: 'codex',
      name: 'Codex CLI',
      aliases: [],
      found: true,
      version: null,
      file: rack.path('.codex/config.toml'),
      format: 'toml',
      wires: ['responses'],
      exclusive: true,
      onlyNamed: false,
      projectFile: false,
      verified: expect.stringMatching(/^\d+\.\d+/),
      verification: 'ran',
      homepage: expect.stringMatching(/^https:/),
    });
  });
});

describe('connections', () => {
  it('lists, renames and forgets', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    await rack.run(['setup', 'opencode', '--gateway', 'work', '--base-url', gateway.baseUrl, '--api-key-stdin'], {
      input: key,
    });
    const { document } = await rack.json<object>(['connections', 'list']);
    expect(document).toEqual({
      schema: 1,
      connections: [{ name: 'work', apiRoot: gateway.baseUrl, key: 'file', variable: null, tools: ['opencode'] }],
    });
    expect((await rack.run(['connections', 'rename', 'work', 'home'])).code).toBe(2);
    await rack.run(['remove']);
    expect((await rack.run(['connections', 'rename', 'work', 'openai'])).code).toBe(2);
    expect((await rack.run(['connections', 'rename', 'work', 'home'])).code).toBe(0);
    expect(await rack.run(['key', 'home'])).toMatchObject({ code: 0, stdout: `${key}\n` });
    expect(rack.has('.config/modelrack/keys/work')).toBe(false);
    expect((await rack.run(['connections', 'forget', 'home'])).code).toBe(0);
    expect(rack.has('.config/modelrack/keys/home')).toBe(false);
    expect((await rack.json<{ connections: object[] }>(['connections'])).document.connections).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('gateway start', () => {
  it('serves until Ctrl-C, keeps its key to itself, and is a connection', async () => {
    const rack = makeRack();
    const env = { HOME: rack.home, PATH: '' };
    const child = spawn(process.execPath, [bin, 'gateway', 'start', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    const baseUrl = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
        resolve(String(chunk).trim());
      });
    });
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(statSync(rack.path('.config/modelrack/keys/local')).mode & 0o777).toBe(0o600);
    expect((await rack.run(['setup', 'opencode'])).code).toBe(0);
    const wanted = rack.read('.config/modelrack/keys/local').trim();
    const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    child.kill('SIGINT');
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(output).toContain('modelrack setup --gateway local');
    expect(output).not.toContain(wanted);
  });

  it('refuses another address, and a port that is taken', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    expect((await rack.run(['gateway', 'start', '--host', '0.0.0.0'])).code).toBe(2);
    const taken = await rack.run(['gateway', 'start', '--port', String(gateway.port)]);
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain('in use');
  });
});
