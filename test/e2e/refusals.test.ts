import { describe, expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

const opencode = '.config/opencode/opencode.json';

describe('a tool with one gateway at a time', () => {
  const mine =
    'model_provider = "azure"\n\n[model_providers.azure]\nname = "Azure"\nbase_url = "https://azure.example/openai"\n';

  it('is not diverted without consent', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write('.codex/config.toml', mine);
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--yes'];
    const { code, document } = await rack.json<RunDocument>(['setup', 'codex', ...flags]);
    expect(code).toBe(2);
    expect(document.tools[0]).toMatchObject({
      status: 'skipped',
      error: { code: 'needs-consent', hint: expect.stringContaining('--take-over') },
    });
    expect((await rack.run(['setup', 'codex', 'opencode', ...flags])).code).toBe(8);
    expect((await rack.run(['setup', ...flags])).code).toBe(0);
    expect(rack.read('.codex/config.toml')).toBe(mine);
  });

  it.each([
    [
      'custom-headers-follow',
      'claude-code',
      '.claude/settings.json',
      '{\n  "env": {\n    "ANTHROPIC_CUSTOM_HEADERS": "x-other-gateway-key: placeholder-secret"\n  }\n}\n',
      { line: 3, switched: '"ANTHROPIC_CUSTOM_HEADERS": ""' },
    ],
    [
      'codex-active-profile',
      'codex',
      '.codex/config.toml',
      'model = "gpt-5"\nprofile = "work"\n\n[profiles.work]\nmodel_provider = "azure"\n',
      { line: 2, switched: 'profile = "work"' },
    ],
  ])('takes over nothing of another gateway in silence: %s', async (...[, tool, file, text, { line, switched }]) => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(file, text);
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    const { code, document } = await rack.json<RunDocument>(['setup', tool, ...flags]);
    expect(code).toBe(2);
    expect(document.tools[0]?.error).toMatchObject({ code: 'needs-consent', path: rack.path(file), line });
    expect(rack.read(file)).toBe(text);
    const taken = await rack.run(['setup', tool, ...flags, '--take-over']);
    expect(taken.code).toBe(0);
    expect(rack.read(file)).toContain(switched);
    expect(taken.stdout + taken.stderr).not.toContain('placeholder-secret');
    expect((await rack.run(['remove', tool])).code).toBe(0);
    expect(rack.read(file)).toBe(text);
  });

  it('is switched over when agreed, and given back', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write('.codex/config.toml', mine);
    const result = await rack.run([
      'setup',
      'codex',
      '--take-over',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    expect(result.code).toBe(0);
    expect(rack.read('.codex/config.toml')).toContain('model_provider = "modelrack"');
    expect((await rack.run(['remove', 'codex'])).code).toBe(0);
    expect(rack.read('.codex/config.toml')).toBe(mine);
  });
});

describe('a file that cannot be edited', () => {
  it('is refused with its place, untouched: 3', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const broken = '{\n  "provider": {\n    "x": 1,,\n  }\n}\n';
    rack.write(opencode, broken);
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    const result = await rack.run(['setup', 'opencode', ...flags]);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(/opencode\.json:3:\d+/);
    expect(rack.read(opencode)).toBe(broken);
    const { code, document } = await rack.json<RunDocument>(['setup', 'opencode', 'qwen', ...flags]);
    expect(code).toBe(8);
    expect(document.tools[0]).toMatchObject({
      status: 'refused',
      error: { code: 'file-invalid', path: rack.path(opencode), line: 3 },
    });
  });
});

it('a default that the gateway does not list is wrong usage, and nothing is written', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const args = ['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const { code, stderr } = await rack.run([...args, '--default', 'lit']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean lite?');
  expect(rack.has('.config/opencode')).toBe(false);
});
