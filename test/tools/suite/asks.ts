import { expect, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { allModels, keyVariable, models, type Lab } from '../harness/lab.ts';
import type { Variables } from '../harness/home.ts';
import { labFor, setUp } from './lab-with-tool.ts';

const chosen = [models.lite.id, models.claude.id, models.qwen.id];

/** A key of the user's for another service. */
const foreign = 'sk-for-another-service';

interface Asked {
  readonly model: string;
  readonly variables?: Variables;
}

/** Asks once without a terminal: what arrives has exactly this id, and the key. */
export async function expectAnswer(lab: Lab, driver: Driver, { model, variables }: Asked): Promise<void> {
  lab.gateway.forget();
  const result = await lab.run(await driver.ask(model, 'hi', lab), { ...driver.chooses?.(model), ...variables });
  expect(result.code, result.shown).toBe(0);
  const questions = lab.gateway.questions();
  expect(questions.length, result.shown).toBeGreaterThan(0);
  for (const question of questions) {
    expect(question).toMatchObject({ path: driver.route, model, authorization: `Bearer ${lab.gateway.key}` });
  }
}

export function testAsks(driver: Driver): void {
  test.skipIf(!driver.listing && !driver.askForList)('lists the models of the gateway without a terminal', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    expect(await listed(lab, driver)).toEqual(allModels.map(({ id }) => id).toSorted());
  });

  test('sends exactly the id that was chosen, with the key', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    for (const model of chosen) await expectAnswer(lab, driver, { model });
  });

  test('follows the list of the gateway after a refresh', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const came = { id: 'mistral/came-later', display_name: 'Came Later', context_window: 128_000 };
    lab.gateway.list([...allModels.filter((model) => model !== models.claude), came]);
    const result = await lab.modelrack(['refresh', '--yes']);
    expect(result.code, result.shown).toBe(0);
    const ids = await listed(lab, driver);
    expect(ids?.includes(came.id)).not.toBe(false);
    expect(ids?.includes(models.claude.id)).not.toBe(true);
    await expectAnswer(lab, driver, { model: came.id });
  });

  test('sends no key of the shell to the gateway', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const variables = { OPENAI_API_KEY: foreign, ANTHROPIC_API_KEY: foreign, ANTHROPIC_AUTH_TOKEN: foreign };
    await expectAnswer(lab, driver, { model: models.plus.id, variables });
    expect(JSON.stringify(lab.gateway.requests())).not.toContain(foreign);
  });

  test('gets a key that is kept in the key file', async () => {
    const lab = await labFor(driver);
    const variables = { [keyVariable]: undefined };
    const args = ['setup', driver.tool, '--base-url', lab.gateway.baseUrl, '--api-key-stdin', '--yes'];
    const result = await lab.modelrack(args, { variables, input: `${lab.gateway.key}\n` });
    expect(result.code, result.shown).toBe(0);
    expect(result.shown).not.toContain(lab.gateway.key);
    await expectAnswer(lab, driver, { model: models.qwen.id, variables });
  });
}

/** What the tool lists without a terminal, sorted; undefined where it has no such command. */
export async function listed(lab: Lab, driver: Driver): Promise<readonly string[] | undefined> {
  if (driver.askForList) return (await driver.askForList(lab)).toSorted();
  if (!driver.listing) return undefined;
  const result = await lab.run(driver.listing.args);
  expect(result.code, result.shown).toBe(0);
  return driver.listing.read(result.stdout).toSorted();
}
