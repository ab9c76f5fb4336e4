import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalsJson, findNode, toJson } from '../nodes.ts';
import type { Document, Node } from '../types.ts';
import { parseJson } from './parse-json.ts';
import { plainDocument } from './plain-document.ts';

type Source = Omit<Document, 'root'>;

function sourceOf(text: string): Source {
  return { format: 'jsonc', name: 'a.json', text, bom: false, eol: '\n', top: 'map' };
}

function rootOf(text: string): Node {
  const { root } = parseJson(sourceOf(text)).document;
  if (root === undefined) throw new Error('empty');
  return root;
}

const readPlain = (text: string) => plainDocument(sourceOf(text), () => rootOf(text));

/** What a node says, with all that is below it. */
function spelled(node: Node): unknown {
  const { kind, start, end } = node;
  if (node.kind === 'scalar') return { kind, start, end, value: node.value };
  if (node.kind === 'list') return { kind, start, end, items: node.items.map(spelled) };
  return { kind, start, end, entries: node.entries.map(({ key, at, value }) => ({ key, at, value: spelled(value) })) };
}

const key = fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', 'constructor', '":', 'http://x', '1'));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0.5, 1e21, 'x', '"a":1', '// no comment'),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('plainDocument', () => {
  it('says of every node what the parser with positions says', () => {
    const run = fc.property(fc.dictionary(key, value, { maxKeys: 5 }), fc.constantFrom(0, 2, '\t'), (map, indent) => {
      const text = JSON.stringify(map, undefined, indent);
      const document = readPlain(text);
      if (document?.root === undefined) return;
      const whole = rootOf(text);
      expect(spelled(document.root)).toEqual(spelled(whole));
      expect(toJson(document.root)).toEqual(toJson(whole));
      expect(equalsJson(document.root, toJson(whole))).toBe(true);
    });
    fc.assert(run, { numRuns: 300 });
  });

  it.each([
    { why: 'a comment', text: '{"a":1} // b' },
    { why: 'a trailing comma', text: '{"a":1,}' },
    { why: 'a key twice', text: '{"a":1,"b":{"c":1,"c":2}}' },
    { why: 'a key twice, with blanks', text: '{"a" : 1, "a"\n: 2}' },
    { why: 'a key twice, and a text that looks like a key', text: '{"a":"\\":","a":2}' },
    { why: 'a key that an object would sort', text: '{"b":1,"2":1}' },
    { why: 'a whole number beyond a double', text: '{"a":12345678901234567890}' },
    { why: 'a list', text: '[1]' },
    { why: 'a single value', text: '1' },
    { why: 'nothing', text: '' },
    { why: 'more than a person nests', text: `${'{"a":'.repeat(600)}1${'}'.repeat(600)}` },
  ])('leaves $why to the parser with positions', ({ text }) => {
    expect(readPlain(text)).toBeUndefined();
  });

  it('finds items by their fields without looking at the text', () => {
    const rows = Array.from({ length: 40 }, (_, number) => ({ id: `m${number}`, at: number % 2 === 0 ? 'x' : 'y' }));
    const text = JSON.stringify({ rows, names: ['a', 'b'] });
    const document = plainDocument(sourceOf(text), () => {
      throw new Error('looked');
    });
    const find = (...path: Parameters<typeof findNode>[1]) => {
      const node = findNode(document?.root, path);
      return node === undefined ? undefined : toJson(node);
    };
    expect(find('rows', { item: { id: 'm7' } }, 'at')).toBe('y');
    expect(find('rows', { item: { at: 'x', id: 'm8' } })).toEqual(rows[8]);
    expect(find('rows', { item: { at: 'x', id: 'm7' } })).toBeUndefined();
    expect(find('names', { item: 'b' })).toBe('b');
    expect(find('names', 'length')).toBeUndefined();
    expect(find('rows', { item: { id: 'none' } })).toBeUndefined();
  });
});
