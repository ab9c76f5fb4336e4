import { expect, test } from 'vitest';
import { filesNamedIn, fillText } from './fill-text.ts';

const values = {
  folder: '/s',
  model: 'a"b',
  gateway: 'team',
  url: 'https://gw.example.test/v1',
  origin: 'https://gw.example.test',
  route: 'v1',
  keyVariable: 'MY_KEY',
  path: { main: '/s/main.json' },
  text: { main: '{"apiKey":"{env:MY_KEY}","x":"{model}"}' },
};

test.each([
  ['{gateway}/{model}', 'team/a"b'],
  ['{json:model}', String.raw`"a\"b"`],
  ['{json:path:main}', '"/s/main.json"'],
  ['{origin}/{route}', values.url],
  // What is filled in is not filled in again.
  ['{text:main}', values.text.main],
  ['{ model }', '{ model }'],
])('%s becomes %s', (text, filled) => expect(fillText(text, values)).toBe(filled));

test.each(['{key}', '{path:other}', '{unknown}'])('%s has no place', (text) =>
  expect(() => fillText(text, values)).toThrow('a session knows no'),
);

test.each([
  [['{text:main}', '{model}'], new Set()],
  [['{json:path:main}', '{path:other}'], new Set(['main', 'other'])],
  [['{folder}/data'], 'all'],
] as const)('%j leads to its files', (texts, files) => expect(filesNamedIn(texts)).toEqual(files));
