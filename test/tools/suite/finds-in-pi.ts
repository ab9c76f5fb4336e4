import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Chat, Driver } from '../drivers/driver.ts';
import { openGateway } from '../harness/gateway.ts';
import { allModels, keyVariable, models, type Lab } from '../harness/lab.ts';
import { labFor, setUp } from './lab-with-tool.ts';
import { openChat } from './switches.ts';

const newer = { id: 'anthropic/claude-sonnet-5', context_window: 1_000_000 };
const tiny = { id: 'tiny/small', context_window: 50 };
const extensions = '.pi/agent/extensions';
const data = '.local/share/modelrack';

/** What stands in the input: between its two borders, whatever is listed below. */
function inputOf(screen: string): string | undefined {
  return /^─{20,}\n([^\n]*)\n─{20,}\n[^─]*$/m.exec(`${screen}\n`)?.[1]?.trim();
}

async function typeLine({ terminal }: Chat, text: string): Promise<string> {
  await terminal.type(text);
  await terminal.waitFor(text);
  const screen = await terminal.settle();
  expect(inputOf(screen)).toBe(text);
  return screen;
}

/** Presses Enter; what the input holds then. */
async function enter({ terminal }: Chat): Promise<string | undefined> {
  await terminal.press('Enter');
  return inputOf(await terminal.settle());
}

/** Our rows, each as id, window and mark. */
function rowsOn(screen: string): readonly string[] {
  return screen.split('\n').flatMap((line) => / {2,}(\S+ · (?:\d+k?|1M)(?: · .*)?)$/.exec(line)?.[1] ?? []);
}

async function saying(lab: Lab, chat: Chat, asked: { text: string; model: string }): Promise<string> {
  await chat.say(asked.text);
  const question = await lab.gateway.waitForQuestion(
    ({ model, text }) => model === asked.model && text.includes(asked.text),
    asked.text,
  );
  await chat.terminal.waitFor(`Asked for: ${asked.model}`);
  await chat.terminal.settle();
  return question.text;
}

/** Our extension, as pi loads it. */
export function testFindsInPi(driver: Driver): void {
  test('/m- and a few letters find a model: nothing is asked, and Enter switches', async () => {
    const lab = await labFor(driver, { models: [...allModels, newer, tiny] });
    await setUp(lab, driver, ['--default', models.lite.id]);
    lab.gateway.forget();
    const chat = await openChat(driver, lab);
    expect(rowsOn(await typeLine(chat, '/m- son'))).toEqual([`${newer.id} · 1M`, `${models.claude.id} · 200k`]);
    expect(await enter(chat)).toBe(`/model modelrack/${newer.id}`);
    expect(lab.gateway.requests()).toEqual([]);
    await chat.terminal.press('Enter');
    await chat.terminal.waitFor(`Model: ${newer.id}`);
    await saying(lab, chat, { text: 'remember apple', model: newer.id });

    lab.gateway.forget();
    // Without the rows it is our command that answers.
    await typeLine(chat, '/m- sonet 4.5');
    await chat.terminal.press('Escape');
    await chat.terminal.settle();
    expect(await enter(chat)).toBe(`/model modelrack/${models.claude.id}`);
    expect(lab.gateway.requests()).toEqual([]);
    await chat.terminal.press('Enter');
    await chat.terminal.waitFor(`Model: ${models.claude.id}`);
    const thread = await saying(lab, chat, { text: 'and a pear', model: models.claude.id });
    expect(thread).toContain('remember apple');
    expect(thread).not.toContain('/m-');
  });

  test('letters glued to /m- find it too, and a window that is too small is marked', async () => {
    const lab = await labFor(driver, { models: [...allModels, tiny] });
    await setUp(lab, driver, ['--default', models.lite.id]);
    const chat = await openChat(driver, lab);
    await saying(lab, chat, { text: 'remember apple', model: models.lite.id });
    lab.gateway.forget();
    expect(rowsOn(await typeLine(chat, '/m-tiny'))).toEqual([`${tiny.id} · 50 · too small for this conversation`]);
    await chat.terminal.press('Escape');
    await chat.terminal.settle();
    expect(await enter(chat)).toBe(`/model modelrack/${tiny.id}`);
    const screen = (await chat.terminal.settle()).replaceAll(/\s+/g, ' ');
    expect(screen).toContain(`/model modelrack/${tiny.id} This conversation has about`);
    expect(screen).toContain(
      'the context window of tiny/small is 50. Choose a model with a larger context window: lite (128k)',
    );
    await chat.terminal.press('Ctrl-U');
    await chat.terminal.settle();
    await typeLine(chat, '/m-qwencoder');
    expect(await enter(chat)).toBe(`/model modelrack/${models.qwen.id}`);
    expect(lab.gateway.requests()).toEqual([]);
  });

  test('/m- alone lists aliases, what was picked and the newest at once; with letters, as behind a blank', async () => {
    const lab = await labFor(driver, { models: [...allModels, newer] });
    await setUp(lab, driver, ['--default', models.lite.id]);
    const chat = await openChat(driver, lab);
    const clear = async () => {
      await chat.terminal.press('Escape');
      await chat.terminal.settle();
      await chat.terminal.press('Ctrl-U');
      await chat.terminal.settle();
    };
    await typeLine(chat, '/m-qwencoder');
    expect(await enter(chat)).toBe(`/model modelrack/${models.qwen.id}`);
    await clear();
    const listed = rowsOn(await typeLine(chat, '/m-'));
    // It shows five rows, of which the first is the command.
    expect(listed.slice(0, 4)).toEqual([
      'lite · 128k',
      'plus · 200k',
      'ultra · 400k',
      expect.stringContaining(models.qwen.id),
    ]);
    await clear();
    const glued = rowsOn(await typeLine(chat, '/m-son'));
    await clear();
    expect(rowsOn(await typeLine(chat, '/m- son'))).toEqual(glued);
    expect(glued).toEqual([`${newer.id} · 1M`, `${models.claude.id} · 200k`]);
  });

  test('a model that came is found in the session that runs, after a refresh', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver);
    const chat = await openChat(driver, lab);
    const came = { id: 'mistral/came-later', context_window: 128_000 };
    lab.gateway.list([...allModels, came]);
    const refreshed = await lab.modelrack(['refresh', '--yes']);
    expect(refreshed.code, refreshed.shown).toBe(0);
    expect(rowsOn(await typeLine(chat, '/m- came'))).toEqual([`${came.id} · 128k`]);
    expect(await enter(chat)).toBe(`/model modelrack/${came.id}`);
    await chat.terminal.press('Enter');
    await chat.terminal.waitFor(`Model: ${came.id}`);
    await saying(lab, chat, { text: 'hello there', model: came.id });
  });

  test('a refresh at the start of a session lets nobody wait, and no word of ours goes to a model', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--default', models.lite.id]);
    // In place of our command one whose refresh takes its time.
    const [begun, done] = [lab.home.path('begun'), lab.home.path('done')];
    await lab.home.write(
      `${data}/bin/modelrack.js`,
      `const { writeFileSync } = require('node:fs');
writeFileSync(${JSON.stringify(begun)}, process.argv.slice(2).join(' '));
setTimeout(() => { console.log('loud words'); writeFileSync(${JSON.stringify(done)}, ''); }, 25000);`,
    );
    const chat = await openChat(driver, lab);
    const withOurs = await saying(lab, chat, { text: 'hello there', model: models.lite.id });
    expect(await lab.home.read('begun')).toBe('hook session-start modelrack');
    expect(existsSync(done)).toBe(false);
    await chat.close();
    lab.gateway.forget();
    await rm(lab.home.path(extensions), { recursive: true });
    const without = await openChat(driver, lab);
    expect((await saying(lab, without, { text: 'hello there', model: models.lite.id })).length).toBe(withOurs.length);
  });

  test('two gateways have one /m-, beside extensions of the user', async () => {
    const lab = await labFor(driver);
    await lab.home.write(`${extensions}/package.json`, '{ "type": "module" }');
    await lab.home.write(
      `${extensions}/mine.js`,
      "export default (pi) => pi.registerCommand('m-mine', { description: 'mine', handler: async () => {} });",
    );
    await setUp(lab, driver, ['--default', models.lite.id]);
    const second = await openGateway([models.lite, newer], { key: lab.gateway.key });
    onTestFinished(() => second.close());
    const args = ['setup', driver.tool, '--gateway', 'second', '--base-url', second.baseUrl, '--yes'];
    const setup = await lab.modelrack([...args, '--api-key-env', keyVariable]);
    expect(setup.code, setup.shown).toBe(0);
    const chat = await openChat(driver, lab);
    expect(await typeLine(chat, '/m-')).toMatch(/ m-mine /);
    await chat.terminal.press('Ctrl-U');
    await chat.terminal.settle();
    expect(rowsOn(await typeLine(chat, '/m- lite'))).toEqual(['second/lite · 128k', 'modelrack/lite · 128k']);
    expect(await enter(chat)).toBe('/model second/lite');
    await chat.terminal.press('Enter');
    await chat.terminal.waitFor('Model: lite');
    await chat.say('hello there');
    await second.waitForQuestion(({ text }) => text.includes('hello there'), 'the message');
  });

  test('starts without a word where our folder is gone', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--default', models.lite.id]);
    await rename(lab.home.path(data), lab.home.path('elsewhere'));
    const result = await lab.run(['-p', 'hi']);
    expect(result.code, result.shown).toBe(0);
    expect(result.stderr).toBe('');
    const chat = await openChat(driver, lab);
    expect(chat.terminal.screen()).not.toMatch(/failed|error/i);
    await saying(lab, chat, { text: 'hello there', model: models.lite.id });
  });
}
