import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyVariable, makeRack, picture, setUpRack } from './rack.ts';

it('finds all well', async () => {
  const { rack, gateway } = await setUpRack();
  const { code, document } = await rack.json<{
    checks: { check: string; subject: string; status: string; message: string }[];
  }>(['doctor']);
  expect(code).toBe(0);
  const lines = document.checks.map(
    ({ check, subject, status, message }) => `${status} ${check} ${subject}: ${message}`,
  );
  expect(lines).toEqual([
    `ok node modelrack: Node ${process.versions.node}`,
    'ok config modelrack: connections: modelrack',
    `ok connection modelrack: ${gateway.baseUrl}`,
    `ok key modelrack: in the variable ${keyVariable}`,
    `ok list ${gateway.baseUrl}: 13 models, live`,
    'ok wire /v1/chat/completions: offered',
    'ok wire /v1/messages: offered',
    'ok wire /v1/responses: offered',
    `ok file opencode: ${rack.path('.config/opencode/opencode.json')} parses`,
    'ok ours opencode: 8 models of connection modelrack',
    'warn tool opencode: set up, but its program (opencode) is not on the PATH',
  ]);
});

it('goes on when the gateway is down, and names a broken file and one that shadows', async () => {
  const { rack, gateway } = await setUpRack();
  await gateway.close();
  rack.write('.config/opencode/opencode.json', '{\n  "a": ]\n}\n');
  rack.write('work/opencode.json', '{}\n');
  const { code, document } = await rack.json<{ checks: object[] }>(['doctor']);
  expect(code).toBe(4);
  expect(document.checks).toContainEqual(
    expect.objectContaining({ check: 'network', status: 'fail', code: 'unreachable' }),
  );
  expect(document.checks).toContainEqual(
    expect.objectContaining({
      check: 'file',
      subject: 'opencode',
      status: 'fail',
      line: 2,
      path: rack.path('.config/opencode/opencode.json'),
    }),
  );
  expect(document.checks).toContainEqual(
    expect.objectContaining({ check: 'shadow', path: rack.path('work/opencode.json') }),
  );
});

it('reads every file as its tool does: a list where it is one, no comma that the tool does not know', async () => {
  const rack = makeRack();
  const models = '.config/io.datasette.llm/extra-openai-models.yaml';
  rack.write(models, '- model_id: own\n  model_name: own\n');
  rack.write('.factory/settings.json', '{\n  "autonomyLevel": "low",\n}\n');
  const { document } = await rack.json<{ checks: object[] }>(['doctor', 'llm', 'droid']);
  expect(document.checks).toContainEqual(
    expect.objectContaining({ check: 'file', status: 'ok', message: `${rack.path(models)} parses` }),
  );
  expect(document.checks).toContainEqual(
    expect.objectContaining({ check: 'file', subject: 'droid', status: 'fail', line: 2, column: 25 }),
  );
});

it('names what stands under our name and is not ours, with its place and the way out', async () => {
  const { rack, gateway } = await setUpRack({}, ['qwen']);
  const foreign = {
    opencode: '.config/opencode/opencode.json',
    codex: '.codex/config.toml',
  };
  rack.write(
    foreign.opencode,
    '{\n  "provider": {\n    "modelrack": { "npm": "@ai-sdk/anthropic", "options": {} }\n  }\n}\n',
  );
  rack.write(foreign.codex, '[model_providers.modelrack]\nname = "Mine"\nwire_api = "chat"\n');
  const before = picture(rack.home);
  await gateway.close();
  const { document } = await rack.json<{ checks: { check: string }[] }>(['doctor', 'opencode', 'codex', 'qwen']);
  const hint = expect.stringContaining('--gateway NAME');
  expect(document.checks.filter(({ check }) => check === 'block')).toEqual([
    expect.objectContaining({
      subject: 'opencode',
      status: 'warn',
      path: rack.path(foreign.opencode),
      line: 3,
      hint,
    }),
    expect.objectContaining({ subject: 'codex', status: 'warn', path: rack.path(foreign.codex), line: 3, hint }),
  ]);
  expect((await rack.run(['doctor', 'codex'])).stdout).toMatch(
    /at ~\/\.codex\/config\.toml:3:12\n +-> rename that entry/,
  );
  expect(picture(rack.home)).toEqual(before);
});

it("fails where our own block became somebody else's", async () => {
  const { rack } = await setUpRack();
  const file = '.config/opencode/opencode.json';
  rack.write(file, rack.read(file).replace('@ai-sdk/openai-compatible', '@ai-sdk/anthropic'));
  const { code, document } = await rack.json<{ checks: object[] }>(['doctor']);
  expect(code).toBe(3);
  expect(document.checks).toContainEqual(
    expect.objectContaining({ check: 'block', status: 'fail', code: 'file-not-ours', path: rack.path(file) }),
  );
});

it('says which tool needs a wire that is missing', async () => {
  const { rack } = await setUpRack({ wires: ['chat'] });
  const { code, stdout } = await rack.run(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toContain('not offered; Codex CLI needs it');
});

it('reports all else where nobody agreed to start the tools, and then wants an answer', async () => {
  const { rack, gateway } = await setUpRack();
  rack.write('programs/opencode', '#!/bin/sh\n[ "$1" = --version ] || echo started >"$HOME/started"\n');
  chmodSync(rack.path('programs/opencode'), 0o755);
  const env = { PATH: `${rack.path('programs')}:/usr/bin:/bin` };
  const run = async (...flags: readonly string[]) =>
    rack.json<{ checks: { check: string }[] }>(['doctor', 'opencode', '--run', ...flags], { env });
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(refused.document.checks).toContainEqual(expect.objectContaining({ check: 'list', status: 'ok' }));
  expect(refused.document.checks.filter(({ check }) => check === 'run')).toEqual([
    expect.objectContaining({
      status: 'unchecked',
      code: 'missing-answer',
      fix: 'modelrack doctor --run --yes opencode',
    }),
  ]);
  await gateway.close();
  // What has failed is more than an answer that is missing.
  expect((await run()).code).toBe(4);
  expect(rack.has('started')).toBe(false);
  expect((await run('--yes')).document.checks.filter(({ check }) => check === 'run')).not.toEqual([]);
});
