import { delimiter } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claudeCode } from './drivers/claude-code.ts';
import { allModels, findInstalled, keyVariable, models, openLab, type Lab, type LabOptions } from './harness/lab.ts';

const release = 'claude-code-router';
const file = '.claude-code-router/config.json';

interface Router {
  readonly lab: Lab;
  readonly port: number;
  setUp(flags?: readonly string[], more?: Parameters<Lab['modelrack']>[1]): Promise<void>;
  /** The proxy itself, until the test is over. */
  start(variables?: Record<string, string>): Promise<void>;
}

/** A home with a file of a user's; `{port}` in it stands for a free one. */
async function routerWith(text: string, options: LabOptions = {}): Promise<Router> {
  const lab = await openLab(release, options);
  onTestFinished(() => lab.close());
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await lab.home.write(file, text.replace('{port}', String(port)));
  return {
    lab,
    port,
    setUp: async (flags = ['--api-key-env', keyVariable], more = {}) => {
      const args = ['setup', release, '--base-url', lab.gateway.baseUrl, '--yes', ...flags];
      const result = await lab.modelrack(args, more);
      expect(result.code, result.shown).toBe(0);
    },
    start: async (variables) => {
      const terminal = lab.open(['start'], variables);
      onTestFinished(() => terminal.close());
      await waitForPort(port);
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(100);
  }
  throw new Error('the router did not start');
}

/** Asks as Claude Code does, in Anthropic's form; what reaches the gateway has this id, and the key. */
async function expectSent({ lab, port }: Router, model: string, id: string): Promise<void> {
  lab.gateway.forget();
  const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }),
  });
  expect(response.status, await response.text()).toBe(200);
  expect(lab.gateway.questions()).toMatchObject([
    { path: '/v1/chat/completions', model: id, authorization: `Bearer ${lab.gateway.key}` },
  ]);
}

const commented = '{\n  // the port of these tests\n  "PORT": {port},\n  "LOG": false\n}\n';
const plain = '{\n  "PORT": {port},\n  "LOG": false\n}\n';

describe.skipIf(!findInstalled(release))(`${release} ${findInstalled(release)?.version ?? 'is not here'}`, () => {
  test('sends what the line of pick chooses, and all else to the default; remove gives the bytes back', async () => {
    const router = await routerWith(commented);
    const { lab, port } = router;
    await router.setUp(['--api-key-env', keyVariable, '--default', models.plus.id]);
    expect(await lab.home.read(file)).toContain('// the port of these tests');
    await router.start();
    for (const { id } of allModels) {
      const { stdout } = await lab.modelrack(['pick', id, '--first', '--for', release]);
      await expectSent(router, stdout.trim().replace('/model ', ''), id);
    }
    await expectSent(router, 'claude-sonnet-4-5', models.plus.id);
    expect((await lab.modelrack(['remove', release, '--yes'])).code).toBe(0);
    expect(await lab.home.read(file)).toBe(commented.replace('{port}', String(port)));
  });

  test('lists the models in its own menu; what is picked there stays, and remove leaves the rest', async () => {
    const router = await routerWith(plain);
    const { lab, port } = router;
    await router.setUp();
    const menu = lab.open(['model']);
    onTestFinished(() => menu.close());
    await menu.waitFor('Which model configuration');
    await menu.press('Enter');
    const screen = await menu.waitFor('Select a model for default');
    for (const { id } of allModels) expect(screen).toContain(id);
    await menu.press('Down', 'Enter');
    await menu.waitFor('default model updated to: modelrack,plus');
    await menu.close();

    const picked = await lab.home.read(file);
    await router.setUp();
    expect(await lab.home.read(file)).toBe(picked);
    await router.start();
    await expectSent(router, 'claude-sonnet-4-5', models.plus.id);
    expect((await lab.modelrack(['remove', release, '--yes'])).code).toBe(0);
    expect(JSON.parse((await lab.home.read(file)) ?? '')).toEqual({ PORT: port, LOG: false });
  });

  test('follows the list of the gateway after a refresh and a new start', async () => {
    const router = await routerWith(plain);
    const came = { id: 'mistral/came-later', context_window: 128_000 };
    await router.setUp();
    router.lab.gateway.list([...allModels, came]);
    const result = await router.lab.modelrack(['refresh', '--yes']);
    expect(result.shown).toContain('ccr restart');
    await router.start();
    await expectSent(router, `modelrack,${came.id}`, came.id);
  });

  test('takes a key that is kept in a file', async () => {
    const router = await routerWith(plain);
    const { lab } = router;
    await router.setUp(['--api-key-stdin'], { input: `${lab.gateway.key}\n`, variables: { [keyVariable]: undefined } });
    await router.start();
    await expectSent(router, `modelrack,${models.lite.id}`, models.lite.id);
  });

  test('takes a key from a variable of any name', async () => {
    const router = await routerWith(plain);
    const variables = { rack_key: router.lab.gateway.key };
    await router.setUp(['--api-key-env', 'rack_key'], { variables });
    await router.start(variables);
    await expectSent(router, `modelrack,${models.lite.id}`, models.lite.id);
  });

  test('keeps the providers of a user who spells them small', async () => {
    const own = '"providers": [{ "name": "office", "api_base_url": "{url}", "api_key": "k", "models": ["own"] }]';
    const router = await routerWith(plain.replace('"LOG"', `${own},\n  "LOG"`));
    await router.setUp();
    await router.start();
    const listed = await fetch(`http://127.0.0.1:${router.port}/providers`);
    expect(await listed.json()).toMatchObject([{ name: 'office' }, { name: 'modelrack' }]);
    await expectSent(router, `modelrack,${models.qwen.id}`, models.qwen.id);
  });

  test('sends odd ids as they are, and gets none that it would substitute', async () => {
    const safe = ['lite', 'Acme/Big-One', 'x/a,b', 'x/{env:HOME}', '!x', 'x/{file:~/.ssh/id}'];
    const hostile = ['x/$HOME', 'x/${HOME}', 'x/${{ secrets.A }}'];
    const listed = [...safe, ...hostile].map((id) => ({ id, context_window: 128_000 }));
    const router = await routerWith(plain, { models: listed });
    await router.setUp();
    const written = await router.lab.home.read(file);
    for (const id of hostile) expect(written).not.toContain(id);
    await router.start();
    for (const id of safe) {
      expect(written).toContain(`"${id}"`);
      await expectSent(router, `modelrack,${id}`, id);
    }
  });

  const claude = findInstalled('claude-code');
  test.skipIf(!claude)('switches in Claude Code itself by the line that pick prints', async () => {
    const router = await routerWith(plain);
    const { lab } = router;
    await claudeCode.prepare?.(lab);
    await router.setUp();
    await router.start();
    const { stdout: line } = await lab.modelrack(['pick', models.qwen.id, '--first', '--for', release]);
    const path = [claude?.binFolder, lab.home.variables()['PATH']].join(delimiter);
    const chat = lab.open(['code'], { PATH: path });
    onTestFinished(() => chat.close());
    await chat.waitFor(/^❯/m);
    await chat.settle(1500);
    for (const text of [line.trim(), 'hello there']) {
      await chat.type(text);
      await chat.settle();
      await chat.press('Enter');
      await chat.settle(1500);
    }
    await lab.gateway.waitForQuestion(
      ({ model, text }) => model === models.qwen.id && text.includes('hello there'),
      'the message',
    );
  });
});
