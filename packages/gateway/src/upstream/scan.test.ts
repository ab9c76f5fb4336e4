import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf } from './pieces.ts';
import { scanObject } from './scan.ts';

const names = new Set(['model', 'stream']);

/** What was found, as text, of bytes that come in these pieces. */
function scan(pieces: readonly Buffer[]) {
  const scanned = scanObject(pieces, names);
  if (typeof scanned === 'string') return scanned;
  const found = [...scanned.found].map(([name, spans]) => [name, spans.map((span) => textOf(pieces, span))]);
  return { ...Object.fromEntries(found), mayNameFile: scanned.mayNameFile };
}

/** Every way to make two pieces of a text, every way to make it three with one byte in the middle, and byte by byte. */
function splitsOf(text: string): readonly (readonly Buffer[])[] {
  const bytes = Buffer.from(text, 'latin1');
  const places = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const two = places.map((at) => [bytes.subarray(0, at), bytes.subarray(at)]);
  const three = places.map((at) => [bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)]);
  return [[bytes], ...two, ...three, places.map((at) => bytes.subarray(at, at + 1))];
}

const rows: readonly [string, string, ReturnType<typeof scan>][] = [
  ['a model behind a text', '{"a":"x","model":"m"}', { model: ['"m"'], mayNameFile: false }],
  ['names twice', '{"model":"m", "model" : "n"}', { model: ['"m"', '"n"'], mayNameFile: false }],
  [
    'an escaped name',
    String.raw`{"mo\u0064el":"m","stream":true}`,
    { model: ['"m"'], stream: ['true'], mayNameFile: false },
  ],
  ['a model inside', '{"a":[{"model":"m"}],"stream":false}', { stream: ['false'], mayNameFile: false }],
  [
    'quotes that are escaped',
    String.raw`{"a":["x\"\\",{"b":"y\\\\\""}],"model":"a\"b\\"}`,
    { model: [String.raw`"a\"b\\"`], mayNameFile: false },
  ],
  [
    'blanks everywhere',
    ' \n{ "stream" :\t1.5e-7 , "model":null } \r\n',
    { stream: ['1.5e-7'], model: ['null'], mayNameFile: false },
  ],
  ['a byte-order mark', '\u00ef\u00bb\u00bf{"model":"m"}', { model: ['"m"'], mayNameFile: false }],
  ['an address of a file', '{"a":[{"url":"FILE:///etc"}],"model":"m"}', { model: ['"m"'], mayNameFile: true }],
  ['one behind blanks', String.raw`{"a":["\n \tfile:"]}`, { mayNameFile: true }],
  ['one with an escape', String.raw`{"a":["f\u0069le:"]}`, { mayNameFile: true }],
  ['no address', '{"a":["filed: it","f","profile:"]}', { mayNameFile: false }],
  ['nothing in it', ' { } ', { mayNameFile: false }],
  ['a list', '[1]', 'not-an-object'],
  ['no end', '{"a":[1,2', 'broken'],
  ['no end of a text', String.raw`{"a":"b\"}`, 'broken'],
  ['more behind it', '{"a":1}}', 'broken'],
  ['no value', '{"a":}', 'broken'],
  ['no comma', '{"a":1 "b":2}', 'broken'],
  ['too deep', `{"a":${'['.repeat(256)}`, 'too-deep'],
];

describe('scanObject', () => {
  it.each(rows)('reads %s the same in whatever pieces it comes', (_, text, expected) => {
    for (const pieces of splitsOf(text)) expect(scan(pieces)).toEqual(expected);
  });

  it('finds in any object what a parser finds in it, in any pieces', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });
    const object = fc.record({ a: fc.jsonValue(), model: fc.jsonValue(), z: fc.jsonValue(), stream: fc.jsonValue() });
    fc.assert(
      fc.property(object, sizes, fc.boolean(), (value, lengths, isWide) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, isWide ? 1 : 0));
        let at = 0;
        const pieces = lengths.map((length) => bytes.subarray(at, (at += length)));
        const scanned = scanObject([...pieces, bytes.subarray(at)], names);
        if (typeof scanned === 'string') throw new Error(scanned);
        const [model, ...others] = scanned.found.get('model') ?? [];
        expect(others).toEqual([]);
        expect(JSON.parse(bytes.toString('utf8', model?.start, model?.end))).toEqual(
          JSON.parse(JSON.stringify(value.model)),
        );
      }),
    );
  });
});
