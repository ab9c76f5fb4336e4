import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, setUpRack, type RunDocument } from './rack.ts';

const opencode = '.config/opencode/opencode.json';

describe('setup', () => {
  it('writes the live list into a tool that it names, found or not', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const { code, document } = await rack.json<RunDocument>([
      'setup',
      'opencode',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      schema: 1,
      command: 'setup',
      gateway: { name: 'modelrack', apiRoot: gateway.baseUrl },
      catalog: { models: 13, aliases: 3, skipped: 0, source: 'live', warnings: [] },
      tools: [
        {
          tool: 'opencode',
          status: 'written',
          files: [{ path: rack.path(opencode), action: 'created', backup: null }],
          models: { total: 8, updated: [], removed: [], protected: [] },
          error: null,
        },
      ],
    });
    expect(document.tools[0]?.models.added.slice(0, 4)).toEqual(['lite', 'plus', 'ultra', 'demo/chat']);
    const written = JSON.parse(rack.read(opencode));
    expect(Object.keys(written.provider.modelrack.models).slice(0, 3)).toEqual(['lite', 'plus', 'ultra']);
    expect(written.provider.modelrack.options).toEqual({ baseURL: gateway.baseUrl, apiKey: `{env:${keyVariable}}` });
  });

  it('needs nothing but the variables', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const env = { MODELRACK_BASE_URL: gateway.url, MODELRACK_API_KEY: key };
    const { code, document } = await rack.json<RunDocument>(['setup', 'opencode'], { env });
    expect(code).toBe(0);
    expect(document.gateway).toEqual({ name: 'modelrack', apiRoot: gateway.baseUrl });
    expect(rack.read(opencode)).toContain('{env:MODELRACK_API_KEY}');
  });

  it('changes no byte and no time when run again', async () => {
    const { rack } = await setUpRack({}, ['opencode', 'codex', 'claude', 'qwen']);
    const before = {
      ...picture(rack.path('.config')),
      ...picture(rack.path('.local')),
      ...picture(rack.path('.codex')),
      ...picture(rack.path('.claude')),
      ...picture(rack.path('.qwen')),
    };
    const { code, document } = await rack.json<RunDocument>(['setup', 'opencode', 'codex', 'claude', 'qwen']);
    expect(code).toBe(0);
    expect(document.tools.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    const after = {
      ...picture(rack.path('.config')),
      ...picture(rack.path('.local')),
      ...picture(rack.path('.codex')),
      ...picture(rack.path('.claude')),
      ...picture(rack.path('.qwen')),
    };
    expect(after).toEqual(before);
  });

  it('takes the tools that are found here when none is named', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write('.config/opencode/opencode.jsonc', '{ /* mine */ }\n');
    const { code, document } = await rack.json<RunDocument>([
      'setup',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(code).toBe(0);
    expect(document.tools.map(({ tool }) => tool)).toEqual(['opencode']);
    expect(rack.read('.config/opencode/opencode.jsonc')).toContain('/* mine */');
  });

  it('shows what it would do, and writes nothing at all', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    const dry = await rack.json<RunDocument>(['setup', 'opencode', '--dry-run', ...flags]);
    expect(dry.code).toBe(0);
    expect(dry.document.tools[0]?.status).toBe('would-change');
    expect(dry.document.tools[0]?.files[0]?.diff).toContain('+      "name": "modelrack"'.slice(0, 6));
    const check = await rack.run(['setup', 'opencode', '--check', ...flags]);
    expect(check.code).toBe(7);
    expect(check.stdout).toContain('+++');
    expect(picture(rack.home)).toEqual({});
    await rack.run(['setup', 'opencode', ...flags]);
    expect((await rack.run(['setup', 'opencode', '--check'])).code).toBe(0);
  });

  it('keeps the chosen models for later', async () => {
    const { rack } = await setUpRack();
    const first = await rack.json<RunDocument>(['setup', 'opencode', '--models', 'DEMO/*', '--exclude', '*small']);
    expect(first.document.tools[0]?.models).toMatchObject({
      removed: ['lite', 'plus', 'ultra', 'demo/small'],
      total: 4,
    });
    const again = await rack.json<RunDocument>(['refresh']);
    expect(again.document.tools[0]).toMatchObject({ status: 'unchanged', models: { total: 4 } });
  });

  it('sets the default model only when told', async () => {
    const { rack } = await setUpRack();
    expect(JSON.parse(rack.read(opencode)).model).toBeUndefined();
    await rack.run(['setup', 'opencode', '--default', 'demo/chat']);
    expect(JSON.parse(rack.read(opencode)).model).toBe('modelrack/demo/chat');
  });

  it('writes the file that is named and no other', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const result = await rack.run([
      'setup',
      'opencode',
      '--config-file',
      'here.json',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(result.code).toBe(0);
    expect(rack.has('work/here.json')).toBe(true);
    expect(rack.has('.config/opencode')).toBe(false);
  });

  it('says so when all of a long list are written', async () => {
    const models = Array.from({ length: 61 }, (_, index) => ({ id: `maker/model-${index}` }));
    const { result } = await setUpRack({ models });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('All 61 chat models are chosen');
    expect(result.stderr).toContain('--models');
  });
});

describe('setup of another gateway', () => {
  it('is refused under a name that points elsewhere, unless agreed', async () => {
    const { rack } = await setUpRack();
    const other = await openGateway();
    const before = picture(rack.path('.config'));
    const flags = ['--base-url', other.baseUrl, '--api-key-env', keyVariable];
    const refused = await rack.run(['setup', 'opencode', '--yes', ...flags]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--move');
    expect(picture(rack.path('.config'))).toEqual(before);
    expect(other.requests).toEqual([]);
    expect((await rack.run(['setup', 'opencode', '--move', ...flags])).code).toBe(0);
    expect(JSON.parse(rack.read(opencode)).provider.modelrack.options.baseURL).toBe(other.baseUrl);
  });

  it('stands beside the first under a name of its own', async () => {
    const { rack } = await setUpRack();
    const other = await openGateway({ models: [{ id: 'only/one' }] });
    const result = await rack.run([
      'setup',
      'opencode',
      '--gateway',
      'second',
      '--base-url',
      other.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(result.code).toBe(0);
    expect(Object.keys(JSON.parse(rack.read(opencode)).provider)).toEqual(['modelrack', 'second']);
  });

  it('never sends the stored key of one origin to another', async () => {
    const first = await openGateway();
    const rack = makeRack();
    await rack.run(['setup', 'opencode', '--base-url', first.baseUrl, '--api-key-stdin'], { input: `${key}\n` });
    const other = await openGateway();
    const result = await rack.run(['setup', 'opencode', '--base-url', other.baseUrl, '--move', '--take-over']);
    expect(result.code).toBe(5);
    expect(other.requests).toEqual([]);
  });
});

describe('a gateway that does not do', () => {
  const flags = ['--api-key-env', keyVariable];

  it('is not reachable: 4', async () => {
    const rack = makeRack();
    const { code, document } = await rack.json<RunDocument>([
      'setup',
      'opencode',
      '--base-url',
      'http://127.0.0.1:9',
      ...flags,
    ]);
    expect(code).toBe(4);
    expect(document).toMatchObject({
      schema: 1,
      command: 'setup',
      error: { code: 'unreachable', hint: expect.any(String) },
    });
    expect(picture(rack.home)).toEqual({});
  });

  it('refuses the key: 5, and the key is not repeated', async () => {
    const gateway = await openGateway();
    const env = { [keyVariable]: 'gk_WRONGwrongWRONG' };
    const result = await makeRack().run(['setup', 'opencode', '--base-url', gateway.baseUrl, ...flags], { env });
    expect(result.code).toBe(5);
    expect(result.stdout + result.stderr).not.toContain('WRONG');
  });

  it('has no model list: 6', async () => {
    const gateway = await openGateway();
    const result = await makeRack().run(['setup', 'opencode', '--base-url', `${gateway.url}/nothing/v1`, ...flags]);
    expect(result.code).toBe(6);
  });

  it('the key is missing: 5, and both ways are named', async () => {
    const gateway = await openGateway();
    const result = await makeRack().run(['setup', 'opencode', '--base-url', gateway.baseUrl]);
    expect(result.code).toBe(5);
    expect(result.stderr).toContain('--api-key-env');
    expect(result.stderr).toContain('--api-key-stdin');
  });

  it('needs --insecure when it is far away and in the clear: 2', async () => {
    const result = await makeRack().run(['setup', 'opencode', '--base-url', 'http://gateway.example/v1', ...flags]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('--insecure');
  });

  it('lacks a wire: that tool is skipped, the others are written', async () => {
    const gateway = await openGateway({ wires: ['chat', 'messages'] });
    const rack = makeRack();
    const { code, document } = await rack.json<RunDocument>([
      'setup',
      'codex',
      'opencode',
      'qwen',
      '--base-url',
      gateway.baseUrl,
      ...flags,
    ]);
    expect(code).toBe(8);
    expect(document.tools.map(({ tool, status, error }) => [tool, status, error?.code])).toEqual([
      ['codex', 'skipped', 'missing-wire'],
      ['opencode', 'written', undefined],
      ['qwen-code', 'written', undefined],
    ]);
    expect(rack.has('.codex')).toBe(false);
    expect((await rack.run(['setup', 'codex'])).code).toBe(6);
  });

  it('lacks a wire for a tool that was only found: done, with a note', async () => {
    const gateway = await openGateway({ wires: ['chat'] });
    const rack = makeRack();
    rack.write('.codex/config.toml', '# mine\n');
    rack.write('.config/opencode/opencode.json', '{}\n');
    const result = await rack.run(['setup', '--base-url', gateway.baseUrl, ...flags]);
    expect(result.code).toBe(0);
    expect(result.stdout + result.stderr).toContain('codex');
    expect(rack.read('.codex/config.toml')).toBe('# mine\n');
  });
});
