import { expect, onTestFinished, test } from 'vitest';
import { cline } from './drivers/cline.ts';
import { openGateway } from './harness/gateway.ts';
import { models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { expectAnswer } from './suite/asks.ts';
import { labFor, setUp, trySetUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `{
  "version": 1,
  "lastUsedProvider": "openai-compatible",
  "modes": {},
  "providers": {
    "gemini": {
      "settings": { "provider": "gemini", "apiKey": "k" },
      "updatedAt": "2026-01-02T03:04:05.000Z",
      "tokenSource": "manual"
    }
  }
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: ['2026-01-02T03:04:05.000Z'],
};

describeTool(cline, sample, () => {
  test('what its own command has set up is diverted only with --take-over, and comes back', async () => {
    const lab = await labFor(cline);
    const other = await openGateway([{ id: 'house/own', context_window: 128_000 }], { key: 'sk-own-key-of-the-user' });
    onTestFinished(() => other.close());
    const own = ['-k', other.key, '-m', 'house/own', '-b', other.baseUrl];
    expect((await lab.run(['auth', '-p', 'openai-compatible', ...own])).code).toBe(0);
    const before = await lab.home.read(cline.file);

    const refused = await trySetUp(lab, cline);
    expect(refused, refused.result.shown).toMatchObject({ status: 'skipped', errorCode: 'needs-consent' });
    expect(await lab.home.read(cline.file)).toBe(before);

    await setUp(lab, cline, ['--take-over']);
    // Without a model of ours it would ask for one that our gateway does not know.
    expect((await lab.run(['say hi'])).code).toBe(0);
    expect(lab.gateway.questions()).toMatchObject([
      { model: models.lite.id, authorization: `Bearer ${lab.gateway.key}` },
    ]);
    await expectAnswer(lab, cline, { model: models.qwen.id });

    expect((await lab.modelrack(['remove', cline.tool, '--yes'])).code).toBe(0);
    lab.gateway.forget();
    expect((await lab.run(['say hi'])).code).toBe(0);
    expect(other.questions()).toMatchObject([{ model: 'house/own', authorization: `Bearer ${other.key}` }]);
    expect(lab.gateway.requests()).toEqual([]);
  });
});
