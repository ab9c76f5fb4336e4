import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { aichat } from './drivers/aichat.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { expectAnswer } from './suite/asks.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `\uFEFF# mine
model: box:qwen3:30b   # the small one
save: false
clients:
- type: openai-compatible
  name: box
  api_base: http://127.0.0.1:9/v1
  models:
  - name: qwen3:30b
`.replaceAll('\n', '\r\n'),
  read: (text: string): unknown => parse(text),
  kept: ['# mine', '# the small one'],
};

describeTool(aichat, sample, () => {
  test('starts with the default of the user, and with ours once it is named', async () => {
    const lab = await labFor(aichat);
    await lab.home.write(aichat.file, sample.text);
    await setUp(lab, aichat);
    expect((await lab.run(['--info'])).stdout).toMatch(/^model\s+box:qwen3:30b$/m);
    await setUp(lab, aichat, ['--default', models.qwen.id]);
    const asked = await lab.run(['hi']);
    expect(asked.code, asked.shown).toBe(0);
    expect(lab.gateway.questions()).toMatchObject([{ model: models.qwen.id }]);
  });

  test('stops a question that is longer than the window before it asks', async () => {
    const lab = await labFor(aichat, { models: [{ id: 'tiny', context_window: 1000 }, { id: 'open' }] });
    await setUp(lab, aichat);
    const long = 'many words '.repeat(2000);
    const stopped = await lab.run(['-m', 'modelrack:tiny', long]);
    expect(stopped.shown).toContain('Exceed max_input_tokens limit');
    expect(lab.gateway.questions()).toEqual([]);
    const asked = await lab.run(['-m', 'modelrack:open', long]);
    expect(asked.code, asked.shown.slice(-1000)).toBe(0);
  });

  test('its own variables do not beat the file', async () => {
    const lab = await labFor(aichat);
    await setUp(lab, aichat);
    const variables = { MODELRACK_API_BASE: 'http://127.0.0.1:9/v1' };
    await expectAnswer(lab, aichat, { model: models.plus.id, variables });
  });
});
