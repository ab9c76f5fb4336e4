import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findNode } from './nodes.ts';
import { bytesOf, textOf } from './testing/check-edits.ts';
import type { Edit, Json, Path } from './types.ts';
import { yamlEditor } from './yaml.ts';

const set = (path: Path, value: Json, more: object = {}): Edit => ({ op: 'set', path, value, ...more });
const remove = (...path: Path): Edit => ({ op: 'remove', path });
const prune = (path: Path, restore?: string): Edit => ({ op: 'prune', path, restore });
const box = { item: { name: 'box' } };
const ours: Edit = set(['clients', { item: { name: 'us' } }, 'url'], 'https://gw.example.test/v1');

function edited(text: string, edits: readonly Edit[]): string {
  return textOf(yamlEditor.edit(yamlEditor.read(bytesOf(text), 'f.yaml', 'yaml'), edits).bytes);
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

interface Row {
  readonly name: string;
  readonly before: string;
  readonly edits: readonly Edit[];
  readonly after: string;
}

const insertions: readonly Row[] = [
  {
    name: 'an item stands at the dashes of its list, behind what was commented out, before the blank line',
    before: lines('clients:', '- name: box', '  models:', '  - a', '  # - b', '', '# next', 'x: 1'),
    edits: [ours],
    after: lines(
      'clients:',
      '- name: box',
      '  models:',
      '  - a',
      '  # - b',
      '- name: us',
      '  url: https://gw.example.test/v1',
      '',
      '# next',
      'x: 1',
    ),
  },
  {
    name: 'a comment in the column of the dashes is the last item of a list that is deeper than its key',
    before: lines('clients:', '    - name: box', '    # - name: off', 'x: 1'),
    edits: [ours],
    after: lines(
      'clients:',
      '    - name: box',
      '    # - name: off',
      '    - name: us',
      '      url: https://gw.example.test/v1',
      'x: 1',
    ),
  },
  {
    name: 'a comment in the column of dashes and key speaks of what follows',
    before: lines('clients:', '- name: box', '# about x', 'x: 1'),
    edits: [ours],
    after: lines('clients:', '- name: box', '- name: us', '  url: https://gw.example.test/v1', '# about x', 'x: 1'),
  },
  {
    name: 'a key without a value is filled, its comment stays',
    before: lines('clients:   # none yet', 'x: 1'),
    edits: [ours],
    after: lines('clients:   # none yet', '  - name: us', '    url: https://gw.example.test/v1', 'x: 1'),
  },
  {
    name: 'empty brackets give way to lines',
    before: lines('clients: []   # none', 'x: {}'),
    edits: [ours, set(['x', 'k'], true)],
    after: lines('clients:   # none', '  - name: us', '    url: https://gw.example.test/v1', 'x:', '  k: true'),
  },
  {
    name: 'brackets that could not come back where they were are filled',
    before: lines('clients:  [ ]', 'x:', '  {}'),
    edits: [ours, set(['x', 'k'], 'a:b')],
    after: lines('clients:  [{name: us, url: "https://gw.example.test/v1"}]', 'x:', '  {k: "a:b"}'),
  },
  {
    name: 'a list in brackets stays one',
    before: lines('clients: [{name: box}] # c'),
    edits: [set(['clients', { item: { name: 'us' } }, 'models', { item: 'x/y:free' }], 'x/y:free')],
    after: lines('clients: [{name: box}, {name: us, models: ["x/y:free"]}] # c'),
  },
  {
    name: 'a file of JSON stays one',
    before: '{"a": 1, "b": {}}\n',
    edits: [set(['b', 'c'], 'x'), set(['d'], [true])],
    after: '{"a": 1, "b": {"c": "x"}, "d": [true]}\n',
  },
  {
    name: 'blank lines behind a block of text that keeps them are its own',
    before: 'a:\r\n- b: |+\r\n    t\r\n\r\n\r\nx: 1\r\n',
    edits: [set(['a', { item: { c: 'd' } }], { c: 'd' })],
    after: 'a:\r\n- b: |+\r\n    t\r\n\r\n\r\n- c: d\r\nx: 1\r\n',
  },
  {
    name: 'a block of text that ends the file without a line end goes on to do so',
    before: '# about a\na: |\n  t',
    edits: [set(['b'], 1)],
    after: 'b: 1\n# about a\na: |\n  t',
  },
  {
    name: 'a key goes behind its anchor, with the comments of that',
    before: lines('a: 1 # c', '  # deep', '# about b', 'b: 2'),
    edits: [set(['z'], 2, { after: 'x' }), set(['x'], 1, { after: 'a' }), set(['y2'], 3, { after: 'x' })],
    after: lines('a: 1 # c', '  # deep', 'x: 1', 'y2: 3', '# about b', 'b: 2', 'z: 2'),
  },
  {
    name: 'unit and dashes are those of the file',
    before: lines('a:', '    b:', '    - c'),
    edits: [set(['d', 'e'], { f: ['g', ['h', 'i'], {}] })],
    after: lines(
      'a:',
      '    b:',
      '    - c',
      'd:',
      '    e:',
      '        f:',
      '        - g',
      '        - - h',
      '          - i',
      '        - {}',
    ),
  },
  { name: 'an empty file', before: '', edits: [set(['a', 'b'], 1)], after: lines('a:', '  b: 1') },
  { name: 'only comments', before: '# a\n\n# b', edits: [set(['a'], 1)], after: '# a\n\n# b\na: 1' },
  { name: 'document marks', before: '--- # c\n...\n', edits: [set(['a'], 1)], after: '--- # c\na: 1\n...\n' },
  { name: 'no final newline', before: '\uFEFFa: 1 # c', edits: [set(['b'], 1)], after: '\uFEFFa: 1 # c\nb: 1' },
];

describe('what is put in', () => {
  test.each(insertions)('$name', ({ before, edits, after }) => {
    expect(edited(before, edits)).toBe(after);
    expect(edited(after, edits)).toBe(after);
  });
});

const changes: readonly Row[] = [
  {
    name: 'a text keeps its quotes',
    before: lines('a: "x"   # c', "b:   'x'", 'c: x', 'd: |', '  x', 'e: "x"'),
    edits: [set(['a'], 'p/q'), set(['b'], "it's"), set(['c'], 'y z'), set(['d'], 'two\nlines'), set(['e'], 5)],
    after: lines('a: "p/q"   # c', "b:   'it''s'", 'c: y z', 'd: "two\\nlines"', 'e: 5'),
  },
  {
    name: 'a value comes to a key that has none, and behind a dash',
    before: lines('a:', 'b:   # c', 'l:', '-', '- x'),
    edits: [set(['a'], 'x'), set(['b'], false), set(['l'], ['z', 'x'])],
    after: lines('a: x', 'b: false   # c', 'l:', '- z', '- x'),
  },
  {
    name: 'of a map the fields that differ',
    before: lines('m:', '  a: 1 # c', '  b:  2', '  z: 3'),
    edits: [set(['m'], { b: 2, a: 5, l: [] })],
    after: lines('m:', '  a: 5 # c', '  b:  2', '  l: []'),
  },
  {
    name: 'a list of another length is written again in its place',
    before: lines('l:', '# c', '- a', '- b # d', 'x: 1'),
    edits: [set(['l'], ['a'])],
    after: lines('l:', '# c', '- a # d', 'x: 1'),
  },
  {
    name: 'a first key moves the next one up to the dash',
    before: lines('l:', '- a: 1 # c', '  # about b', '  b: 2', '-   name: box', '    d: 4'),
    edits: [remove('l', box, 'name')],
    after: lines('l:', '- a: 1 # c', '  # about b', '  b: 2', '-   d: 4'),
  },
  {
    name: 'a key goes with its line and the comment on it',
    before: lines('a: 1', '# about b', 'b: # c', '  - x', '', 'c: {d: 1, e: 2} # f'),
    edits: [remove('b'), remove('c', 'd')],
    after: lines('a: 1', '# about b', '', 'c: { e: 2} # f'),
  },
  {
    name: 'the last keys go, and with them blank lines where the last line has no end',
    before: 'a:\n\n  b: |\n\nc: |',
    edits: [remove('a', 'b'), remove('c')],
    after: 'a:',
  },
  {
    name: 'what was made on the way goes again, and brackets come back',
    before: lines('a: # c', '  b:', '    - name: box', 'd:', '  e: 1'),
    edits: [remove('a', 'b', box), remove('d', 'e'), prune(['a', 'b']), prune(['a'], '{}'), prune(['d'])],
    after: lines('a: {} # c'),
  },
  {
    name: 'a container with a comment in it stays',
    before: lines('a:', '  b: 1', '  # mine', 'c: # mine', '  d: 1'),
    edits: [remove('a', 'b'), remove('c', 'd'), prune(['a']), prune(['c'])],
    after: lines('a:', '  # mine', 'c: # mine'),
  },
  {
    name: 'one that is to be empty then stays with brackets, others go',
    before: lines('a:', '  b: 1', '  # mine', 'c: # mine', '  - d', 'e:', '  - f', 'g: [h] # mine'),
    edits: [
      remove('a', 'b'),
      remove('c', { item: 'd' }),
      remove('e', { item: 'f' }),
      remove('g', { item: 'h' }),
      ...['c', 'e', 'g'].map((key): Edit => ({ op: 'prune', path: [key], empty: '[]' })),
      { op: 'prune', path: ['a'], empty: '{}' },
    ],
    after: lines('a: {}', '  # mine', 'c: [] # mine', 'g: [] # mine'),
  },
  {
    name: 'a spelling comes back where it fits, else the value does',
    before: lines('a: x', 'b: x', 'l: [x]'),
    edits: [
      set(['a'], 'é', { raw: '"\\u00e9"' }),
      set(['b'], { c: 'd' }, { raw: '    c:   d' }),
      set(['l'], ['a', 'b: c'], { raw: "[a, 'b: c']" }),
      set(['m'], { c: [1] }, { raw: '   c:\n   - 1' }),
    ],
    after: lines('a: "\\u00e9"', 'b: {c: d}', "l: [a, 'b: c']", 'm:', '   c:', '   - 1'),
  },
  {
    name: 'anchors and aliases elsewhere are no matter',
    before: lines('base: &b', '  x: 1', 'use:', '  <<: *b', 'c: 1'),
    edits: [set(['c'], 2), set(['d'], 3)],
    after: lines('base: &b', '  x: 1', 'use:', '  <<: *b', 'c: 2', 'd: 3'),
  },
];

test.each(changes)('$name', ({ before, edits, after }) => {
  expect(edited(before, edits)).toBe(after);
});

test('a value that was replaced comes back in its own spelling', () => {
  const before = lines('p:', '    - a   # c', '    # d', '    - "b"', 'q: 1');
  const document = yamlEditor.read(bytesOf(before), 'f', 'yaml');
  const list = findNode(document.root, ['p']);
  const raw = document.text.slice(list?.start, list?.end);
  for (const other of [true, 'x', ['z'], { k: 'v' }]) {
    const between = edited(before, [set(['p'], other)]);
    expect(between).not.toBe(before);
    expect(edited(between, [set(['p'], ['a', 'b'], { raw })])).toBe(before);
  }
});

test.each([
  ['yes', 'NO', 'on', 'Off', 'y', 'n', 'true', 'null', '~', '', '012', '0o7', '1e3', '1_000', '2026-01-01', '1:30'],
  ['<<', '=', '.inf', '- a', 'a: b', 'a #b', ' a', 'a ', 'a:', "it's", 'a"b\\c', '{a}', '[a]', '&a', '*a', '!a', '%a'],
  [
    '@a',
    '`a',
    '|',
    '>',
    '#a',
    '?',
    ':',
    'x\ty',
    'two\nlines',
    '\u0085\u2028\uFEFF',
    '模型/甲',
    'x/y-1.5:free',
    'C:\\a',
  ],
])('texts are read as texts by YAML 1.1 and 1.2: %s …', (...texts) => {
  for (const text of texts) {
    for (const before of ['a: x\n', "a: 'x'\n", 'a: "x"\n', 'a: {b: x}\n', 'a: [x]\n']) {
      const path = before.includes('{') ? ['a', 'b'] : ['a'];
      const value = before.includes('[') ? [text, text] : text;
      const after = edited(before, [set(path, value), set([text], text)]);
      for (const version of ['1.1', '1.2'] as const) {
        const read = parse(after, { version, mapAsMap: true }) as Map<unknown, unknown>;
        const inner = read.get('a');
        expect(inner instanceof Map ? inner.get('b') : inner).toEqual(text === 'a' ? expect.anything() : value);
        expect(read.get(text)).toBe(text);
      }
    }
  }
});

test('numbers are read as numbers by YAML 1.1 and 1.2', () => {
  for (const number of [0, -1.5, 131072, 1e21, 1e-7, 1.5e300]) {
    const after = edited('', [set(['a'], number)]);
    for (const version of ['1.1', '1.2'] as const) expect(parse(after, { version })).toEqual({ a: number });
  }
});
