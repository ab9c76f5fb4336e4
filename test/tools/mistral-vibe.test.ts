import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { vibe } from './drivers/mistral-vibe.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `# mine, do not touch
vim_keybindings = false   # why

[[providers]]   # own
name = "house"
api_base = "http://127.0.0.1:9/v1"
api_key_env_var = ""
`,
  read: (text: string): unknown => parse(text),
  // A choice in its switcher makes the tool write the whole file anew, without comments.
  kept: ['vim_keybindings = false'],
};

describeTool(vibe, sample, () => {
  test('starts with the default', async () => {
    const lab = await labFor(vibe);
    await setUp(lab, vibe, ['--default', models.qwen.id]);
    const result = await lab.run(['-p', 'hi', '--output', 'text']);
    expect(result.code, result.shown).toBe(0);
    expect(new Set(lab.gateway.questions().map(({ model }) => model))).toEqual(new Set([models.qwen.id]));
  });

  test('asks for no longer an answer than the gateway states', async () => {
    const lab = await labFor(vibe, {
      models: [{ id: 'lite', context_window: 128_000, max_output_tokens: 4096 }],
    });
    await setUp(lab, vibe);
    const result = await lab.run(await vibe.ask('lite', 'hi', lab), { VIBE_ACTIVE_MODEL: 'lite' });
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions()[0]?.text).toContain('"max_tokens":4096');
  });
});
