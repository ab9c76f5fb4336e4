import { describe, expect, onTestFinished, test } from 'vitest';
import { findInstalled, keyVariable, models, openLab, type Lab } from './harness/lab.ts';

const release = 'claude-code-router';
const file = '.claude-code-router/config.json';
const sample = '{\n  // the port of these tests\n  "PORT": 0,\n  "LOG": false\n}\n';

/** The proxy itself: it runs until the test is over, on a port of its own. */
async function start(flags: readonly string[] = [], input?: string): Promise<{ lab: Lab; port: number }> {
  const lab = await openLab(release);
  onTestFinished(() => lab.close());
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await lab.home.write(file, sample.replace('0,', `${port},`));
  const source = input === undefined ? ['--api-key-env', keyVariable] : ['--api-key-stdin'];
  const args = ['setup', release, '--base-url', lab.gateway.baseUrl, ...source, '--yes', ...flags];
  const result = await lab.modelrack(args, input === undefined ? {} : { input });
  expect(result.code, result.shown).toBe(0);
  const terminal = lab.open(['start']);
  onTestFinished(() => terminal.close());
  await waitForPort(port);
  return { lab, port };
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the router did not start');
}

/** As Claude Code asks, in Anthropic's form. */
async function ask(port: number, model: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }),
  });
  expect(response.status, await response.text()).toBe(200);
}

describe.skipIf(!findInstalled(release))(`${release} ${findInstalled(release)?.version ?? 'is not here'}`, () => {
  test('sends what is asked for as provider,model, and all else to the default', async () => {
    const { lab, port } = await start(['--default', models.plus.id]);
    const asked = [
      [`modelrack,${models.claude.id}`, models.claude.id],
      [`modelrack,${models.qwen.id}`, models.qwen.id],
      ['claude-sonnet-4-5', models.plus.id],
    ] as const;
    for (const [model, id] of asked) {
      lab.gateway.forget();
      await ask(port, model);
      expect(lab.gateway.questions()).toMatchObject([
        { path: '/v1/chat/completions', model: id, authorization: `Bearer ${lab.gateway.key}` },
      ]);
    }
    const before = await lab.home.read(file);
    expect((await lab.modelrack(['remove', '--yes'])).code).toBe(0);
    expect(await lab.home.read(file)).toBe(sample.replace('0,', `${port},`));
    expect(before).toContain('// the port of these tests');
  });

  test('takes a key that is kept in a file', async () => {
    const key = 'sk-rack-test-5e1f09';
    const { lab, port } = await start([], `${key}\n`);
    await ask(port, `modelrack,${models.lite.id}`);
    expect(lab.gateway.questions()).toMatchObject([{ model: models.lite.id, authorization: `Bearer ${key}` }]);
  });
});
