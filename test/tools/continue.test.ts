import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { continueCli } from './drivers/continue.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `# mine, do not touch
name:   Work    # two blanks
version: 0.0.1

models:   # all of them
- name: Own   # runs here
  provider: ollama
  model: 'qwen3:8b'

rules:
- Be brief.
`,
  read: (text: string): unknown => parse(text),
  kept: ['# mine, do not touch', '# two blanks', '# runs here'],
};

describeTool(continueCli, sample, () => {
  test('the first start goes to the conversation, and asks for no key of another service', async () => {
    const lab = await labFor(continueCli);
    await setUp(lab, continueCli);
    const terminal = lab.open();
    expect(await terminal.waitFor(/Ask anything|API key/)).not.toContain('Anthropic');
    await terminal.close();
  });

  test('a default is what it starts with, also where a name is written twice', async () => {
    const lab = await labFor(continueCli);
    const name = models.claude.display_name;
    await lab.home.write(continueCli.file, sample.text.replace('name: Own', `name: ${name}`));
    await setUp(lab, continueCli, ['--default', models.claude.id]);
    const result = await lab.run(['-p', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions()[0]?.model).toBe(models.claude.id);
  });

  test('no answer limit is sent that the gateway does not state', async () => {
    const rows = [
      { id: 'stated', context_window: 128_000, max_output_tokens: 8192 },
      { id: 'unstated', context_window: 128_000 },
    ];
    const lab = await labFor(continueCli, { models: rows });
    await setUp(lab, continueCli);
    for (const { id, max_output_tokens: limit } of rows) {
      lab.gateway.forget();
      const result = await lab.run(await continueCli.ask(id, 'hi', lab));
      expect(result.code, result.shown).toBe(0);
      const sent: unknown = JSON.parse(lab.gateway.questions()[0]?.text ?? '{}');
      expect(sent).toMatchObject({ model: id });
      expect(Object(sent).max_tokens).toBe(limit);
    }
  });
});
