import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { goose } from './drivers/goose.ts';
import { models } from './harness/lab.ts';
import { expectAnswer } from './suite/asks.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  // The file is ours by its name; this is what somebody may have put there before us.
  text: `{
  "timeout_seconds":   900
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: [],
};
const settings = '.config/goose/config.yaml';
const house = {
  path: '.config/goose/custom_providers/custom_house.json',
  text: JSON.stringify({
    name: 'custom_house',
    engine: 'openai',
    display_name: 'House',
    api_key_env: 'MODELRACK_API_KEY',
    base_url: 'http://127.0.0.1:9/v1',
    models: [{ name: 'own', context_limit: 1000 }],
  }),
};

describeTool(goose, sample, () => {
  test('ids that look like reasoning models of OpenAI stay with chat completions', async () => {
    const ids = ['gpt-5', 'o3', 'openai/gpt-5.1-codex', 'openai/o4-mini'];
    const rows = ids.map((id) => ({ id, context_window: 128_000 }));
    const lab = await labFor(goose, { models: rows, wires: ['chat'] });
    await setUp(lab, goose);
    for (const model of ids) await expectAnswer(lab, goose, { model });
  });

  test.each([
    ['the older form', 'GOOSE_PROVIDER: custom_house\nGOOSE_MODEL: own # mine\n'],
    [
      'the newer form',
      'active_provider: custom_house # mine\nproviders:\n  custom_house: { enabled: true, configured: true, model: own }\n',
    ],
    ['a file without either', '# mine\nGOOSE_MODE: auto\n'],
  ])('a default is taken where the settings have %s, and given back', async (_, text) => {
    const lab = await labFor(goose);
    await lab.home.write(house.path, house.text);
    await lab.home.write(settings, text);
    await setUp(lab, goose, ['--default', models.qwen.id]);
    const result = await lab.run(['run', '--no-session', '-t', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions().map(({ model }) => model)).toContain(models.qwen.id);
    expect(await lab.home.read(settings)).toContain('# mine');

    const removed = await lab.modelrack(['remove', goose.tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(await lab.home.read(settings)).toBe(text);
    expect(parse(text)).toEqual(parse((await lab.home.read(settings)) ?? ''));
  });

  test('what remove leaves of the user in our file hides no other provider', async () => {
    const lab = await labFor(goose);
    await setUp(lab, goose);
    const written = (await lab.home.read(goose.file)) ?? '';
    await lab.home.write(goose.file, written.replace('{', '{\n  "timeout_seconds": 900,'));
    const removed = await lab.modelrack(['remove', goose.tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(JSON.parse((await lab.home.read(goose.file)) ?? '')).toMatchObject({ timeout_seconds: 900, models: [] });

    await lab.home.write(house.path, house.text.replace('http://127.0.0.1:9/v1', lab.gateway.baseUrl));
    const result = await lab.run(['run', '--no-session', '--provider', 'custom_house', '--model', 'lite', '-t', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions()[0]).toMatchObject({ path: goose.route, model: 'lite' });
  });

  test('the line that pick prints chooses a model in a session', async () => {
    const lab = await labFor(goose);
    await setUp(lab, goose, ['--default', models.lite.id]);
    const { stdout } = await lab.modelrack(['pick', 'qwen3', 'coder', '--for', goose.tool, '--first']);
    const terminal = lab.open(['session']);
    await terminal.waitFor('goose is ready');
    await terminal.settle();
    await terminal.type(stdout.trim());
    await terminal.press('Enter');
    await terminal.settle();
    await terminal.type('remember apple');
    await terminal.press('Enter');
    const question = await lab.gateway.waitForQuestion(({ text }) => text.includes('remember apple'), 'the message');
    expect(question.model).toBe(models.qwen.id);
    await terminal.close();
  });
});
