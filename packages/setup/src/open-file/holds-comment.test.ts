import { defineTool, type ToolDefinition } from '@modelrack/tool-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { mapTool } from '../testing/sample-tools.ts';
import { makeWorld, type World } from '../testing/world.ts';

const worlds: World[] = [];
function world(): World {
  const made = makeWorld();
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.end();
});

/** A list in every entry: the words of the model's name. */
const tagTool = (format: 'jsonc' | 'yaml' | 'toml'): ToolDefinition =>
  defineTool({
    ...mapTool,
    id: 'tags',
    name: 'Tags',
    detect: { bin: ['tags'], places: [{ home: '.tags' }] },
    files: [{ id: 'main', format, places: [{ home: `.tags/config.${format}` }] }],
    plan: ({ gateway, models, file }) => [
      file('main').own(
        ['provider', gateway.id],
        models.map(({ id, label }) => ({ id, fields: { label: id, tags: label.split(' ') } })),
      ),
    ],
  });

const named = (name: string) => [{ id: 'lite', object: 'model', display_name: name }];

describe.each([
  ['jsonc', /"red"/, '"red" /* mine */'],
  ['yaml', /red/, 'red # mine'],
  ['toml', /"red", /, '"red", # mine\n'],
] as const)('a list of ours in %s with a comment of the user in it', (format, at, comment) => {
  const file = `.tags/config.${format}`;

  test('follows while it keeps its length, and stays as it is where the comment would go', async () => {
    const w = world();
    const tool = tagTool(format);
    await w.run(tool, { list: named('red green') });
    w.write(file, (w.read(file) ?? '').replace(at, comment));
    const same = await w.run(tool, { list: named('red blue') });
    expect(same.models.updated).toEqual(['lite']);
    expect(w.read(file)).toMatch(/red[^]*mine[^]*blue/);
    const before = w.read(file);
    const other = await w.run(tool, { list: named('red blue round') });
    expect(other.models).toMatchObject({ updated: [], protected: [{ id: 'lite', why: 'edited' }] });
    expect(w.read(file)).toBe(before);
  });

  test('has another length without one', async () => {
    const w = world();
    const tool = tagTool(format);
    await w.run(tool, { list: named('red green') });
    await w.run(tool, { list: named('blue green round') });
    expect(w.read(file)).toMatch(/blue[^]*green[^]*round/);
  });
});
