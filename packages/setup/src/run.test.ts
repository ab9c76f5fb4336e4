import { afterEach, expect, test } from 'vitest';
import { exclusiveTool, mapTool, rowsTool } from './testdata/sample-tools.ts';
import { makeWorld, type World } from './testdata/world.ts';

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

test('writes into a messy file, twice without a trace, and takes all out again', async () => {
  const w = world();
  w.write(config, messy);
  const first = await w.run(mapTool, { list });
  expect(first.status).toBe('written');
  expect(first.models).toMatchObject({ added: ['lite', 'plus', 'acme/one', 'acme/two'], total: 4 });
  const written = w.read(config);
  expect(written).toContain('"limit": { "context": 128000, "output": 32000 }'.slice(0, 9));
  expect(written).toContain('// and this');
  const { mtime } = { mtime: w.mtime(config) };
  const second = await w.run(mapTool, { list });
  expect(second.status).toBe('unchanged');
  expect(w.read(config)).toBe(written);
  expect(w.mtime(config)).toBe(mtime);
  const removed = await w.run(mapTool, { command: 'remove' });
  expect(removed.status).toBe('written');
  expect(w.read(config)).toBe(messy);
});

test('limits follow the contract, and no window is invented', async () => {
  const w = world();
  await w.run(mapTool, { list });
  const file: unknown = JSON.parse(w.read(`.sample/config.json`) ?? '');
  expect(file).toMatchObject({
    provider: {
      modelrack: {
        models: {
          lite: { name: 'lite', limit: { context: 128_000, output: 32_000 } },
          'acme/one': { limit: { context: 8000, output: 2000 } },
          'acme/two': { name: 'acme/two' },
        },
      },
    },
  });
  expect(JSON.stringify(file)).not.toContain('acme/two","limit');
});

test('a file that we made goes with us, and its folder too', async () => {
  const w = world();
  await w.run(mapTool, { list });
  expect(w.read('.sample/config.json')).toBeDefined();
  await w.run(mapTool, { command: 'remove' });
  expect(w.read('.sample/config.json')).toBeUndefined();
});

test('refresh: two in, one out, a foreign edit between, then remove gives the original plus that edit', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const newer = [row('lite', 128_000), row('plus', 200_000), row('acme/two'), row('acme/three', 1), row('zeta/x', 9)];
  const outcome = await w.run(mapTool, { command: 'refresh', list: newer });
  expect(outcome.models).toMatchObject({ added: ['acme/three', 'zeta/x'], removed: ['acme/one'], total: 5 });
  w.write(config, (w.read(config) ?? '').replace('"dark"', '"light"'));
  const again = await w.run(mapTool, { command: 'refresh', list: [...newer, row('zeta/y')] });
  expect(again.models.added).toEqual(['zeta/y']);
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).toBe(messy.replace('"dark"', '"light"'));
});

test("the user's own models, edits and deletions stand", async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const edited = (w.read(config) ?? '')
    .replace('"name": "plus"', '"name": "My plus"')
    .replace(/\n[^\n]*"acme\/one": \{[^}]*\{[^}]*\}[^}]*\},/, '\n        "lab/mine": { "name": "mine" },');
  expect(edited).toContain('lab/mine');
  w.write(config, edited);
  const outcome = await w.run(mapTool, { command: 'refresh', list: [...list, row('acme/new')] });
  expect(outcome.models.added).toEqual(['acme/new']);
  expect(outcome.models.protected).toEqual(
    expect.arrayContaining([
      { id: 'plus', why: 'edited' },
      { id: 'acme/one', why: 'deleted-by-you' },
      { id: 'lab/mine', why: 'yours' },
    ]),
  );
  expect(w.read(config)).toContain('"My plus"');
  expect(w.read(config)).not.toContain('acme/one');
  const named = await w.run(mapTool, { list: [...list, row('acme/new')], choice: { models: ['*', 'acme/one'] } });
  expect(named.models.added).toEqual(['acme/one']);
  const removed = await w.run(mapTool, { command: 'remove' });
  expect(removed.models.protected).toEqual(expect.arrayContaining([{ id: 'lab/mine', why: 'yours' }]));
  expect(w.read(config)).toContain('"lab/mine": { "name": "mine" }');
  expect(w.read(config)).toContain('"My plus"');
  expect(w.read(config)).not.toContain('gw.example.test');
});

test('a limit that the user changed stays while the name follows the list', async () => {
  const w = world();
  w.write(config, '{}\n');
  await w.run(mapTool, { list: [{ ...row('lite', 1000), name: 'Lite 1' }] });
  w.write(config, (w.read(config) ?? '').replace('1000', '900'));
  const outcome = await w.run(mapTool, { command: 'refresh', list: [{ ...row('lite', 2000), name: 'Lite 2' }] });
  expect(outcome.models).toMatchObject({ updated: ['lite'], protected: [{ id: 'lite', why: 'edited' }] });
  expect(w.read(config)).toContain('900');
  expect(w.read(config)).toContain('Lite 2');
});

test.each([
  ['empty', [], false],
  ['less than half', [row('lite', 128_000)], false],
  ['partial', [row('lite', 128_000), row('plus', 200_000), row('acme/one', 8000)], true],
])('a list that is %s takes nothing out unasked', async (_, shorter, partial) => {
  const w = world();
  await w.run(mapTool, { list });
  const before = w.read('.sample/config.json');
  const outcome = await w.run(mapTool, { command: 'refresh', list: shorter, partial });
  expect(outcome.asks).toEqual(['shrink']);
  expect(w.read('.sample/config.json')).toBe(before);
  expect(outcome.notes.join('\n')).toContain('kept although the list does not hold');
  if (shorter.length === 0) return;
  const agreed = await w.run(mapTool, { command: 'refresh', list: shorter, partial, allowShrink: true });
  expect(agreed.models.removed.length).toBeGreaterThan(0);
});

test('without its ledger a run adopts what it finds, and remove still finds it', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const written = w.read(config);
  w.loseLedger();
  const outcome = await w.run(mapTool, { command: 'refresh', list });
  expect(outcome.status).toBe('unchanged');
  expect(w.read(config)).toBe(written);
  await w.run(mapTool, { command: 'remove', list });
  expect(w.read(config)).toBe(messy);
});

test('remove with nothing but the list to go by', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  w.loseLedger();
  await w.run(mapTool, { command: 'remove', list });
  expect(w.read(config)).toBe(messy);
});

test('a moved URL in our block is set; a block of another type is not ours', async () => {
  const w = world();
  const moved = '{ "provider": { "modelrack": { "url": "https://old.example.test/v1", "mine": 1 } } }\n';
  w.write(config, moved);
  await w.run(mapTool, { list });
  expect(w.read(config)).toContain('"https://gw.example.test/v1"');
  expect(w.read(config)).toContain('"mine": 1');
  const foreign = '{ "provider": {\n  "modelrack": { "type": "azure" } } }\n';
  w.write(config, foreign);
  const refused = await w.run(mapTool, { list, connection: { name: 'modelrack' } });
  expect(refused).toMatchObject({ status: 'refused', error: { code: 'file-not-ours', line: 2 } });
  expect(w.read(config)).toBe(foreign);
});

test('undo takes back one run at a time, to the byte', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const first = w.read(config);
  await w.run(mapTool, { command: 'refresh', list: [...list, row('acme/new')] });
  await w.run(mapTool, { command: 'undo' });
  expect(w.read(config)).toBe(first);
  await w.run(mapTool, { command: 'undo' });
  expect(w.read(config)).toBe(messy);
  const nothing = await w.run(mapTool, { command: 'undo' });
  expect(nothing.status).toBe('unchanged');
});

test('undo after an edit of the user takes back ours and leaves theirs', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const first = w.read(config) ?? '';
  await w.run(mapTool, { command: 'refresh', list: [row('lite', 64_000), ...list.slice(1), row('acme/new')] });
  w.write(config, (w.read(config) ?? '').replace('"dark"', '"light"'));
  await w.run(mapTool, { command: 'undo' });
  expect(w.read(config)).toBe(first.replace('"dark"', '"light"'));
});

test('broken files are refused with the place, and untouched', async () => {
  const w = world();
  w.write(config, '{\n  "a": 1\n  "b": 2\n}\n');
  const outcome = await w.run(mapTool, { list });
  expect(outcome).toMatchObject({ status: 'refused', error: { code: 'file-invalid', line: 3, column: 3 } });
  expect(outcome.error?.path).toBe(`${w.home}/${config}`);
  expect(w.read(config)).toBe('{\n  "a": 1\n  "b": 2\n}\n');
});

test('an older block in another file of the tool is taken out', async () => {
  const w = world();
  w.write('.sample/config.json', '{ "a": 1 }\n');
  await w.run(mapTool, { list });
  expect(w.read('.sample/config.json')).toContain('modelrack');
  w.write(config, messy);
  await w.run(mapTool, { list });
  expect(w.read('.sample/config.json')).toBe('{ "a": 1 }\n');
  expect(w.read(config)).toContain('modelrack');
});

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

test('--config-file and --project are kept for later runs', async () => {
  const w = world();
  w.write('work/sample.json', '{}\n');
  await w.run(mapTool, { list, project: true });
  expect(w.read('.sample/config.json')).toBeUndefined();
  await w.run(mapTool, { list, configFile: '../extra.jsonc' });
  const outcome = await w.run(mapTool, { command: 'refresh', list: [...list, row('acme/new')] });
  expect(outcome.files.filter((file) => file.action === 'edited')).toHaveLength(2);
  expect(w.read('work/sample.json')).toContain('acme/new');
  expect(w.read('extra.jsonc')).toContain('acme/new');
  expect((await w.run(mapTool, { command: 'remove' })).error).toBeNull();
  expect(w.read('work/sample.json')).toBe('{}\n');
  expect(w.read('extra.jsonc')).toBeUndefined();
});

test('a plan writes nothing at all', async () => {
  const w = world();
  w.write(config, messy);
  const outcome = await w.plan(mapTool, { list });
  expect(outcome.status).toBe('would-change');
  expect(w.read(config)).toBe(messy);
  expect(w.read('.local/state/modelrack/lock')).toBeUndefined();
  expect(w.read('.config/modelrack/config.jsonc')).toBeUndefined();
});

test('a whole block that is gone: setup writes it again, refresh reports', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  w.write(config, messy);
  const refreshed = await w.run(mapTool, { command: 'refresh', list });
  expect(refreshed.status).toBe('unchanged');
  expect(refreshed.notes.join('\n')).toContain('is gone');
  const again = await w.run(mapTool, { list });
  expect(again.status).toBe('written');
});

test('ids that no plain object could hold', async () => {
  const w = world();
  const odd = ['__proto__', 'constructor', 'a"b\\c', '012', '1e3', '模型/甲', 'yes'].map((id) => row(id, 10));
  w.write(config, messy);
  const outcome = await w.run(mapTool, { list: odd });
  expect(outcome.models.total).toBe(odd.length);
  expect((await w.run(mapTool, { list: odd })).status).toBe('unchanged');
  w.write(config, `${w.read(config)}\n`);
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).toBe(`${messy}\n`);
});

test('a remembered world is left by any change of file, list, choice or ledger', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  await w.run(mapTool, { list });
  const remembered = w.read('.cache/modelrack/plans/modelrack-sample.json');
  expect(remembered).toBeDefined();
  expect((await w.run(mapTool, { list })).models.total).toBe(4);
  expect((await w.run(mapTool, { list: [...list, row('acme/new')] })).models.added).toEqual(['acme/new']);
  await w.run(mapTool, { list: [...list, row('acme/new')] });
  w.write(config, (w.read(config) ?? '').replace('https://gw.example.test/v1', 'https://moved.example.test/v1'));
  expect((await w.run(mapTool, { list: [...list, row('acme/new')] })).status).toBe('written');
  const narrow = { list: [...list, row('acme/new')], choice: { models: ['acme/*'] } };
  expect((await w.run(mapTool, narrow)).models.removed).toEqual(['lite', 'plus']);
  expect(w.read('.cache/modelrack/plans/modelrack-sample.json')).not.toContain('plain-key-of-the-test');
});

test('a broken or foreign memory counts as none', async () => {
  const w = world();
  await w.run(mapTool, { list });
  await w.run(mapTool, { list });
  for (const text of ['{', '[]', '{"world":1}', '"x"']) {
    w.write('.cache/modelrack/plans/modelrack-sample.json', text);
    expect((await w.run(mapTool, { list })).status).toBe('unchanged');
  }
});

test('undo takes back a removal too', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  const written = w.read(config);
  await w.run(mapTool, { command: 'remove' });
  await w.run(mapTool, { command: 'undo' });
  expect(w.read(config)).toBe(written);
  expect((await w.run(mapTool, { command: 'refresh', list })).status).toBe('unchanged');
  await w.run(mapTool, { command: 'remove' });
  expect(w.read(config)).toBe(messy);
});

test('undo takes back the removal of a file that was ours', async () => {
  const w = world();
  await w.run(mapTool, { list });
  const written = w.read('.sample/config.json');
  await w.run(mapTool, { command: 'remove' });
  expect(w.read('.sample/config.json')).toBeUndefined();
  await w.run(mapTool, { command: 'undo' });
  expect(w.read('.sample/config.json')).toBe(written);
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
