import { describe, expect, onTestFinished, test } from 'vitest';
import { claudeCode } from './drivers/claude-code.ts';
import { codex } from './drivers/codex.ts';
import type { Driver } from './drivers/driver.ts';
import { droid } from './drivers/droid.ts';
import { moveToRow } from './drivers/move-to-row.ts';
import { kimi } from './drivers/kimi.ts';
import { vibe } from './drivers/mistral-vibe.ts';
import { opencode } from './drivers/opencode.ts';
import { pi } from './drivers/pi.ts';
import { qwenCode } from './drivers/qwen-code.ts';
import { findInstalled, keyVariable, type Lab } from './harness/lab.ts';
import { labFor, setUp } from './suite/lab-with-tool.ts';
import { openChat } from './suite/switches.ts';
import { openStrictFront, type StrictFront } from './upstreams/strict-front.ts';

const limits = { context_window: 131_072, max_output_tokens: 8192 };
// The highest first, as gateways have it that state levels.
const twoLevels = {
  id: 'lab/two-levels',
  ...limits,
  pricing: { prompt: '0.000003', completion: '0.000015' },
  reasoning: { supported_efforts: ['high', 'low'], default_effort: 'low' },
};
const always = {
  id: 'lab/always',
  ...limits,
  reasoning: { supported_efforts: ['high', 'low'], default_effort: 'high', mandatory: true },
};
const rows = [
  twoLevels,
  always,
  { id: 'lab/plain', ...limits, supports_reasoning: false },
  { id: 'lab/no-level', ...limits, supports_reasoning: true, supported_reasoning_efforts: [] },
  { id: 'lab/silent', ...limits },
];
const levels = { 'lab/two-levels': ['low', 'high'], 'lab/always': ['low', 'high'] };

const isHere = ({ tool }: Driver): boolean => findInstalled(tool) !== undefined;

async function strictLab(driver: Driver): Promise<{ lab: Lab; front: StrictFront }> {
  const lab = await labFor(driver, { models: rows });
  const front = await openStrictFront(lab.gateway.baseUrl, levels);
  onTestFinished(() => front.close());
  const flags = ['--base-url', front.baseUrl, '--api-key-env', keyVariable, '--take-over', '--yes'];
  const result = await lab.modelrack(['setup', driver.tool, ...flags]);
  expect(result.code, result.shown).toBe(0);
  return { lab, front };
}

/** What a tool sends of its own accord, and what it makes of a level that the model lacks. */
const careful: readonly { driver: Driver; more?: readonly string[] }[] = [
  { driver: opencode },
  { driver: pi, more: ['--thinking', 'medium'] },
  { driver: kimi },
  { driver: qwenCode },
  { driver: vibe },
  { driver: droid },
  { driver: codex },
];

describe.each(careful.filter(({ driver }) => isHere(driver)))('$driver.tool', ({ driver, more = [] }) => {
  test('names no level that a model refuses', { timeout: 600_000 }, async () => {
    const { lab, front } = await strictLab(driver);
    const ask = async (id: string, flags: readonly string[] = []): Promise<void> => {
      const result = await lab.run([...(await driver.ask(id, 'hi', lab)), ...flags], driver.chooses?.(id));
      expect(result.code, result.shown).toBe(0);
      expect(front.asked.map(({ model }) => model)).toContain(id);
    };
    for (const { id } of rows) await ask(id);
    if (more.length > 0) await ask(twoLevels.id, more);
    expect(front.asked.filter(({ isRefused }) => isRefused)).toEqual([]);
  });
});

describe.skipIf(!isHere(opencode))('opencode', () => {
  test('knows what a turn cost', async () => {
    const { lab } = await strictLab(opencode);
    const run = await lab.run(['run', '-m', `modelrack/${twoLevels.id}`, 'hi']);
    expect(run.code, run.shown).toBe(0);
    const listed = await lab.run(['session', 'list', '--format', 'json']);
    const [{ id }] = JSON.parse(listed.stdout) as [{ id: string }];
    const exported = await lab.run(['export', id]);
    const { messages } = JSON.parse(exported.stdout) as Exported;
    const answers = messages.map(({ info }) => info).filter(({ role }) => role === 'assistant');
    const cost = answers.reduce((total, answer) => total + answer.cost, 0);
    const [input, output] = [sum(answers, 'input'), sum(answers, 'output')];
    expect(input).toBeGreaterThan(0);
    expect(cost).toBeCloseTo((input * 3 + output * 15) / 1e6, 8);
  });
});

interface Exported {
  readonly messages: readonly {
    readonly info: { role: string; cost: number; tokens: Record<'input' | 'output', number> };
  }[];
}

function sum(answers: readonly Exported['messages'][number]['info'][], kind: 'input' | 'output'): number {
  return answers.reduce((total, { tokens }) => total + tokens[kind], 0);
}

describe.skipIf(!isHere(codex))('codex', () => {
  test('offers exactly the stated levels, and sends the default', async () => {
    const { lab, front } = await strictLab(codex);
    const run = await lab.run(await codex.ask(twoLevels.id, 'hi', lab));
    expect(run.code, run.shown).toBe(0);
    expect(front.asked.at(-1)).toMatchObject({ model: twoLevels.id, level: 'low' });
    const chat = await openChat(codex, lab);
    const { terminal } = chat;
    // Of a model of which nothing is said: no level is asked about, and none of them is "none".
    await chat.openSwitcher();
    await chat.pick('lab/silent');
    expect(await lab.home.read(codex.file)).not.toContain('"none"');
    await chat.openSwitcher();
    await moveToRow(terminal, '›', twoLevels.id);
    await terminal.press('Enter');
    await terminal.waitFor('Select Reasoning Level');
    const shown = (await terminal.settle()).split('Select Reasoning Level').at(-1) ?? '';
    const offered = ['None', 'Minimal', 'Low', 'Medium', 'High', 'Extra high'].filter((level) => shown.includes(level));
    expect(offered, shown).toEqual(['Low', 'High']);
  });
});

describe.skipIf(!isHere(claudeCode))('claude-code', () => {
  test('shows the window of a model, and makes room before it is full', async () => {
    const lab = await labFor(claudeCode, { models: rows });
    await setUp(lab, claudeCode, ['--take-over', '--default', twoLevels.id]);
    const run = await lab.run(['-p', '--model', twoLevels.id, '/context']);
    expect(run.code, run.shown).toBe(0);
    expect(run.stdout).toMatch(/\/\s?131(?:\.1)?k/);
    expect(run.shown).not.toContain('recognized');
    lab.gateway.forget();
    // Each time some 25,000 tokens: the fifth no longer fits beside an answer.
    const makesRoom = () => lab.gateway.questions().some(({ text }) => text.includes('detailed summary'));
    for (let turn = 0; turn < 6 && !makesRoom(); turn += 1) {
      const text = Array.from({ length: 12_000 }, (_, index) => `word${turn}${index}`).join(' ');
      const flags = turn === 0 ? [] : ['--continue'];
      const said = await lab.run(['-p', '--model', twoLevels.id, ...flags, text.slice(0, 110_000)]);
      expect(said.code, said.stderr).toBe(0);
    }
    expect(makesRoom()).toBe(true);
  });
});
