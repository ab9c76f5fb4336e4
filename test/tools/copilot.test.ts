import { expect, test } from 'vitest';
import { copilot } from './drivers/copilot.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';

const sample = {
  text: `{
  "providers": [{ "name": "office", "baseUrl": "http://127.0.0.1:9/v1", "apiKey":   "k" }],
  "models": [{ "provider": "office", "id": "own" }]
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: ['"apiKey":   "k"'],
};

describeTool(copilot, sample, () => {
  test('starts with the default, and takes the line that pick prints', async () => {
    const lab = await labFor(copilot);
    await lab.home.write('.copilot/settings.json', '{\n  // mine\n  "theme": "dark"\n}\n');
    await setUp(lab, copilot, ['--default', models.plus.id]);
    const result = await lab.run(['-p', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions().map(({ model }) => model)).toEqual([models.plus.id]);

    const { stdout: line } = await lab.modelrack(['pick', models.qwen.id, '--first', '--for', copilot.tool]);
    const chat = await openChat(copilot, lab);
    await chat.say(line.trim());
    await chat.terminal.waitFor(`to modelrack/${models.qwen.id} for this session`);
    await chat.say('hello there');
    await lab.gateway.waitForQuestion(
      ({ model, text }) => model === models.qwen.id && text.includes('hello there'),
      'the message',
    );
  });
});
