import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { aider } from './drivers/aider.ts';
import { allModels, models } from './harness/lab.ts';
import { describeTool } from './suite/describe-tool.ts';
import { expectAnswer } from './suite/asks.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { testStaysElsewhere } from './suite/takes-over.ts';

const metadata = '.aider.model.metadata.json';
const sample = {
  text: `\uFEFF# mine
dark-mode: true   # at night
`.replaceAll('\n', '\r\n'),
  read: (text: string): unknown => parse(text),
  kept: ['# mine', '# at night'],
};

describeTool(aider, sample, () => {
  test('lists the models beside those that it knows itself, and starts with the first', async () => {
    const lab = await labFor(aider);
    await lab.home.write(
      metadata,
      '{ "openai/own": { litellm_provider: "openai", mode: "chat", }, } // mine\n'.replaceAll(/(\w+):/g, '"$1":'),
    );
    await setUp(lab, aider);
    const shown = await lab.run(['--list-models', 'openai/']);
    const listed = shown.stdout.split('\n').map((line) => line.replace(/^- /, '').trim());
    for (const { id } of allModels) expect(listed).toContain(`openai/${id}`);
    expect(listed).toContain('openai/own');
    const asked = await lab.run(['--message', 'hi']);
    expect(asked.code, asked.shown).toBe(0);
    expect(lab.gateway.questions()[0]).toMatchObject({ model: models.lite.id });
  });

  test('no key of a project or of a file beside ours goes to the gateway', async () => {
    const lab = await labFor(aider);
    await setUp(lab, aider);
    await lab.home.write('project/.env', 'OPENAI_API_KEY=sk-for-another-service\n');
    await expectAnswer(lab, aider, { model: models.plus.id });
    expect(JSON.stringify(lab.gateway.requests())).not.toContain('sk-for-another-service');
  });

  testStaysElsewhere(aider, ({ baseUrl, key }) => `openai-api-base: ${baseUrl} # house\nopenai-api-key: ${key}\n`);
});
