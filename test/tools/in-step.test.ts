import { utimesSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { codex } from './drivers/codex.ts';
import { copilot } from './drivers/copilot.ts';
import { droid } from './drivers/droid.ts';
import { kilo } from './drivers/kilo.ts';
import { opencode } from './drivers/opencode.ts';
import { qwenCode } from './drivers/qwen-code.ts';
import { allModels, findInstalled } from './harness/lab.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';

const came = { id: 'mistral/came-later', context_window: 128_000 };

const starts = [
  // Tools that run what they are told to at their start, and ask nobody.
  ...[qwenCode, copilot, droid].map((driver) => ({ driver, by: 'our hook', flags: [] })),
  // Tools that start our server and have no hook of ours: the server has the lists refreshed.
  ...[opencode, codex, kilo].map((driver) => ({ driver, by: 'our MCP server', flags: ['--mcp'] })),
];

describe.each(starts)('$driver.tool with $by', ({ driver, flags }) => {
  test.skipIf(findInstalled(driver.tool) === undefined)('is brought up to date by its own start', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--take-over', ...flags]);
    lab.gateway.list([...allModels, came]);
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(lab.home.path('.cache/modelrack/refreshed/modelrack'), anHourAgo, anHourAgo);
    expect((await lab.modelrack(['refresh', '--check', '--yes'])).code).toBe(7);
    const chat = driver.openChat && (await openChat(driver, lab));
    // Its session begins with the first word.
    if (driver === copilot) await chat?.say('hi');
    if (chat === undefined) await lab.run(await driver.ask('lite', 'hi', lab), driver.chooses?.('lite'));
    const differs = async () => (await lab.modelrack(['refresh', '--check', '--yes'])).code;
    await vi.waitFor(async () => expect(await differs()).toBe(0), { timeout: 120_000, interval: 2000 });
  });
});
