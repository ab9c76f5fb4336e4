import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { opencode } from './drivers/opencode.ts';
import { findInstalled, keyVariable, models, type Lab } from './harness/lab.ts';
import { openTerminal, type Terminal } from './harness/terminal.ts';
import { expectAnswer } from './suite/asks.ts';
import { labFor } from './suite/lab-with-tool.ts';

/** A program that hangs is the fault, not one that is slow. */
const patience = 60_000;

/** A person at a keyboard with our command; counts the answers until the last question has its yes. */
function sitDown(lab: Lab, variables: Readonly<Record<string, string | undefined>> = {}) {
  const given = { MODELRACK_LOCAL_PORTS: '', ...variables };
  const terminal = openTerminal(process.execPath, [inject('command')], { home: lab.home, variables: given });
  onTestFinished(() => terminal.close());
  let answers = 0;
  const answer = async (question: string | RegExp, text = ''): Promise<void> => {
    await terminal.waitFor(question, patience);
    if (text !== '') await terminal.type(text);
    await terminal.press('Enter');
    answers += 1;
  };
  return { terminal, answer, count: () => answers };
}

async function seenToEnd(terminal: Terminal): Promise<void> {
  await terminal.waitFor('To go back: modelrack undo', patience);
}

describe.skipIf(findInstalled('opencode') === undefined)('from one command to a real opencode that answers', () => {
  test('in at most six answers, where nothing is known', async () => {
    const lab = await labFor(opencode);
    const { terminal, answer, count } = sitDown(lab);
    await answer('Which gateway?');
    await answer('Base URL of the gateway', lab.gateway.baseUrl);
    await answer('Key of the gateway', lab.gateway.key);
    await answer('Which tools?');
    await answer('Which models?');
    await answer('Write these changes?');
    await seenToEnd(terminal);
    expect(count()).toBeLessThanOrEqual(6);
    expect(terminal.raw()).not.toContain(lab.gateway.key);
    // The key is in no variable: what was typed is kept.
    await expectAnswer(lab, opencode, { model: models.lite.id, variables: { [keyVariable]: '' } });
  });

  test('in at most two, where it points to the gateway already', async () => {
    const lab = await labFor(opencode);
    const options = { baseURL: lab.gateway.baseUrl, apiKey: '{env:CORP_KEY}' };
    await lab.home.write(opencode.file, JSON.stringify({ provider: { corp: { options } } }));
    const { terminal, answer, count } = sitDown(lab, { CORP_KEY: lab.gateway.key });
    await answer('Use it for opencode?');
    await answer('Write these changes?');
    await seenToEnd(terminal);
    expect(count()).toBeLessThanOrEqual(2);
    await expectAnswer(lab, opencode, { model: models.claude.id, variables: { CORP_KEY: lab.gateway.key } });
  });
});
