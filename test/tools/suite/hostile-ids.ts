import { expect, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import type { Lab } from '../harness/lab.ts';
import { expectAnswer, listed } from './asks.ts';
import { labFor, setUp } from './lab-with-tool.ts';
import { openChat } from './switches.ts';

const hostileIds = [
  'x/{env:HOME}',
  'x/{file:~/.ssh/id}',
  'x/$HOME',
  'x/${HOME}',
  'x/$(id)',
  'x/${{ secrets.A }}',
  '!x',
];
const secret = 'content-of-a-private-key';
const named = {
  id: 'named',
  display_name: 'N-{env:HOME}-{file:~/.ssh/id}-$HOME-${HOME}-$(id)',
  context_window: 128_000,
};

export function testHostileIds(driver: Driver): void {
  test('neither shows nor sends an id or a name resolved that looks like a substitution', async () => {
    const hostile = hostileIds.map((id) => ({ id, context_window: 128_000 }));
    const lab = await labFor(driver, { models: [{ id: 'lite', context_window: 128_000 }, named, ...hostile] });
    await lab.home.write('.ssh/id', secret);
    const outcome = await setUp(lab, driver);
    // A tool that asks the gateway itself has nothing written.
    const added = driver.isLive ? ['lite', 'x/$HOME', '!x'] : outcome.added;
    expect(added).toContain('lite');

    const ids = await listed(lab, driver);
    expect(ids ?? added.toSorted()).toEqual(added.toSorted());
    // What is written is sent byte for byte.
    for (const id of added) {
      await expectAnswer(lab, driver, { model: id });
      for (const { text } of lab.gateway.questions()) expectUnresolved(lab, text);
    }
    if (!driver.openChat) return;
    const chat = await openChat(driver, lab);
    expectUnresolved(lab, await chat.openSwitcher());
  });
}

function expectUnresolved(lab: Lab, text: string): void {
  expect(text).not.toContain(`x/${lab.home.folder}`);
  expect(text).not.toContain(`-${lab.home.folder}`);
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/uid=\d/);
}
