import { expect, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { models } from '../harness/lab.ts';
import { labFor, setUp } from './lab-with-tool.ts';
import { openChat } from './switches.ts';

/** Entries and a hook of prompts, in Qwen Code. */
export function testAnswersEntries(driver: Driver): void {
  test('/m-… entries print the line, and nothing is asked', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--default', models.lite.id]);
    lab.gateway.forget();
    const chat = await openChat(driver, lab, { PATH: '/usr/bin:/bin' });
    const { terminal } = chat;
    const send = async (line: string) => {
      await terminal.type(line);
      await terminal.waitFor(`> ${line}`);
      await terminal.settle();
      // The first one may only take the row that is marked.
      await terminal.press('Enter');
      const screen = await terminal.settle(1500);
      if (screen.includes(`> ${line}`) && !screen.includes('operation blocked')) await terminal.press('Enter');
    };
    await terminal.type('/m-');
    for (const { id } of [models.lite, models.plus]) await terminal.waitFor(`m-${id} [Custom]`);
    await terminal.press('Ctrl-U');
    await terminal.settle();
    await send('/m-plus');
    await terminal.waitFor(/operation blocked by hook:\n\s+\/model plus$/m);
    await terminal.settle();
    await terminal.type('/m- qwen codr');
    await terminal.settle();
    await terminal.press('Enter');
    await terminal.waitFor(/operation blocked by hook:\n\s+\/model qwen\/qwen3-coder:free$/m);
    expect(lab.gateway.questions()).toEqual([]);
  });

  test('entries cost no word of a request', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--default', models.lite.id]);
    const result = await lab.run(['-p', 'hi']);
    expect(result.code, result.shown).toBe(0);
    const questions = lab.gateway.questions();
    expect(questions.length).toBeGreaterThan(0);
    for (const { text } of questions) expect(text).not.toContain('m-plus');
  });
}
