import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { opencode } from './drivers/opencode.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `{
    // mine, do not touch
    "$schema": "https://opencode.ai/config.json",
	"username":   "someone",
    "provider": { "house": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "http://127.0.0.1:9/v1" }, "models": { "own": {} } }, }, /* tail */
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch', '/* tail */', '"username":   "someone"'],
};

describeTool(opencode, sample, () => {
  test('a conversation goes on with another model without a terminal', async () => {
    const lab = await labFor(opencode);
    await setUp(lab, opencode);
    await lab.run(['run', '-m', `modelrack/${models.lite.id}`, 'remember apple']);
    lab.gateway.forget();
    const result = await lab.run(['run', '--continue', '-m', `modelrack/${models.claude.id}`, 'and a pear']);
    expect(result.code, result.shown).toBe(0);
    const question = lab.gateway.questions().find(({ text }) => text.includes('and a pear'));
    expect(question?.model).toBe(models.claude.id);
    expect(question?.text).toContain('remember apple');
  });

  test('a line that it adds itself to our file stays, and nothing else does', async () => {
    const lab = await labFor(opencode);
    const text = '{\r\n\t// mine\r\n\t"username": "someone",\r\n}\r\n';
    await lab.home.write(opencode.file, text);
    await setUp(lab, opencode);
    const written = (await lab.home.read(opencode.file)) ?? '';
    await lab.run(['models']);
    const added = (await lab.home.read(opencode.file)) ?? '';
    // Its way to add the line: right behind the first brace, whatever the line endings are.
    const addLine = (before: string): string =>
      before.replace('{', '{\n  "$schema": "https://opencode.ai/config.json",');
    expect(added).toBe(addLine(written));
    expect((await setUp(lab, opencode)).status).toBe('unchanged');
    expect(await lab.home.read(opencode.file)).toBe(added);
    const result = await lab.modelrack(['remove', opencode.tool, '--yes']);
    expect(result.code, result.shown).toBe(0);
    expect(await lab.home.read(opencode.file)).toBe(addLine(text));
  });
});
