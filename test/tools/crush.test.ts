import { expect, test } from 'vitest';
import { crush } from './drivers/crush.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `{
	"options": { "tui":   { "compact_mode": true } },
	"providers": { "house": { "type": "openai-compat", "base_url": "http://127.0.0.1:9/v1", "models": [ { "id": "own", "name": "Own" } ] } }
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: ['"tui":   {'],
};

describeTool(crush, sample, () => {
  test('a default is what it starts with', async () => {
    const lab = await labFor(crush);
    await setUp(lab, crush, ['--default', models.qwen.id]);
    const result = await lab.run(['run', '-q', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(new Set(lab.gateway.questions().map(({ model }) => model))).toEqual(new Set([models.qwen.id]));
  });

  test('a script of the user beside the file leaves our provider visible', async () => {
    const lab = await labFor(crush);
    await lab.home.write('.config/crush/crushrc', 'provider add house --base-url http://127.0.0.1:9/v1\n');
    await setUp(lab, crush);
    const result = await lab.run(['models']);
    expect(result.code, result.shown).toBe(0);
    expect(result.stdout).toContain(`modelrack/${models.lite.id}`);
  });
});
