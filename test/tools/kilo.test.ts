import { parse } from 'jsonc-parser';
import { expect, onTestFinished, test } from 'vitest';
import { kilo } from './drivers/kilo.ts';
import { models, openLab } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { listed } from './suite/asks.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `{
    // mine, do not touch
    "$schema": "https://app.kilo.ai/config.json",
	"username":   "someone",
    "provider": { "house": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "http://127.0.0.1:9/v1" }, "models": { "own": {} } }, }, /* tail */
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch', '/* tail */', '"username":   "someone"'],
};

describeTool(kilo, sample, () => {
  test('a file that only older releases make is used as it is', async () => {
    const lab = await labFor(kilo);
    const older = '.config/kilo/opencode.json';
    const text = '{ "$schema": "https://app.kilo.ai/config.json", "username": "someone" }\n';
    await lab.home.write(older, text);
    await setUp(lab, kilo);
    expect(await lab.home.read(older)).toContain('"modelrack"');
    expect(await listed(lab, kilo)).toContain(models.plus.id);
    expect((await lab.modelrack(['remove', kilo.tool, '--yes'])).code).toBe(0);
    expect(await lab.home.read(older)).toBe(text);
  });

  test('starts with the default that was named', async () => {
    const lab = await labFor(kilo);
    await setUp(lab, kilo, ['--default', models.plus.id]);
    const result = await lab.run(['run', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions().map(({ model }) => model)).toContain(models.plus.id);
  });

  test('its first start does not let shell commands run unasked because of our file', async () => {
    const lab = await openLab(kilo.tool, { variables: kilo.variables ?? {} });
    onTestFinished(() => lab.close());
    await setUp(lab, kilo);
    const written = await lab.home.read(kilo.file);
    expect(await listed(lab, kilo)).toContain(models.plus.id);
    expect(await lab.home.read('.config/kilo/.bash-permission-migrated')).toBe('');
    expect(await lab.home.read(kilo.file)).toBe(written);
    expect((await setUp(lab, kilo)).status).toBe('unchanged');
    expect((await lab.modelrack(['remove', kilo.tool, '--yes'])).code).toBe(0);
    expect(await lab.home.read(kilo.file)).toBeUndefined();
  });
});
