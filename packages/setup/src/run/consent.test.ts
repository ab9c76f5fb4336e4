import { afterEach, expect, test } from 'vitest';
import { exclusiveTool, mapTool, rowsTool } from '../testing/sample-tools.ts';
import { makeWorld, type World } from '../testing/world.ts';

const worlds: World[] = [];
function world(variables?: Record<string, string>): World {
  const made = makeWorld(variables);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.end();
});

const row = (id: string, context_window?: number) => ({
  id,
  object: 'model',
  ...(context_window === undefined ? {} : { context_window }),
});
const list = [row('lite', 128_000), row('plus', 200_000), row('acme/one', 8000), row('acme/two')];
const config = '.sample/config.jsonc';

const messy = `{
  // mine
  "theme": "dark", // and this
  "provider": {
    "other": { "url": "https://other.example.test" } // stays
  },
}
`;

test("an allow-list of the user's gets our name, and loses it again", async () => {
  const w = world();
  const text = '{ "enabled": ["other"] }\n';
  w.write(config, text);
  await w.run(mapTool, { list });
  expect(w.read(config)).toContain('["other", "modelrack"]');
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).toBe(text);
});

test('the default is changed only by name, and comes back', async () => {
  const w = world();
  const text = '{\n  "model": "other/x" // mine\n}\n';
  w.write(config, text);
  await w.run(mapTool, { list });
  expect(w.read(config)).toContain('"other/x"');
  await w.run(mapTool, { list, choice: { default: 'plus' } });
  expect(w.read(config)).toContain('"model": "modelrack/plus", // mine');
  w.write(config, `${w.read(config)}\n`);
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).toBe(`${text}\n`);
});

test('two connections stand side by side, and each leaves alone', async () => {
  const w = world();
  w.write(config, messy);
  const second = { name: 'second', apiRoot: 'https://two.example.test/v1' };
  await w.run(mapTool, { list });
  await w.run(mapTool, { list, connection: second });
  expect(w.read(config)).toContain('two.example.test');
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).not.toContain('gw.example.test');
  expect(w.read(config)).toContain('two.example.test');
  await w.run(mapTool, { command: 'remove', connection: { name: 'second' } });
  expect(w.read(config)).toBe(messy);
});

test('ids and names that the tool would substitute', async () => {
  const w = world();
  const hostile = [row('x/{env:HOME}'), { ...row('fine'), name: 'Fine {env:HOME}' }];
  const outcome = await w.run(mapTool, { list: hostile });
  expect(outcome.models.added).toEqual(['fine']);
  expect(outcome.notes.join('\n')).toContain('x/{env:HOME} is left out');
  expect(w.read('.sample/config.json')).not.toContain('{env:HOME}');
});

test('an exclusive tool is not diverted without consent, and gets back what it had', async () => {
  const w = world();
  const text = '{\n  "provider": "azure", // work\n  "model": "mine"\n}\n';
  w.write('.solo/config.jsonc', text);
  const asked = await w.run(exclusiveTool, { list });
  expect(asked).toMatchObject({ status: 'skipped', asks: ['take-over'], error: { code: 'needs-consent' } });
  expect(asked.error?.hint).toContain('--take-over');
  expect(w.read('.solo/config.jsonc')).toBe(text);
  const agreed = await w.run(exclusiveTool, { list, takeOver: true });
  expect(agreed.status).toBe('written');
  expect(w.read('.solo/config.jsonc')).toContain('"provider": "modelrack", // work');
  expect(w.read('.solo/config.jsonc')).toContain('"model": "mine"');
  const again = await w.run(exclusiveTool, { list });
  expect(again.status).toBe('unchanged');
  w.write('.solo/config.jsonc', `${w.read('.solo/config.jsonc')}// later\n`);
  await w.run(exclusiveTool, { command: 'remove' });
  expect(w.read('.solo/config.jsonc')).toBe(`${text}// later\n`);
  expect(w.read('.solo/modelrack-models.json')).toBeUndefined();
});

test('a stored login is diverted only with consent, and then no more asked about', async () => {
  const w = world();
  w.write('.solo/login.json', '{ "token": "x" }');
  expect((await w.run(exclusiveTool, { list })).error?.code).toBe('needs-consent');
  await w.run(exclusiveTool, { list, takeOver: true });
  const refreshed = await w.run(exclusiveTool, { command: 'refresh', list: [...list, row('acme/new')] });
  expect(refreshed.models.added).toEqual(['acme/new']);
});

test('a second connection on an exclusive tool takes over, and what was there before both comes back', async () => {
  const w = world();
  const text = '{ "provider": "azure" }\n';
  w.write('.solo/config.jsonc', text);
  const second = { name: 'second', apiRoot: 'https://two.example.test/v1' };
  await w.run(exclusiveTool, { list, takeOver: true });
  expect((await w.run(exclusiveTool, { list, connection: second })).error?.code).toBe('needs-consent');
  await w.run(exclusiveTool, { list, connection: second, takeOver: true });
  expect((await w.run(exclusiveTool, { command: 'refresh', list })).error?.code).toBe('needs-consent');
  w.write('.solo/config.jsonc', `${w.read('.solo/config.jsonc')}// x\n`);
  await w.run(exclusiveTool, { command: 'remove' });
  expect(w.read('.solo/config.jsonc')).toContain('"provider": "second"');
  await w.run(exclusiveTool, { command: 'remove', connection: { name: 'second' } });
  expect(w.read('.solo/config.jsonc')).toBe(`${text}// x\n`);
});

test('rows of others with the same id are left alone; a moved URL takes our rows along', async () => {
  const w = world();
  const text = '{ "providers": { "openai": [\n  { "id": "lite", "baseUrl": "https://office.example.test" }\n] } }\n';
  w.write('.rows/settings.json', text);
  await w.run(rowsTool, { list });
  const moved = { apiRoot: 'https://moved.example.test/v1' };
  const outcome = await w.run(rowsTool, { list, connection: moved });
  expect(outcome.models).toMatchObject({ added: [], removed: [] });
  const after = w.read('.rows/settings.json') ?? '';
  expect(after.match(/moved\.example/g)).toHaveLength(4);
  expect(after).not.toContain('gw.example');
  expect(after).toContain('office.example');
  w.write('.rows/settings.json', `${after}\n`);
  await w.run(rowsTool, { command: 'remove', connection: moved });
  expect(w.read('.rows/settings.json')).toBe(`${text}\n`);
});

test('a literal key: never into a git work tree, else into a file of ours alone', async () => {
  const w = world();
  w.write('.rows/settings.json', '{}\n');
  w.write('.rows/.git/HEAD', '');
  const stored = { key: { file: true as const } };
  const refused = await w.run(rowsTool, { list, connection: stored });
  expect(refused).toMatchObject({ status: 'refused', error: { code: 'key-in-repository' } });
  const other = world();
  await other.run(rowsTool, { list, connection: stored });
  expect(other.read('.rows/settings.json')).toContain('plain-key-of-the-test');
  expect(other.machine.fs.stat(`${other.home}/.rows/settings.json`).mode & 0o777).toBe(0o600);
});

test('a default that was chosen once does not fight the pick of the user', async () => {
  const w = world();
  w.write(config, '{}\n');
  await w.run(mapTool, { list, choice: { default: 'plus' } });
  w.write(config, (w.read(config) ?? '').replace('"modelrack/plus"', '"modelrack/lite"'));
  await w.run(mapTool, { command: 'refresh', list: [...list, row('acme/new')] });
  expect(w.read(config)).toContain('"model": "modelrack/lite"');
  await w.run(mapTool, { list, choice: { default: 'plus' } });
  expect(w.read(config)).toContain('"model": "modelrack/plus"');
});

test('a key that is written no more goes, with the container that we made for it', async () => {
  const w = world();
  const text = '{ "a": 1 }\n';
  w.write('.rows/settings.json', text);
  await w.run(rowsTool, { list, connection: { key: { file: true } } });
  expect(w.read('.rows/settings.json')).toContain('plain-key-of-the-test');
  await w.run(rowsTool, { list, connection: { key: { env: 'MODELRACK_API_KEY' } } });
  expect(w.read('.rows/settings.json')).not.toContain('env');
  await w.run(rowsTool, { command: 'remove' });
  expect(w.read('.rows/settings.json')).toBe(text);
});

test('what is under our name and not ours is not touched by remove either', async () => {
  const w = world();
  const foreign = '{ "provider": { "modelrack": { "type": "azure", "url": "https://gw.example.test/v1" } } }\n';
  w.write(config, foreign);
  await w.run(mapTool, { command: 'remove', list });
  expect(w.read(config)).toBe(foreign);
});

const second = { name: 'second', apiRoot: 'https://two.example.test/v1' };

test('what two connections wrote alike stays while one of them does', async () => {
  const w = world();
  const text = '{ "providers": { "openai": [] } }\n';
  w.write('.rows/settings.json', text);
  const same = { name: 'second' };
  await w.run(rowsTool, { list });
  await w.run(rowsTool, { list: list.slice(0, 1), connection: same });
  await w.run(rowsTool, { command: 'remove', connection: same });
  expect(w.read('.rows/settings.json')).toContain('"id": "lite"');
  expect((await w.run(rowsTool, { command: 'refresh', list })).status).toBe('unchanged');
  await w.run(rowsTool, { command: 'remove' });
  expect(w.read('.rows/settings.json')).toBe(text);
});

test('a default that was nobody’s stays while a connection that found it there stays', async () => {
  const w = world();
  w.write('.solo/config.jsonc', '{ "mine": 1 }\n');
  await w.run(exclusiveTool, { list });
  await w.run(exclusiveTool, { list, connection: second, takeOver: true });
  await w.run(exclusiveTool, { command: 'remove' });
  expect(w.read('.solo/config.jsonc')).toContain('"model": "lite"');
  await w.run(exclusiveTool, { command: 'remove', connection: { name: 'second' } });
  expect(w.read('.solo/config.jsonc')).toBe('{ "mine": 1 }\n');
});

test('taking out what was never set up writes nothing', async () => {
  const w = world();
  const nowhere = { apiRoot: '', key: { file: true as const } };
  expect((await w.run(mapTool, { command: 'remove', connection: nowhere })).status).toBe('unchanged');
  expect(w.read('.config/modelrack/config.jsonc')).toBeUndefined();
});
