import { describe, expect, test } from 'vitest';
import { commentsOf, movedComments } from './corpus/comments.ts';
import { checkEdit } from './corpus/properties.ts';

// Who checks the checks: each must see the damage that it is there for.
describe('a comment that moved', () => {
  test.each([
    ['stays beside its value', 'x.json', '{"a":1 // n\n}', '{"a":1, // n\n"o":2\n}', 0],
    ['went to our key', 'x.json', '{"a":1 // n\n}', '{"a":1,\n"o":2 // n\n}', 1],
    ['stands above another key', 'x.json', '{\n// k\n"a":1\n}', '{\n// k\n"o":0,"a":1\n}', 1],
    ['is gone', 'x.json', '{/* k */"a":1}', '{"a":1}', 1],
    ['stands above another header', 'x.toml', '# t\n[tools]\n', '# t\nmodel = 1\n[tools]\n', 1],
    ['keeps its header', 'x.toml', '# t\n[tools]\n', 'model = 1\n\n# t\n[tools]\n', 0],
  ])('%s', (...[, path, before, after, count]) => {
    expect(movedComments(commentsOf(path, before), commentsOf(path, after))).toHaveLength(count);
  });
});

describe('an edit', () => {
  test.each([
    ['respells a number', '{"a":1e3}', '{"a":1000,"o":1}', 'values of the user'],
    ['adds what is not ours', '{"a":1}', '{"a":1,"b":1}', 'values of the user'],
    ['takes a blank', '{"a":  1}', '{"a":1,"o":1}', 'the rest of the original'],
    ['takes the final newline', '{"a":1}\n', '{"a":1,"o":1}', 'the rest of the original'],
    ['turns one line into more', '{"a":1}', '{"a":1,\n"o":1}', 'stays one line'],
    ['mixes line ends', '{\r\n"a":1\r\n}', '{\r\n"a":1,\n"o":1\r\n}', 'line ends'],
    ['adds a second byte-order mark', '\uFEFF{"a":1}', '\uFEFF{"a":1,"o":"\uFEFF"}', 'a second byte-order mark'],
  ])('%s', (...[, before, after, what]) => {
    expect(() => checkEdit({ path: 'x.json', before, after, ours: ['o'] })).toThrow(what);
  });

  test('adds only what is ours', () => {
    const edit = { path: 'x.json', before: '{"a": 1}\n', after: '{"a": 1, "o": 1}\n' };
    expect(() => checkEdit({ ...edit, ours: ['o'] })).not.toThrow();
    // It is told apart by what is ours, not let through.
    expect(() => checkEdit({ ...edit, ours: [] })).toThrow('values of the user');
  });
});
