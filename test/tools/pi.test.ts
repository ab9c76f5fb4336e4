import { parse } from 'jsonc-parser';
import { expect, onTestFinished, test } from 'vitest';
import { pi } from './drivers/pi.ts';
import { openGateway } from './harness/gateway.ts';
import { keyVariable, models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { testFindsInPi } from './suite/finds-in-pi.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';

const sample = {
  text: `{
  // mine, do not touch
	"providers": {
    "house": { "baseUrl":   "http://127.0.0.1:9/v1", "api": "openai-completions", "apiKey": "k", "models": [{ "id": "own" }], },
  },
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch', '"baseUrl":   "http://127.0.0.1:9/v1"'],
};

describeTool(pi, sample, () => {
  testFindsInPi(pi);

  test('starts with the default, and takes the line that pick prints', async () => {
    const lab = await labFor(pi);
    await setUp(lab, pi, ['--default', models.plus.id]);
    const result = await lab.run(['-p', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions().map(({ model }) => model)).toEqual([models.plus.id]);

    const { stdout: line } = await lab.modelrack(['pick', models.qwen.id, '--first', '--for', pi.tool]);
    const chat = await openChat(pi, lab);
    await chat.say(line.trim());
    // The first Enter takes the row that completes the line.
    await chat.terminal.settle();
    await chat.terminal.press('Enter');
    await chat.terminal.waitFor(`Model: ${models.qwen.id}`);
    await chat.say('hello there');
    await lab.gateway.waitForQuestion(
      ({ model, text }) => model === models.qwen.id && text.includes('hello there'),
      'the message',
    );
  });

  test('is sent a key with signs of substitution as it is', async () => {
    const lab = await labFor(pi);
    const key = '!sk-$HOME-${HOME}-$$-$(id)';
    const gateway = await openGateway([models.lite], { key });
    onTestFinished(() => gateway.close());
    const variables = { [keyVariable]: undefined };
    const args = ['setup', pi.tool, '--base-url', gateway.baseUrl, '--api-key-stdin', '--yes'];
    const setup = await lab.modelrack(args, { variables, input: `${key}\n` });
    expect(setup.code, setup.shown).toBe(0);
    const result = await lab.run(['-p', '--model', `modelrack/${models.lite.id}`, 'hi'], variables);
    expect(result.code, result.shown).toBe(0);
    expect(gateway.questions()).toMatchObject([{ model: models.lite.id, authorization: `Bearer ${key}` }]);
  });

  test('drops a file with a comment in slashes and stars, which is why we refuse it', async () => {
    const lab = await labFor(pi);
    const text = '{\n  /* mine */\n  "providers": {}\n}\n';
    await lab.home.write(pi.file, text);
    const result = await lab.modelrack(['setup', pi.tool, '--base-url', lab.gateway.baseUrl, '--yes']);
    expect(result.shown).toContain('models.json:2:3');
    expect(await lab.home.read(pi.file)).toBe(text);
    expect((await lab.run(['--list-models'])).shown).toContain('Failed to parse models.json');
  });
});
