import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, describe, onTestFinished } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, type Rack } from './rack.ts';

const config = '.config/modelrack/gateway.jsonc';

/** The command serving on a free port; it ends with the test. */
async function serve(rack: Rack, args: readonly string[] = []) {
  const env = { HOME: rack.home, USERPROFILE: rack.home, PATH: '', [keyVariable]: key };
  const child = spawn(process.execPath, [bin, 'gateway', 'start', '--port', '0', '--log', ...args], { env });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  onTestFinished(() => void child.kill('SIGKILL'));
  const [first] = await once(child.stdout, 'data');
  const baseUrl = String(first).trim();
  return {
    baseUrl,
    told: () => stderr,
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}

describe.skipIf(process.platform === 'win32')('the local gateway', () => {
  it('says on Ctrl-C what still points to it, how to go back and how to go on', async () => {
    const rack = makeRack();
    const idle = await serve(rack);
    await idle.stop();
    expect(idle.told()).not.toContain('still point');
    const gateway = await serve(rack);
    expect((await rack.run(['setup', 'opencode', 'zed', '--gateway', 'local'])).code).toBe(0);
    expect(await gateway.stop()).toBe(0);
    expect(gateway.told()).toContain('opencode, zed still point to it.');
    expect(gateway.told()).toContain(`: modelrack gateway start --port ${new URL(gateway.baseUrl).port}\n`);
    const [, back = ''] = /Remove it from there with: modelrack (.*)\n/.exec(gateway.told()) ?? [];
    expect((await rack.run(back.split(' '))).code).toBe(0);
    expect(rack.has('.config/opencode/opencode.json')).toBe(false);
  });

  it('init writes what is found; nothing answers from the demo once a provider is connected', async () => {
    const upstream = await openGateway({ models: [{ id: 'gpt-9-mini', context_window: 1000 }, { id: 'gpt-9' }] });
    const rack = makeRack();
    const made = await rack.run(['gateway', 'init'], { env: { GROQ_API_KEY: key } });
    expect(made.code).toBe(0);
    expect(rack.read(config)).toContain('"groq": { "preset": "groq", "key": "{env:GROQ_API_KEY}" }');
    rack.write(config, '{\n  // mine\n  "connections": {}, // too\n}\n');
    const tiers = async () => (await rack.json<{ tiers: object[] }>(['gateway', 'tiers'])).document.tiers;
    expect(await tiers()).toContainEqual({ name: 'lite', chain: ['demo/chat'], isSet: false });
    const connected = await rack.run([
      'gateway',
      'connect',
      'lab',
      '--base-url',
      upstream.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(connected.stdout).toContain('Connected lab: 2 models');
    expect(rack.read(config)).toContain('// mine');
    expect(rack.read(config)).toContain('// too');
    expect(rack.read(config)).not.toContain(key);
    expect(await tiers()).toEqual([
      { name: 'lite', chain: ['lab/gpt-9-mini'], isSet: false },
      { name: 'plus', chain: ['lab/gpt-9'], isSet: false },
      { name: 'ultra', chain: ['lab/gpt-9'], isSet: false },
    ]);
    const { document } = await rack.json<{ models: { id: string }[] }>(['gateway', 'models']);
    expect(document.models.map(({ id }) => id)).toEqual(['lite', 'plus', 'ultra', 'lab/gpt-9', 'lab/gpt-9-mini']);
  });

  it('tiers set, add, rename and unset change their lines only', async () => {
    const rack = makeRack();
    rack.write(config, '{\n  "aliases": {\n    "mine": ["demo/chat"], // keep\n  },\n}\n');
    const run = async (...args: readonly string[]) => {
      const { code, stderr } = await rack.run(['gateway', 'tiers', ...args]);
      return code === 0 ? 'done' : stderr;
    };
    expect(await run('set', 'lite', 'demo/chat', 'mine')).toBe('done');
    expect(await run('add', 'lite', 'demo/long')).toBe('done');
    expect(await run('rename', 'lite', 'tiny')).toBe('done');
    expect(rack.read(config)).toContain('"tiny": ["demo/chat", "demo/long"]');
    expect(rack.read(config)).toContain('"mine": ["demo/chat"], // keep');
    expect(await run('set', 'lite', 'demo/chatt')).toContain('did you mean demo/chat?');
    expect(await run('set', 'lite', 'nobody/x')).toContain('the gateway has no model "nobody/x"');
    expect(await run('set', 'a/b', 'demo/chat')).toContain('not a valid tier name');
    expect(await run('unset', 'tiny')).toBe('done');
    expect(await run('unset', 'tiny')).toContain('the tier "tiny" is not set');
    expect(rack.read(config)).toContain('"mine": ["demo/chat"], // keep');
  });

  it('serves, takes over an edit of its file, shows its state, and ends by Ctrl-C', async () => {
    const upstream = await openGateway({ models: [{ id: 'm' }] });
    const rack = makeRack();
    const running = await serve(rack);
    expect(rack.read('.config/modelrack/config.jsonc')).toContain('"local"');
    const own = rack.read('.config/modelrack/keys/local').trim();
    const ask = async (model: string) => {
      const answer = await fetch(`${running.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own}` },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
      });
      return `${answer.status} ${answer.headers.get('x-gateway-model')}`;
    };
    expect(await ask('lite')).toBe('200 demo/chat');
    rack.write(
      config,
      `{ "connections": { "lab": { "base_url": "${upstream.baseUrl}", "key": "{env:${keyVariable}}" } } }`,
    );
    await expect.poll(() => ask('lite'), { timeout: 120_000 }).toBe('200 lab/m');
    rack.write(config, '{ "connections": 1 }');
    await expect.poll(() => running.told(), { timeout: 120_000 }).toContain('connections must be an object');
    expect(await ask('lite')).toBe('200 lab/m');
    rack.write(
      config,
      `{ "connections": { "lab": { "base_url": "${upstream.baseUrl}", "key": "{env:${keyVariable}}" } } }`,
    );
    const { document } = await rack.json<{ running: boolean; connections: object[] }>(['gateway', 'status']);
    expect(document.running).toBe(true);
    expect(document.connections).toContainEqual(expect.objectContaining({ name: 'lab', models: 1, hasKey: true }));
    const missing = expect.objectContaining({ name: 'demo', hasKey: false, isKeyMissing: false });
    expect(document.connections).toContainEqual(missing);
    expect(await running.stop()).toBe(0);
    expect(running.told()).not.toContain(key);
    expect(running.told()).not.toContain(own);
    expect((await rack.json<{ running: boolean }>(['gateway', 'status'])).document.running).toBe(false);
  });

  it('a connection of the user that has its name stays as it is', async () => {
    const upstream = await openGateway();
    const rack = makeRack();
    const mine = [
      'setup',
      'opencode',
      '--gateway',
      'local',
      '--base-url',
      upstream.baseUrl,
      '--api-key-env',
      keyVariable,
    ];
    expect((await rack.run(mine)).code).toBe(0);
    const before = rack.read('.config/modelrack/config.jsonc');
    const running = await serve(rack);
    expect(rack.read('.config/modelrack/config.jsonc')).toBe(before);
    await expect.poll(() => running.told()).toContain('Your connection local stays as it is');
    expect(await running.stop()).toBe(0);
  });

  it('a key is issued once, may do what its scope says, and nothing once it is revoked', async () => {
    const rack = makeRack();
    const running = await serve(rack);
    const issued = (await rack.run(['gateway', 'keys', 'create', 'laptop', '--models', 'l*'])).stdout.trim();
    expect(issued).toMatch(/^gk_/);
    expect(rack.read('.config/modelrack/gateway-keys.json')).not.toContain(issued);
    const list = async () => {
      const answer = await fetch(`${running.baseUrl}/models`, { headers: { 'x-api-key': issued } });
      if (answer.status !== 200) return answer.status;
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    await expect.poll(list, { timeout: 120_000 }).toEqual(['lite']);
    expect((await rack.run(['gateway', 'keys', 'revoke', 'laptop'])).code).toBe(0);
    await expect.poll(list, { timeout: 120_000 }).toBe(401);
    await running.stop();
  });

  it('another address needs --expose and a key for others', async () => {
    const rack = makeRack();
    const start = (...args: readonly string[]) =>
      rack.run(['gateway', 'start', '--port', '0', '--host', '0.0.0.0', ...args]);
    expect(await start()).toMatchObject({ code: 2, stderr: expect.stringContaining('--expose') });
    expect(await start('--expose')).toMatchObject({ code: 2, stderr: expect.stringContaining('gateway keys create') });
  });

  it('a file that it does not understand is refused with its place, and untouched', async () => {
    const rack = makeRack();
    rack.write(config, '{\n  "aliases": { "a": ["a"] }\n}\n');
    for (const args of [['start'], ['tiers'], ['models'], ['connect', 'openai', '--no-key']]) {
      const { code, stderr } = await rack.run(['gateway', ...args]);
      expect(code).toBe(3);
      expect(stderr).toMatch(/gateway\.jsonc:2:\d+/);
    }
    expect(rack.read(config)).toBe('{\n  "aliases": { "a": ["a"] }\n}\n');
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])('does not connect to itself, at %s', async (host) => {
    const rack = makeRack();
    const { code, stderr } = await rack.run([
      'gateway',
      'connect',
      'me',
      '--base-url',
      `http://${host}:8420/v1`,
      '--no-key',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('me would lead back to this gateway itself');
    expect(
      (await rack.run(['gateway', 'connect', 'me', '--base-url', `http://${host}:8421/v1`, '--no-key'])).code,
    ).toBe(0);
  });

  it.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'hands out itself, to whoever pipes its script into sh',
    async () => {
      const running = await serve(makeRack());
      const { home } = makeRack();
      const url = running.baseUrl.replace(/v1$/, 'api/setup/cli/install.sh');
      const env = { HOME: home, PATH: process.env['PATH'] };
      // Without a terminal, as in a container.
      const child = spawn('sh', ['-c', `curl -fsS ${url} | sh`], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let told = '';
      child.stdout.on('data', (chunk) => (told += String(chunk)));
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(told).toContain(`modelrack setup --base-url '${running.baseUrl}' --api-key-stdin`);
      const installed = spawnSync(join(home, '.local/bin/modelrack'), ['--version'], { env, encoding: 'utf8' });
      expect(installed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
      expect(await running.stop()).toBe(0);
    },
  );

  it('exports for LiteLLM without a key in it', async () => {
    const upstream = await openGateway({ models: [{ id: 'one', context_window: 9 }, { id: 'two' }] });
    const rack = makeRack();
    await rack.run(['gateway', 'connect', 'lab', '--base-url', upstream.baseUrl, '--api-key-stdin'], { input: key });
    await rack.run(['gateway', 'tiers', 'set', 'lite', 'lab/one', 'lab/two']);
    const { stderr, stdout } = await rack.run(['gateway', 'export', 'litellm']);
    expect(stdout).toContain(
      `model: openai/one\n      api_base: ${upstream.baseUrl}\n      api_key: os.environ/LAB_API_KEY`,
    );
    expect(stdout).toMatch(/fallbacks:\n +- lite:\n +- lab\/two/);
    expect(stderr).toContain('$LAB_API_KEY');
    expect(stdout + stderr).not.toContain(key);
  });

  it('exports the windows and models that the configuration states', async () => {
    const upstream = await openGateway({ models: [{ id: 'one', context_window: 9 }] });
    const rack = makeRack();
    const models = { one: { context_window: 7001 }, hidden: { context_window: 7002 } };
    const lab = { base_url: upstream.baseUrl, wires: ['chat'], models };
    rack.write('.config/modelrack/gateway.jsonc', JSON.stringify({ connections: { lab } }));
    const { stdout } = await rack.run(['gateway', 'export', 'litellm']);
    for (const [id, { context_window: window }] of Object.entries(models)) {
      expect(stdout).toMatch(new RegExp(`model_name: lab/${id}\n[^-]*max_input_tokens: ${window}\n`));
    }
  });
});
