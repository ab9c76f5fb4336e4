import { expect, onTestFinished, test } from 'vitest';
import type { Chat, Driver } from '../drivers/driver.ts';
import type { Variables } from '../harness/home.ts';
import { allModels, models, type Lab } from '../harness/lab.ts';
import { labFor, setUp } from './lab-with-tool.ts';

/** A running tool that is closed when the test is over. */
export async function openChat(driver: Driver, lab: Lab, variables?: Variables): Promise<Chat> {
  if (!driver.openChat) throw new Error(`${driver.tool} cannot be driven in a terminal`);
  const chat = await driver.openChat(lab, variables);
  onTestFinished(() => chat.close());
  return chat;
}

/** What a person reads in the switcher. */
export function nameOf({ showsIds }: Driver, model: { id: string; display_name?: unknown }): string {
  if (showsIds) return model.id;
  return typeof model.display_name === 'string' ? model.display_name : model.id;
}

export function testSwitches(driver: Driver): void {
  if (!driver.openChat) return;
  test('shows the models in its own switcher, and a conversation goes along to the next one', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const chat = await openChat(driver, lab);
    const screen = await chat.openSwitcher();
    for (const model of allModels) expect(screen).toContain(nameOf(driver, model));

    await chat.pick(nameOf(driver, models.qwen));
    await chat.say('remember apple');
    const first = await lab.gateway.waitForQuestion(
      ({ model, text }) => model === models.qwen.id && text.includes('remember apple'),
      'the first message',
    );
    expect(first).toMatchObject({ path: driver.route, authorization: `Bearer ${lab.gateway.key}` });
    await chat.terminal.waitFor(`Asked for: ${models.qwen.id}`);
    await chat.terminal.settle(1500);

    await chat.openSwitcher();
    await chat.pick(nameOf(driver, models.claude));
    await chat.say('and a pear');
    const second = await lab.gateway.waitForQuestion(
      ({ model, text }) => model === models.claude.id && text.includes('and a pear'),
      'the second message',
    );
    expect(second.text).toContain('remember apple');
    expect(second.text).toContain(`Asked for: ${models.qwen.id}`);
    const asked = lab.gateway.questions().map(({ model }) => model);
    expect(new Set(asked.filter((id) => id !== driver.titlesBy))).toEqual(new Set([models.qwen.id, models.claude.id]));
  });

  test('shows a model that came and no longer one that went, after a refresh', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const came = { id: 'mistral/came-later', display_name: 'Came Later', context_window: 128_000 };
    lab.gateway.list([...allModels.filter((model) => model !== models.claude), came]);
    const result = await lab.modelrack(['refresh', '--yes']);
    expect(result.code, result.shown).toBe(0);

    const chat = await openChat(driver, lab);
    const screen = await chat.openSwitcher();
    expect(screen).toContain(nameOf(driver, came));
    expect(screen).not.toContain(nameOf(driver, models.claude));
    await chat.pick(nameOf(driver, came));
    await chat.say('hello there');
    await lab.gateway.waitForQuestion(
      ({ model, text }) => model === came.id && text.includes('hello there'),
      'the message',
    );
  });
}
