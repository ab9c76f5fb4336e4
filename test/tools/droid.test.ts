import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { droid } from './drivers/droid.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `{
  // mine, do not touch
  "autonomyLevel":   "low"
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch'],
};

describeTool(droid, sample, () => {
  test('starts with the default', async () => {
    const lab = await labFor(droid);
    await setUp(lab, droid, ['--default', models.plus.id]);
    lab.gateway.forget();
    const result = await lab.run(['exec', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions()).toMatchObject([{ path: droid.route, model: models.plus.id }]);
  });
});
