import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Chat, Driver } from '../drivers/driver.ts';
import { moveToRow } from '../drivers/move-to-row.ts';
import { allModels, models, type Lab } from '../harness/lab.ts';
import { labFor, setUp } from './lab-with-tool.ts';
import { openChat } from './switches.ts';

const newer = { id: 'anthropic/claude-sonnet-5', context_window: 1_000_000 };
const tiny = { id: 'tiny/small', context_window: 50 };
const pluginFolder = '.local/share/modelrack/plugins/claude-code';
const commands = '.claude/commands';
const ask = ['-p', '--model', models.lite.id, 'hi'];

/** What stands in the input line. */
function inputLine(text: string): RegExp {
  return new RegExp(`^❯ ${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, 'm');
}

/** Types it, and waits until it stands there. */
async function typeLine({ terminal }: Chat, text: string): Promise<string> {
  await terminal.type(text);
  await terminal.waitFor(inputLine(text));
  return terminal.settle(1000);
}

/** Everything that arrived but the greeting of a start. */
function requestsOf(lab: Lab): readonly string[] {
  return lab.gateway.requests().flatMap(({ method, path }) => (path === '/api/hello' ? [] : [`${method} ${path}`]));
}

/** Sends the line that stands in the input, and agrees where a conversation has to be read again. */
async function sendSwitch({ terminal }: Chat, { id, name = id }: { id: string; name?: string }): Promise<void> {
  await terminal.waitFor(inputLine(`/model ${id}`));
  await terminal.press('Enter');
  const screen = await terminal.waitFor(new RegExp(String.raw`Set model to ${name}|Switch model\?`));
  if (screen.includes('Switch model?')) await terminal.press('Enter');
  await terminal.waitFor(`Set model to ${name}`);
  await terminal.settle();
}

async function saying(lab: Lab, chat: Chat, asked: { text: string; model: string }) {
  await chat.say(asked.text);
  const isIt = (question: { model: unknown; text: string }) =>
    question.model === asked.model && question.text.includes(asked.text);
  const question = await lab.gateway.waitForQuestion(isIt, asked.text);
  await chat.terminal.waitFor(`Asked for: ${asked.model}`);
  await chat.terminal.settle(1500);
  return question;
}

/** In a release that loads modules: our rows, our order, and the line in the input. */
export function testFindsByLetters(driver: Driver): void {
  test('/m- and a few letters find a model: nothing is asked, and Enter switches', async () => {
    const lab = await labFor(driver, { models: [...allModels, newer] });
    await setUp(lab, driver);
    lab.gateway.forget();
    const chat = await openChat(driver, lab);
    const { terminal } = chat;
    const listed = await typeLine(chat, '/m- son');
    const rows = listed.split('\n').filter((line) => / · (?:\d+k|1M)$/.test(line));
    expect(rows.map((row) => row.trim().split(/\s+/)[1])).toEqual([newer.id, models.claude.id]);
    await terminal.press('Enter');
    await terminal.waitFor(inputLine(`/model ${newer.id}`));
    expect(await terminal.settle()).toMatch(new RegExp(`modelrack: /model ${newer.id}$`, 'm'));
    expect(requestsOf(lab)).toEqual([]);

    await sendSwitch(chat, newer);
    await saying(lab, chat, { text: 'remember apple', model: newer.id });
    // Letters glued to the name: a command of ours, as the tool's completion shows it first.
    expect(await typeLine(chat, '/m-sonnet-4')).toContain('❯ /m-sonnet-4-5');
    await terminal.press('Enter');
    await sendSwitch(chat, { id: models.claude.id, name: models.claude.display_name });
    const second = await saying(lab, chat, { text: 'and a pear', model: models.claude.id });
    expect(second.text).toContain('remember apple');
    expect(second.text).not.toContain('m-sonnet-4-5 is');
  });

  test('/m- alone lists aliases, what was picked and the newest at once; with letters, as behind a blank', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `maker/model-${index}`, context_window: 200_000 }));
    const lab = await labFor(driver, { models: [...allModels, ...many, newer] });
    await setUp(lab, driver);
    expect(existsSync(lab.home.path(commands))).toBe(false);
    const picking = await openChat(driver, lab);
    await typeLine(picking, '/m- model-7');
    await picking.terminal.press('Enter');
    await sendSwitch(picking, { id: 'maker/model-7' });
    expect(await lab.home.read('.local/state/modelrack/picked/modelrack.json')).toContain('maker/model-7');
    await picking.close();

    const chat = await openChat(driver, lab);
    const listed = await typeLine(chat, '/m-');
    const names = [...listed.matchAll(/^\s*❯? +\/(\S+) /gm)].map(([, name]) => name);
    // The tool shows five, and has the shortest names first; the others follow below.
    expect(names).toEqual(['m-', 'm-lite', 'm-plus', 'm-ultra', 'm-model-7']);
    expect(listed).toContain('maker/model-7 · 200k');
    await chat.terminal.press('Ctrl-U');
    await chat.terminal.settle();
    const idsOf = (screen: string) => [...screen.matchAll(/(\S+) · (?:\d+k|1M)$/gm)].map(([, id]) => id);
    const glued = idsOf(await typeLine(chat, '/m-son'));
    await chat.terminal.press('Ctrl-U');
    await chat.terminal.settle();
    const apart = idsOf(await typeLine(chat, '/m- son'));
    expect(glued).toEqual([newer.id, models.claude.id]);
    expect(apart).toEqual(glued);
  });

  test('a model that came is found in the session that runs, after a refresh', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const chat = await openChat(driver, lab);
    const { terminal } = chat;
    lab.gateway.list([...allModels, { id: 'mistral/came-later', context_window: 128_000 }]);
    const refreshed = await lab.modelrack(['refresh', '--yes']);
    expect(refreshed.code, refreshed.shown).toBe(0);
    expect(await typeLine(chat, '/m-came')).toContain('mistral/came-later · 128k');
    await terminal.press('Ctrl-U');
    await terminal.settle();
    expect(await typeLine(chat, '/m- came')).toContain('mistral/came-later · 128k');
    await terminal.press('Enter');
    await terminal.waitFor(inputLine('/model mistral/came-later'));
  });

  test('a switch into too small a window is denied, with what to do; by the menu, too', async () => {
    const lab = await labFor(driver, { models: [...allModels, tiny] });
    await setUp(lab, driver);
    const chat = await openChat(driver, lab);
    const { terminal } = chat;
    await saying(lab, chat, { text: 'remember apple', model: 'lite' });
    expect(await typeLine(chat, '/m- tiny')).toContain('too small for this conversation');
    await terminal.press('Enter');
    await terminal.waitFor(inputLine(`/model ${tiny.id}`));
    await terminal.press('Enter');
    await terminal.waitFor(/Model switch to .* was blocked/);
    expect((await terminal.settle()).replaceAll(/\s+/g, ' ')).toContain(
      'the context window of tiny/small is 50. Choose a model with a larger context window: lite (128k)',
    );
    await saying(lab, chat, { text: 'and a pear', model: 'lite' });

    await chat.openSwitcher();
    await moveToRow(terminal, '❯', tiny.id);
    await terminal.press('Enter');
    await terminal.waitUntilGone('Select model');
    await terminal.waitFor(/(Model switch to .* was blocked[^]*){2}/);
    await terminal.settle();
    await saying(lab, chat, { text: 'and a plum', model: 'lite' });
  });

  test('its plugin is one by its own rules', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    for (const folder of [pluginFolder, `${pluginFolder}/modelrack`]) {
      const result = await lab.run(['plugin', 'validate', lab.home.path(folder)]);
      expect(result.code, result.shown).toBe(0);
      expect(result.stdout).toMatch(
        /register\.js hooks: session\.start, prompt\.autocomplete, command\.run, classic\.PreModelSwitch/,
      );
    }
  });
}

/** What holds in every release. */
export function testCostsNothing(driver: Driver): void {
  test('400 models cost no word of a request', async () => {
    const many = Array.from({ length: 400 }, (_, index) => ({ id: `maker/model-${index}`, context_window: 200_000 }));
    const lab = await labFor(driver, { models: [...allModels, ...many] });
    await setUp(lab, driver);
    const sizeOfFirst = async () => {
      lab.gateway.forget();
      const result = await lab.run(ask);
      expect(result.code, result.shown).toBe(0);
      return lab.gateway.questions()[0]?.text.length;
    };
    // A first start tells the model of things that are there from then on.
    await sizeOfFirst();
    const files = await readdir(lab.home.path(commands)).catch(() => []);
    expect(files.length).toBeLessThanOrEqual(13);
    const withPlugin = await sizeOfFirst();
    const settings = (await lab.home.read(driver.file)) ?? '';
    await lab.home.write(driver.file, settings.replace('"modelrack@modelrack": true', '"modelrack@modelrack": false'));
    await rm(lab.home.path(commands), { recursive: true, force: true });
    expect(await sizeOfFirst()).toBe(withPlugin);
  });

  test('a refresh at the start of a session lets nobody wait', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    // In place of our command one whose refresh takes its time.
    const bin = '.local/share/modelrack/bin';
    await rename(lab.home.path(bin, 'modelrack.js'), lab.home.path(bin, 'real.js'));
    const [begun, done] = [lab.home.path('begun'), lab.home.path('done')];
    await lab.home.write(
      `${bin}/modelrack.js`,
      `if (process.argv[3] !== 'session-start') require('./real.js');
else {
  const { writeFileSync } = require('node:fs');
  writeFileSync(${JSON.stringify(begun)}, '');
  setTimeout(() => { console.log('loud words'); writeFileSync(${JSON.stringify(done)}, ''); }, 25000);
}`,
    );
    const chat = await openChat(driver, lab);
    await chat.say('hello there');
    const question = await lab.gateway.waitForQuestion(({ text }) => text.includes('hello there'), 'the message');
    expect({ begun: existsSync(begun), done: existsSync(done) }).toEqual({ begun: true, done: false });
    expect(question.text).not.toContain('loud words');
  });

  test('remove leaves the folder of the tool as it was', async () => {
    const lab = await labFor(driver);
    const mine = { [`${commands}/m-mine.md`]: 'Mine\n', [driver.file]: '{ "permissions": {"deny": []} }' };
    for (const [name, text] of Object.entries(mine)) await lab.home.write(name, text);
    await setUp(lab, driver);
    const asked = await lab.run(ask);
    expect(asked.code, asked.shown).toBe(0);
    const removed = await lab.modelrack(['remove', driver.tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    for (const [name, text] of Object.entries(mine)) expect(await lab.home.read(name)).toBe(text);
    expect(await readdir(lab.home.path(commands))).toEqual(['m-mine.md']);
    for (const name of await readdir(lab.home.path('.claude/plugins')).catch(() => [])) {
      const text = await readFile(lab.home.path('.claude/plugins', name), 'utf8').catch(() => '');
      expect(text, name).not.toContain('modelrack');
    }
    expect(existsSync(lab.home.path('.local/share/modelrack'))).toBe(false);
  });
}

/** In a release that knows no modules: entries and the hook of prompts. */
export function testPrintsTheLine(driver: Driver): void {
  test('/m- and a few letters print the line, and nothing is asked', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const debug = await lab.run([...ask, '--debug']);
    expect(debug.code, debug.shown).toBe(0);
    expect(await logsOf(lab)).not.toContain('Failed to load hooks');
    lab.gateway.forget();
    // Neither our package nor a node is to be found there.
    const chat = await openChat(driver, lab, { PATH: '/nowhere' });
    const { terminal } = chat;
    const listed = await typeLine(chat, '/m-');
    for (const name of ['/m-', '/m-lite', '/m-plus', '/m-ultra']) expect(listed).toContain(`${name} `);
    await terminal.press('Ctrl-U');
    await terminal.settle();
    await typeLine(chat, '/m-ultr');
    await terminal.press('Enter');
    await terminal.waitFor(/operation blocked by hook:\n\s+\/model ultra$/m);
    await terminal.settle();
    await typeLine(chat, '/m- qwen codr');
    await terminal.press('Enter');
    const screen = await terminal.waitFor(/operation blocked by hook:\n\s+\/model qwen\/qwen3-coder:free$/m);
    expect(screen).not.toContain('Original prompt');
    expect(requestsOf(lab)).toEqual([]);
    await typeLine(chat, `/model ${models.lite.id}`);
    await terminal.press('Enter');
    await terminal.waitFor('Set model to');
    await saying(lab, chat, { text: 'hello there', model: models.lite.id });
  });
}

async function logsOf(lab: Lab): Promise<string> {
  const folder = lab.home.path('.claude/debug');
  const names = await readdir(folder).catch(() => []);
  const logs = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8').catch(() => '')));
  expect(logs.join('')).not.toBe('');
  return logs.join('\n');
}
