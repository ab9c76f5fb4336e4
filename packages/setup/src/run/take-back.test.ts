import { afterEach, expect, test } from 'vitest';
import { exclusiveTool, mapTool } from '../testing/sample-tools.ts';
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
  expect(refreshed.notes.join('\n')).toContain('are gone');
  const again = await w.run(mapTool, { list });
  expect(again.status).toBe('written');
});

test('a run after one that found nothing to do finds any change of file, list or choice', async () => {
  const w = world();
  w.write(config, messy);
  await w.run(mapTool, { list });
  await w.run(mapTool, { list });
  expect((await w.run(mapTool, { list })).models.total).toBe(4);
  expect((await w.run(mapTool, { list: [...list, row('acme/new')] })).models.added).toEqual(['acme/new']);
  await w.run(mapTool, { list: [...list, row('acme/new')] });
  w.write(config, (w.read(config) ?? '').replace('https://gw.example.test/v1', 'https://moved.example.test/v1'));
  expect((await w.run(mapTool, { list: [...list, row('acme/new')] })).status).toBe('written');
  const narrow = { list: [...list, row('acme/new')], choice: { models: ['acme/*'] } };
  expect((await w.run(mapTool, narrow)).models.removed).toEqual(['lite', 'plus']);
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

test('refresh leaves alone a tool whose main file lost us, though another file of it still holds us', async () => {
  const w = world();
  w.write('.solo/config.jsonc', '{ "mine": 1 }\n');
  await w.run(exclusiveTool, { list });
  w.write('.solo/config.jsonc', '{ "mine": 1 }\n');
  const outcome = await w.run(exclusiveTool, { command: 'refresh', list });
  expect(outcome.notes.join()).toContain('are gone');
  expect(w.read('.solo/config.jsonc')).toBe('{ "mine": 1 }\n');
});
