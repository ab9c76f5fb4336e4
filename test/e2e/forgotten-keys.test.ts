import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

/** Files below the home folder that hold a text. */
function holding(rack: Rack, text: string): readonly string[] {
  return readdirSync(rack.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path) && readFileSync(path, 'latin1').includes(text))
    .map((path) => path.slice(rack.home.length + 1));
}

const file = '.qwen/settings.json';
const before = '{\n  "theme": "mine", // stays\n}\n'.replace(',', '');

async function withLiteralKey() {
  const gateway = await openGateway();
  const rack = makeRack();
  rack.write(file, before);
  chmodSync(rack.path(file), 0o644);
  const flags = ['--base-url', gateway.baseUrl, '--api-key-stdin'];
  const { code, stderr } = await rack.run(['setup', 'qwen', ...flags], { input: key });
  expect(code, stderr).toBe(0);
  expect(rack.read(file)).toContain(key);
  expect(statSync(rack.path(file)).mode & 0o777).toBe(0o600);
  return { rack, gateway };
}

it.each([
  ['to the byte', (text: string) => text],
  ['key by key', (text: string) => `${text}\n`],
])('a key that remove takes out %s is kept nowhere, and the file has its mode again', async (_, change) => {
  const { rack } = await withLiteralKey();
  rack.write(file, change(rack.read(file)));
  expect((await rack.run(['refresh'])).code).toBe(0);
  expect((await rack.run(['remove'])).code).toBe(0);
  expect(rack.read(file)).toBe(change(before));
  expect(statSync(rack.path(file)).mode & 0o777).toBe(0o644);
  expect(holding(rack, key)).toEqual(['.config/modelrack/keys/modelrack']);
  const undone = await rack.json<RunDocument>(['undo']);
  expect(undone.document.tools[0]?.notes.join()).toContain('modelrack setup qwen-code');
  expect((await rack.run(['connections', 'forget', 'modelrack'])).code).toBe(0);
  expect(holding(rack, key)).toEqual([]);
});

it('an older key, and one that moved to a variable since, go as well', async () => {
  const { rack } = await withLiteralKey();
  expect((await rack.run(['setup', 'qwen', '--api-key-env', keyVariable])).code).toBe(0);
  expect(rack.read(file)).not.toContain(key);
  expect((await rack.run(['remove'])).code).toBe(0);
  expect(rack.read(file)).toBe(before);
  expect(holding(rack, key)).toEqual(['.config/modelrack/keys/modelrack']);
});

it('undo of a first setup gives the file its mode back', async () => {
  const { rack } = await withLiteralKey();
  expect((await rack.run(['undo'])).code).toBe(0);
  expect(rack.read(file)).toBe(before);
  expect(statSync(rack.path(file)).mode & 0o777).toBe(0o644);
});

it.each([
  ['a variable', ['--api-key-env', keyVariable], ''],
  ['a file', ['--api-key-stdin'], key],
])('undo, remove and forget leave a key from %s in no backup', async (_, flags, input) => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  rack.write('.aider.conf.yml', 'dark-mode: true\n');
  const tools = ['aider', 'cline', 'copilot', 'llm', 'raycast'];
  const setUp = await rack.run(['setup', ...tools, '--base-url', baseUrl, '--take-over', ...flags], { input });
  expect(setUp.code, setUp.stderr).toBe(0);
  for (const command of [['undo'], ['remove'], ['connections', 'forget', 'modelrack']]) {
    const { code, stderr } = await rack.run(command);
    expect(code, stderr).toBe(0);
  }
  expect(holding(rack, key)).toEqual([]);
  expect(rack.read('.aider.conf.yml')).toBe('dark-mode: true\n');
});

it.each([['another one'], [undefined]])('and so where the variable holds %s by then', async (newer) => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  const tools = ['aider', 'cline', 'copilot', 'llm', 'raycast'];
  const flags = ['--base-url', baseUrl, '--take-over', '--api-key-env', 'OTHER_KEY'];
  expect((await rack.run(['setup', ...tools, ...flags], { env: { OTHER_KEY: key } })).code).toBe(0);
  const env: Record<string, string> = newer === undefined ? {} : { OTHER_KEY: newer };
  const seen = await rack.run(['doctor'], { env });
  expect(seen.stdout + seen.stderr).not.toContain(key);
  for (const command of [['undo'], ['remove'], ['connections', 'forget', 'modelrack']]) {
    const { code, stderr } = await rack.run(command, { env });
    expect(code, stderr).toBe(0);
  }
  expect(holding(rack, key)).toEqual([]);
});

it('doctor shows no key that a refresh would replace, whatever it looks like and is called', async () => {
  const [older, newer] = ['correct"horse-battery staple'.replace(' ', '-'), 'gk_newerKEY44cc55dd66'];
  const { baseUrl } = await openGateway({ key: older });
  const rack = makeRack();
  const tools = ['aider', 'cline', 'copilot', 'llm', 'raycast', 'aichat'];
  const flags = ['--base-url', baseUrl, '--take-over', '--api-key-env', 'OTHER_KEY'];
  const setUp = await rack.run(['setup', ...tools, ...flags], { env: { OTHER_KEY: older } });
  expect(setUp.code, setUp.stderr).toBe(0);
  const { stdout, stderr } = await rack.run(['doctor', ...tools, '--offline'], { env: { OTHER_KEY: newer } });
  expect(stdout).toContain('a refresh would change');
  for (const part of ['correct', 'horse', 'staple', newer]) expect(stdout + stderr).not.toContain(part);
});

it.each([['.local'], ['.local', '.cache']])('an older key makes way where the record is lost: %s', async (...lost) => {
  // It takes both of them.
  const server = createServer((request, response) => {
    request.resume();
    const rows = ['lite', 'a/one'].map((id) => ({ id, context_window: 100_000 }));
    response.writeHead(request.method === 'POST' ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: rows }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address.
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const rack = makeRack();
  const tools = ['aider', 'cline', 'copilot', 'llm', 'raycast', 'droid', 'continue', 'qwen', 'goose', 'kimi', 'pi'];
  const [older, newer] = ['gk_olderKEY11aa22bb33', 'gk_newerKEY44cc55dd66'];
  const setUp = async (input: string) => {
    const args = ['setup', ...tools, '--base-url', root, '--api-key-stdin', '--take-over'];
    const { code, stdout, stderr } = await rack.run(args, { input });
    expect(code, stdout + stderr).toBe(0);
  };
  const inTools = (text: string) => holding(rack, text).filter((path) => !path.includes('state/modelrack'));
  await setUp(older);
  const written = inTools(older);
  expect(written.length).toBeGreaterThan(tools.length);
  for (const folder of lost) rmSync(rack.path(folder), { recursive: true, force: true });
  await setUp(newer);
  expect(inTools(older)).toEqual([]);
  expect(inTools(newer)).toEqual(written);
  expect((await rack.run(['remove'])).code).toBe(0);
  expect(holding(rack, older)).toEqual([]);
  expect((await rack.run(['connections', 'forget', 'modelrack'])).code).toBe(0);
  expect(holding(rack, newer)).toEqual([]);
});

// As people make them: without a digit, short, and as a quick start names it.
const plainKeys = ['correct-horse-battery-staple-key', 'letmeinplease', 'sk-1234', 'hunter2', 'Geheim/Wort+ganz=lang'];

it.each(plainKeys)('the key %s is nowhere after undo, remove and forget', async (plain) => {
  const { baseUrl } = await openGateway({ key: plain });
  const rack = makeRack();
  rack.write('.aider.conf.yml', 'dark-mode: true\n');
  const tools = ['aider', 'cline', 'copilot', 'llm', 'raycast', 'droid', 'continue', 'qwen'];
  const flags = ['--base-url', baseUrl, '--take-over', '--api-key-stdin'];
  const setUp = await rack.run(['setup', ...tools, ...flags], { input: plain });
  expect(setUp.code, setUp.stderr).toBe(0);
  for (const command of [['refresh', '--models', 'lite'], ['undo'], ['undo'], ['remove'], ['connections', 'forget']]) {
    const args = command[1] === 'forget' ? [...command, 'modelrack'] : command;
    const { code, stderr } = await rack.run(args);
    expect(code, stderr).toBe(0);
  }
  expect(holding(rack, plain)).toEqual([]);
  expect(rack.read('.aider.conf.yml')).toBe('dark-mode: true\n');
});

it.each(['droid', 'continue'].flatMap((tool) => [key, ...plainKeys].map((word) => [tool, word] as const)))(
  'an entry of %s that the user edited stays without the key %s',
  async (tool, word) => {
    const { baseUrl } = await openGateway({ key: word });
    const rack = makeRack();
    await rack.run(['setup', tool, '--base-url', baseUrl, '--api-key-stdin'], { input: word });
    const [edited = ''] = holding(rack, word).filter((path) => !path.includes('modelrack'));
    rack.write(edited, rack.read(edited).replace(/((?:displayName"|name): "?)lite/, '$1My lite'));
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.read(edited)).toContain('My lite');
    expect((await rack.run(['connections', 'forget', 'modelrack'])).code).toBe(0);
    expect(holding(rack, word)).toEqual([]);
  },
);

it.each([
  ['a connection of the user', 'house', 'modelrack'],
  ['its own connection', 'longconnection', 'longconnection'],
  ['the first word of a file', 'house', 'dark-mode'],
  ['a tool', 'house', 'opencode'],
])('a key called as %s takes no history of anybody else along', async (_, name, word) => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  rack.write('.aider.conf.yml', 'dark-mode: true\n');
  const tools = ['opencode', 'aider', 'continue'];
  const args = ['setup', ...tools, '--base-url', baseUrl, '--api-key-env', keyVariable, '--take-over'];
  expect((await rack.run(args)).code).toBe(0);
  // Qwen Code alone has the key in its file.
  const forgotten = () => holding(rack, '"isForgotten":').filter((path) => !rack.read(path).includes('.qwen'));
  const backups = () => holding(rack, '').filter((path) => /backups/.test(path) && !path.includes('settings.json'));
  const kept = backups();
  const { baseUrl: second } = await openGateway({ key: word });
  const other = ['--gateway', name, '--base-url', second, '--api-key-stdin'];
  expect((await rack.run(['setup', 'qwen', 'opencode', ...other], { input: word })).code).toBe(0);
  expect((await rack.run(['remove', '--gateway', name])).code).toBe(0);
  expect((await rack.run(['connections', 'forget', name])).code).toBe(0);
  expect(forgotten()).toEqual([]);
  expect(backups()).toEqual(expect.arrayContaining([...kept]));
});

it.each(['x', 'ollama', 'none', 'lm-studio', 'not-needed', 'opencode', 'anthropic'])(
  'to forget the key %j deletes nothing of anybody else',
  async (word) => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    const mine =
      '{ "provider": { "ollama": { "name": "none", "options": { "apiKey": "x" } }, "lm-studio": {}, "anthropic": { "name": "opencode", "options": { "apiKey": "not-needed" } } } }\n';
    rack.write('.config/opencode/opencode.json', mine);
    await rack.run(['setup', 'opencode', '--base-url', baseUrl, '--api-key-env', keyVariable]);
    await rack.run(['refresh', '--models', 'lite']);
    const backups = () => holding(rack, '').filter((path) => /backups.*opencode/.test(path));
    const kept = backups();
    // It takes this word and no other.
    const { baseUrl: second } = await openGateway({ key: word });
    const other = ['--gateway', 'tmp', '--base-url', second, '--api-key-stdin'];
    expect((await rack.run(['setup', 'qwen', ...other], { input: word })).code).toBe(0);
    expect((await rack.run(['remove', '--gateway', 'tmp'])).code).toBe(0);
    expect((await rack.run(['connections', 'forget', 'tmp'])).code).toBe(0);
    expect(backups()).toEqual(kept);
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.read('.config/opencode/opencode.json')).toBe(mine);
  },
);
