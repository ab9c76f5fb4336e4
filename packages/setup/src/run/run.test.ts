import { afterEach, expect, test } from 'vitest';
import { mapTool } from '../testing/sample-tools.ts';
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

test('writes into a messy file, twice without a trace, and takes all out again', async () => {
  const w = world();
  w.write(config, messy);
  const first = await w.run(mapTool, { list });
  expect(first.status).toBe('written');
  expect(first.models).toMatchObject({ added: ['lite', 'plus', 'acme/one', 'acme/two'], total: 4 });
  const written = w.read(config);
  expect(written?.replaceAll(/\s+/g, ' ')).toContain('"limit": { "context": 128000, "output": 32000 }');
  expect(written).toContain('// and this');
  const mtime = w.mtime(config);
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
  expect(outcome.notes.join('\n')).toContain('kept although the list does not contain');
  if (shorter.length === 0) return;
  const agreed = await w.run(mapTool, { command: 'refresh', list: shorter, partial, allowShrink: true });
  expect(agreed.models.removed.length).toBeGreaterThan(0);
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
