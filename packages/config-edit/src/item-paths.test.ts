import { describe, expect, test } from 'vitest';
import { loadEditor } from './load-editor.ts';
import { bytesOf, textOf } from './testing/check-edits.ts';
import type { Edit, Format, Path } from './types.ts';

const inMap: Path = ['providers', { item: { name: 'gw', type: 'openai' } }];
const inList: Path = [{ item: { name: 'gw', type: 'openai' } }];

function setsBelow(base: Path): Edit[] {
  return [
    { op: 'set', path: [...base, 'url'], value: 'http://u' },
    { op: 'set', path: [...base, 'models', { item: { id: 'plus' } }], value: { id: 'plus', window: 1 } },
    { op: 'set', path: [...base, 'names', { item: 'plus' }], value: 'plus' },
    { op: 'set', path: [...base, 'names', { item: 'lite' }], value: 'lite' },
  ];
}
function removalsBelow(base: Path): Edit[] {
  const containers: Path[] = [
    [...base, 'names'],
    [...base, 'models'],
    ...base.map((_, index) => base.slice(0, base.length - index)),
    [],
  ];
  return [
    ...setsBelow(base).map(({ path }): Edit => ({ op: 'remove', path })),
    ...containers.map((path): Edit => ({ op: 'prune', path })),
  ];
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const yamlItem = ['- name: gw', '  type: openai', '  url: http://u', '  models:', '    - id: plus', '      window: 1'];
const yamlNames = ['  names:', '    - plus', '    - lite'];
const tomlItem = [
  '[[providers]]',
  'name = "gw"',
  'type = "openai"',
  'url = "http://u"',
  'models = [{ id = "plus", window = 1 }]',
  'names = ["plus", "lite"]',
];
const jsonItem =
  '{"name": "gw", "type": "openai", "url": "http://u", "models": [{"id": "plus", "window": 1}], "names": ["plus", "lite"]}';

const files: readonly (readonly [Format, Path, 'read' | 'readList', string, string])[] = [
  ['json', inMap, 'read', '{"a": 1}', `{"a": 1, "providers": [${jsonItem}]}`],
  ['toml', inMap, 'read', 'a = 1\n', lines('a = 1', '', ...tomlItem)],
  [
    'toml',
    inMap,
    'read',
    '[[providers]]\nname = "mine" # k\n',
    lines('[[providers]]', 'name = "mine" # k', '', ...tomlItem),
  ],
  [
    'yaml',
    inMap,
    'read',
    'a: 1\n',
    lines('a: 1', 'providers:', ...[...yamlItem, ...yamlNames].map((line) => `  ${line}`)),
  ],
  ['json', inList, 'readList', '[{"name": "mine"}]', `[{"name": "mine"}, ${jsonItem}]`],
  [
    'jsonc',
    inList,
    'readList',
    '[\n\t{\n\t\t"name": "mine" // k\n\t}\n]',
    lines(
      '[\n\t{\n\t\t"name": "mine" // k\n\t},',
      '\t{\n\t\t"name": "gw",\n\t\t"type": "openai",\n\t\t"url": "http://u",',
      '\t\t"models": [\n\t\t\t{ "id": "plus", "window": 1 }\n\t\t],',
      '\t\t"names": [\n\t\t\t"plus",\n\t\t\t"lite"\n\t\t]\n\t}\n]',
    ).trimEnd(),
  ],
  ['yaml', inList, 'readList', '', lines(...yamlItem, ...yamlNames)],
  ['yaml', inList, 'readList', '# mine\n- name: mine\n', lines('# mine', '- name: mine', ...yamlItem, ...yamlNames)],
  ['yaml', inList, 'readList', '# only this\n', lines('# only this', ...yamlItem, ...yamlNames)],
];

describe.each(files)('a block in an item of a list: %s', (format, base, read, text, expected) => {
  test('is made with the fields that name it, and goes again without a trace', async () => {
    const editor = await loadEditor(format);
    const before = editor[read](bytesOf(text), 'f', format);
    const made = editor.edit(before, setsBelow(base)).bytes;
    expect(textOf(made)).toBe(expected);
    const after = editor[read](made, 'f', format);
    expect(editor.edit(after, setsBelow(base)).passes).toEqual([]);
    expect(textOf(editor.edit(after, removalsBelow(base)).bytes)).toBe(text);
  });
});

test('an item stays that holds anything of the user, a comment too', async () => {
  const editor = await loadEditor('jsonc');
  for (const kept of ['"mine": 1', '"name": "gw" /* mine */']) {
    const text = `[{ "type": "openai", ${kept.includes('gw') ? '' : '"name": "gw", '}${kept} }]`;
    const document = editor.readList(bytesOf(text), 'f', 'jsonc');
    expect(editor.edit(document, removalsBelow(inList)).passes).toEqual([]);
  }
});

test.each([
  ['json', '[1]', 'read', 'the top level is a list, not a map in braces'],
  ['json', '{}', 'readList', 'the top level is a map, not a list in brackets'],
  ['json', '1', 'readList', 'the top level is a single value, not a list in brackets'],
  ['yaml', '- 1', 'read', 'the top level is a list, not a map'],
  ['yaml', 'a: 1', 'readList', 'the top level is a map, not a list'],
  ['toml', 'a = 1', 'readList', 'a TOML file is never a list'],
] as const)('%s %j by %s: %s', async (format, text, read, message) => {
  const editor = await loadEditor(format);
  expect(() => editor[read](bytesOf(text), 'f', format)).toThrow(message);
});
