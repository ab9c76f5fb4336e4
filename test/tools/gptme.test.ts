import { parse } from 'smol-toml';
import { expect, onTestFinished, test } from 'vitest';
import { gptme } from './drivers/gptme.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `# mine, do not touch
[prompt]
about_user = 'me'   # why

[[providers]]   # own
name = "house"
base_url = "http://127.0.0.1:9/v1"
api_key = "k"
`,
  read: (text: string): unknown => parse(text),
  kept: ['# mine, do not touch', '# why', '# own'],
};

describeTool(gptme, sample, () => {
  test('starts with the default, and takes the line that pick prints', async () => {
    const lab = await labFor(gptme);
    await setUp(lab, gptme, ['--default', models.claude.id]);
    const terminal = lab.open();
    onTestFinished(() => terminal.close());
    await terminal.waitFor('New conversation or load previous?');
    await terminal.press('Enter');
    await terminal.waitFor(`Using model: modelrack/${models.claude.id}`);
    await terminal.waitFor('User:');
    await terminal.settle();
    const { stdout: line } = await lab.modelrack(['pick', models.qwen.id, '--first', '--for', gptme.tool]);
    for (const text of [line.trim(), 'hello there']) {
      await terminal.type(text);
      await terminal.waitFor(text);
      await terminal.press('Enter');
      await terminal.settle(2000);
    }
    const question = await lab.gateway.waitForQuestion(({ text }) => text.includes('hello there'), 'the message');
    expect(question.model).toBe(models.qwen.id);
  });

  test('asks for the list without the key, as our note says', async () => {
    const lab = await labFor(gptme);
    const { result } = await setUp(lab, gptme);
    expect(result.stdout).toContain('asks for the list without the key');
    const listed = await lab.run(['-m', 'modelrack', '--non-interactive', '/models']);
    expect(listed.shown).toContain('modelrack provider: unavailable (HTTP 401)');
  });
});
