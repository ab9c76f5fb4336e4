import { describe, expect, test } from 'vitest';
import { claudeCode } from './drivers/claude-code.ts';
import { findInstalled, models } from './harness/lab.ts';
import { expectAnswer } from './suite/asks.ts';
import { testCostsNothing, testPrintsTheLine } from './suite/finds-by-letters.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';

const name = 'claude-code-older';
const installed = findInstalled(name);
const driver = { ...claudeCode, release: name };

/** A release that does not know the list of the picker: three slots and one more row. */
describe.skipIf(!installed)(`${name} ${installed?.version ?? 'is not here'}`, () => {
  testPrintsTheLine(driver);
  testCostsNothing(driver);

  test('sends exactly the id that was chosen, and the models of its slots', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    await expectAnswer(lab, driver, { model: models.qwen.id });
    for (const [slot, model] of Object.entries({ opus: 'ultra', sonnet: 'plus', haiku: 'lite' })) {
      lab.gateway.forget();
      const result = await lab.run(await driver.ask(slot, 'hi', lab));
      expect(result.code, result.shown).toBe(0);
      expect(lab.gateway.questions()[0]).toMatchObject({ model, authorization: `Bearer ${lab.gateway.key}` });
    }
  });

  test('shows the slots and one more model in its switcher, and sends what is picked', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const chat = await openChat(driver, lab);
    const screen = await chat.openSwitcher();
    for (const shown of ['lite', 'plus', 'ultra', models.claude.display_name]) expect(screen).toContain(shown);
    await chat.pick('plus');
    await chat.say('hello there');
    await lab.gateway.waitForQuestion(
      ({ model, text }) => model === 'plus' && text.includes('hello there'),
      'the message',
    );
  });
});
