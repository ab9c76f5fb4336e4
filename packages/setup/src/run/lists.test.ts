import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { entryTool, itemTool, listTool } from '../testing/list-tools.ts';
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

const row = (id: string) => ({ id, object: 'model' });
const list = [row('lite'), row('plus')];
const config = '.items/config.jsonc';
const messy = `{
  // mine
  "providers": [
    { "name": "other", "type": "openai", "url": "https://other.example.test" } // stays
  ],
  "aliases": { "lite": { "provider": "other" } }
}
`;

describe('a block in an item of a list', () => {
  test('its models, the same ids as texts and in a map, beside what is there', async () => {
    const w = world();
    w.write(config, messy);
    const outcome = await w.run(itemTool, { list });
    expect(JSON.parse((w.read(config) ?? '').replaceAll(/\/\/ .*/g, ''))).toEqual({
      providers: [
        { name: 'other', type: 'openai', url: 'https://other.example.test' },
        {
          name: 'modelrack',
          type: 'openai',
          url: 'https://gw.example.test/v1',
          key: 'a literal',
          models: [
            { id: 'lite', label: 'lite' },
            { id: 'plus', label: 'plus' },
          ],
        },
      ],
      aliases: { lite: { provider: 'other' }, plus: { provider: 'modelrack' } },
      allowed: ['modelrack/lite', 'modelrack/plus'],
    });
    // Counted once, and what is the user's in a collection that is not counted is not reported.
    expect(outcome.models).toEqual({ added: ['lite', 'plus'], updated: [], removed: [], protected: [], total: 2 });
    expect((await w.run(itemTool, { list })).status).toBe('unchanged');
  });

  test('follows the list, keeps what the user did, and goes without a trace', async () => {
    const w = world();
    w.write(config, messy);
    await w.run(itemTool, { list });
    const edited = (w.read(config) ?? '').replace('"label": "plus"', '"label": "My plus"');
    w.write(config, edited);
    const outcome = await w.run(itemTool, { command: 'refresh', list: [row('plus'), row('ultra')] });
    expect(outcome.models).toMatchObject({
      added: ['ultra'],
      removed: ['lite'],
      protected: [{ id: 'plus', why: 'edited' }],
    });
    expect(w.read(config)).not.toContain('modelrack/lite');
    w.write(config, (w.read(config) ?? '').replace('"label": "My plus"', '"label": "plus"'));
    await w.run(itemTool, { command: 'remove', list });
    expect(w.read(config)).toBe(messy);
  });

  test('is taken out without a ledger, and another address in it is set', async () => {
    const w = world();
    w.write(config, messy);
    await w.run(itemTool, { list });
    w.loseLedger();
    const moved = { apiRoot: 'https://new.example.test/v1' };
    await w.run(itemTool, { list, connection: moved });
    expect(w.read(config)).toContain('"url": "https://new.example.test/v1"');
    expect(w.read(config)).not.toContain('gw.example.test');
    w.loseLedger();
    await w.run(itemTool, { command: 'remove', list, connection: moved });
    expect(w.read(config)).toBe(messy);
  });

  test('two connections do not touch each other', async () => {
    const w = world();
    w.write(config, messy);
    await w.run(itemTool, { list });
    const first = w.read(config);
    const second = { name: 'second', apiRoot: 'https://second.example.test/v1' };
    await w.run(itemTool, { list, connection: second });
    await w.run(itemTool, { command: 'remove', list, connection: second });
    expect(w.read(config)).toBe(first);
  });

  test('the one variable that the tool knows', async () => {
    const w = world({ ITEMS_MODELRACK: 'k' });
    await w.run(itemTool, { list, connection: { key: { env: 'ITEMS_MODELRACK' } } });
    expect(w.read(config)).toContain('"key": "$ITEMS_MODELRACK"');
  });

  test('a comment that the tool does not read', async () => {
    const w = world();
    w.write(config, '{\n  /* mine */\n}\n');
    const { error } = await w.run(itemTool, { list });
    expect(error).toMatchObject({ code: 'file-invalid', line: 2, column: 3 });
  });
});

describe('a file that is a list', () => {
  const models = '.rows/models.yaml';
  const before = '# mine\n- model_id: own # keep\n  key_name: openai\n';

  test('gets rows behind those of the user, and loses them again', async () => {
    const w = world();
    w.write(models, before);
    const outcome = await w.run(listTool, { list });
    expect(outcome.notes).toContain('key: manual');
    const rows = ['lite', 'plus'].map((id) => `- model_id: modelrack/${id}\n  key_name: modelrack\n`);
    expect(w.read(models)).toBe(before + rows.join(''));
    expect((await w.run(listTool, { list })).status).toBe('unchanged');
    w.loseLedger();
    await w.run(listTool, { command: 'remove', list });
    expect(w.read(models)).toBe(before);
  });

  test('keeps in mind what the user deleted while the list is less than half as long', async () => {
    const w = world();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await w.run(listTool, { list: ids.map(row) });
    const three = ids.slice(0, 3).map((id) => `- model_id: modelrack/${id}\n  key_name: modelrack\n`);
    w.write(models, three.join(''));
    const short = { command: 'refresh', list: [row('a'), row('f')] } as const;
    const outcome = await w.run(listTool, short);
    expect(outcome.notes.join()).toContain('2 models are kept although the list does not contain them');
    expect(outcome.models.protected).toEqual([{ id: 'f', why: 'deleted-by-you' }]);
    await w.run(listTool, short);
    await w.run(listTool, { command: 'refresh', list: ids.map(row) });
    expect(w.read(models)).toBe(three.join(''));
  });

  test('is made and taken away', async () => {
    const w = world();
    await w.run(listTool, { list });
    expect(w.read(models)).toMatch(/^- model_id: modelrack\/lite/);
    await w.run(listTool, { command: 'undo' });
    expect(w.read(models)).toBeUndefined();
    await w.run(listTool, { list });
    await w.run(listTool, { command: 'remove', list });
    expect(w.read(models)).toBeUndefined();
  });

  test('keeps its brackets where nothing else is left in a file that is not known to be ours', async () => {
    const w = world();
    w.write(models, '# mine\n[]\n');
    await w.run(listTool, { list });
    w.write(models, `${w.read(models)}# more\n`);
    await w.run(listTool, { command: 'remove', list });
    expect(w.read(models)).toBe('# mine\n[]\n# more\n');

    w.write(models, '# mine\n- model_id: modelrack/lite\n  key_name: modelrack\n');
    await w.run(listTool, { list });
    w.loseLedger();
    await w.run(listTool, { command: 'remove', list });
    expect(w.read(models)).toBe('# mine\n[]\n');
  });

  test('a map is refused with its place', async () => {
    const w = world();
    w.write(models, '\nmodels: 1\n');
    const { error } = await w.run(listTool, { list });
    expect(error).toMatchObject({ code: 'file-invalid', line: 2, column: 1 });
    expect(w.read(models)).toBe('\nmodels: 1\n');
  });
});

describe('entries that say for themselves where they lead', () => {
  const entries = '.entries/config.yaml';
  const own = 'models:\n  - name: lite\n    model: lite\n    url: https://other.example.test/v1\n';
  const moved = { apiRoot: 'https://new.example.test/v1' };

  test('a name that another item has gets the name of the connection, for good', async () => {
    const w = world();
    w.write(entries, own);
    await w.run(entryTool, { list });
    const written = w.read(entries);
    expect(written).toContain('name: "lite (modelrack)"');
    expect(written).toContain('name: plus\n');
    expect((await w.run(entryTool, { list })).status).toBe('unchanged');
    await w.run(entryTool, { command: 'remove', list });
    expect(w.read(entries)).toBe(own);
  });

  test('our own ones keep their names when the address moves', async () => {
    const w = world();
    await w.run(entryTool, { list });
    await w.run(entryTool, { list, connection: moved });
    expect(w.read(entries)).toContain('name: lite\n    model: lite\n    url: https://new.example.test/v1');
    expect(w.read(entries)).not.toContain('gw.example.test');
    expect((await w.run(entryTool, { list, connection: moved })).status).toBe('unchanged');
  });

  test("an entry that holds a remark of the user's stays; an address is no remark", async () => {
    const w = world();
    await w.run(entryTool, { list });
    const remark = (w.read(entries) ?? '').replace('model: plus', "model: plus # Jo's");
    w.write(entries, remark);
    const outcome = await w.run(entryTool, { command: 'remove', list });
    expect(outcome.models).toMatchObject({ removed: ['lite'], protected: [{ id: 'plus', why: 'edited' }] });
    expect(w.read(entries)).toContain("model: plus # Jo's");
    expect(w.read(entries)).not.toContain('lite');
  });

  test('what the gateway does not state of answers is not made up', async () => {
    const w = world();
    await w.run(entryTool, {
      list: [
        { ...row('lite'), context_window: 1000 },
        { ...row('plus'), max_output_tokens: 8 },
      ],
    });
    expect(w.read(entries)).toMatch(/model: lite[^]*max: 0[^]*model: plus[^]*max: 8/);
  });

  test('the key makes the file private and stands nowhere in our record', async () => {
    const w = world();
    await w.run(entryTool, { list });
    expect(w.read(entries)).toContain('apiKey: plain-key-of-the-test');
    expect(statSync(join(w.home, entries)).mode & 0o777).toBe(0o600);
    expect(w.searchState('plain-key-of-the-test')).toEqual([]);
  });

  test('a mark that is there is left alone, whatever it holds; ours goes with us', async () => {
    const w = world();
    w.write('.entries/.mark', '2026-08-21T10:00:00.000Z');
    expect((await w.run(entryTool, { list })).error).toBeNull();
    await w.run(entryTool, { command: 'remove', list });
    expect(w.read('.entries/.mark')).toBe('2026-08-21T10:00:00.000Z');

    const other = world();
    await other.run(entryTool, { list });
    expect(other.read('.entries/.mark')).toBe('made: true\n');
    expect((await other.run(entryTool, { list })).status).toBe('unchanged');
    await other.run(entryTool, { command: 'remove', list });
    expect(other.read('.entries/.mark')).toBeUndefined();
  });
});
