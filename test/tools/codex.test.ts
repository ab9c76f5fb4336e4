import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { codex } from './drivers/codex.ts';
import { allModels } from './harness/lab.ts';
import { listed } from './suite/asks.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp, trySetUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';
import { testOverWires } from './suite/over-wires.ts';
import { testKeepsLogin, testStaysElsewhere } from './suite/takes-over.ts';

const sample = {
  text: `# mine, do not touch
approval_policy = 'on-request'   # why

[mcp_servers.house]   # own
command = "true"
`,
  read: (text: string): unknown => parse(text),
  kept: ['# mine, do not touch', '# why', '# own'],
};

const house = join(import.meta.dirname, 'house-server.mjs');

describeTool(codex, sample, () => {
  testOverWires({
    driver: codex,
    shell: { name: 'exec_command', input: { cmd: 'echo made-$((40 + 2))' } },
    allow: ['--dangerously-bypass-approvals-and-sandbox'],
    overflow: "ran out of room in the model's context window",
    addServer: async ({ home }) => {
      const text = (await home.read(codex.file)) ?? '';
      const entry = `[mcp_servers.house]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(house)}]\n`;
      await home.write(codex.file, `${text}\n${entry}`);
    },
  });
  testStaysElsewhere(
    codex,
    (other) => `model = "house/own"
model_provider = "house" # ours at work

[model_providers.house]
name = "House"
base_url = "${other.baseUrl}"
experimental_bearer_token = "${other.key}"
`,
  );
  testKeepsLogin(codex, {
    files: { '.codex/auth.json': '{\n  "OPENAI_API_KEY": "sk-login-of-the-user"\n}\n' },
    status: ['login', 'status'],
    says: 'API key configured',
  });

  test('its background server shows a model that came once it is restarted, as we say', async () => {
    const lab = await labFor(codex);
    await setUp(lab, codex);
    const first = await openChat(codex, lab);
    await first.close();
    lab.gateway.list([...allModels, { id: 'mistral/came-later', display_name: 'Came Later', context_window: 128_000 }]);
    const refresh = await lab.modelrack(['refresh', '--yes']);
    expect(refresh.shown).toContain('codex app-server daemon restart');
    const restart = await lab.run(['app-server', 'daemon', 'restart']);
    expect(restart.code, restart.shown).toBe(0);
    const second = await openChat(codex, lab);
    expect(await second.openSwitcher()).toContain('Came Later');
  });

  test('is left alone when the gateway does not speak its wire', async () => {
    const lab = await labFor(codex, { wires: ['chat', 'messages'] });
    const outcome = await trySetUp(lab, codex);
    expect(outcome, outcome.result.shown).toMatchObject({ status: 'skipped', errorCode: 'missing-wire' });
    expect(outcome.result.code).toBe(6);
    expect(await lab.home.read(codex.file)).toBeUndefined();
    expect((await listed(lab, codex)) ?? []).not.toContain('lite');
  });
});
