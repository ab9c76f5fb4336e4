import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { kimi } from './drivers/kimi.ts';
import { openAcpSession } from './harness/acp.ts';
import { allModels } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';

const sample = {
  text: `# mine, do not touch
telemetry = false   # why

[providers.house]   # own
type = "openai"
base_url = "http://127.0.0.1:9/v1"
api_key = "k"
`,
  read: (text: string): unknown => parse(text),
  // A choice in its switcher makes the tool write the whole file anew, without comments.
  kept: ['telemetry = false'],
};

describeTool(kimi, sample, () => {
  test('offers the models to editors', async () => {
    const lab = await labFor(kimi);
    await setUp(lab, kimi);
    const session = await openAcpSession(lab, 'kimi', { args: ['acp'] });
    expect(session.valuesOf('model').toSorted()).toEqual(allModels.map(({ id }) => id).toSorted());
  });

  test('asks for no longer an answer than the gateway states', async () => {
    const lab = await labFor(kimi, { models: [{ id: 'lite', context_window: 128_000, max_output_tokens: 4096 }] });
    await setUp(lab, kimi);
    const result = await lab.run(await kimi.ask('lite', 'hi', lab));
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions()[0]?.text).toContain('"max_tokens":4096');
  });
});
