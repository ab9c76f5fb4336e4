import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { llm } from './drivers/llm.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { expectAnswer } from './suite/asks.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const keys = '.config/io.datasette.llm/keys.json';
const sample = {
  text: `# a model of mine
- model_id: orca-mini   # runs here
  model_name: orca-mini
  api_base: http://127.0.0.1:9/v1
`,
  read: (text: string): unknown => parse(text),
  kept: ['# a model of mine', '# runs here'],
};

describeTool(llm, sample, () => {
  test('keeps the keys of the user, and takes its own out again', async () => {
    const lab = await labFor(llm);
    const stored = '{\n  "// Note": "do not share",\n  "openai": "sk-for-another-service"\n}\n';
    await lab.home.write(keys, stored);
    await setUp(lab, llm);
    await expectAnswer(lab, llm, { model: models.plus.id });
    const listed = await lab.run(['keys']);
    expect(listed.stdout.trim().split('\n')).toEqual(['modelrack', 'openai']);
    const removed = await lab.modelrack(['remove', 'llm', '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(await lab.home.read(keys)).toBe(stored);
  });

  test('starts after a remove that knows nothing of its set-up: a list file without a list would stop it', async () => {
    const lab = await labFor(llm);
    await setUp(lab, llm);
    await lab.home.write(llm.file, `# shared between machines\n${await lab.home.read(llm.file)}`);
    const removed = await lab.modelrack(['remove', 'llm', '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    const started = await lab.run(['models', '-q', 'modelrack/']);
    expect(started.code, started.shown).toBe(0);
    expect(started.stdout).toBe('');
  });

  test('a default of the user stays, and ours can be made the default as the note says', async () => {
    const lab = await labFor(llm);
    const { result } = await setUp(lab, llm, ['--default', models.plus.id]);
    expect(result.stdout).toContain(`llm models default modelrack/${models.plus.id}`);
    expect((await lab.run(['models', 'default', `modelrack/${models.plus.id}`])).code).toBe(0);
    const asked = await lab.run(['hi']);
    expect(asked.code, asked.shown).toBe(0);
    expect(lab.gateway.questions().at(-1)).toMatchObject({ model: models.plus.id });
  });
});
