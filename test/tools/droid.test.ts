import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { droid } from './drivers/droid.ts';
import { models } from './harness/lab.ts';
import { listed } from './suite/asks.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp, trySetUp } from './suite/lab-with-tool.ts';

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

  test.each([
    ['a comma before a closing bracket', (text: string) => text.replace(/\n\}\n$/, ',\n}\n')],
    ['a byte-order mark', (text: string) => `\u{FEFF}${text}`],
  ])('%s makes it drop all custom models, which is why we refuse such a file', async (_, spoil) => {
    const lab = await labFor(droid);
    await setUp(lab, droid);
    const written = (await lab.home.read(droid.file)) ?? '';
    await lab.home.write(droid.file, spoil(written));
    expect(await listed(lab, droid)).toEqual([]);
    const again = await trySetUp(lab, droid);
    expect(again, again.result.shown).toMatchObject({ errorCode: 'file-invalid' });
    expect(await lab.home.read(droid.file)).toBe(spoil(written));
  });
});
