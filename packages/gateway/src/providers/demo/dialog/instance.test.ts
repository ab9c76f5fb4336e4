import { expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { buildInstance } from './instance.ts';

const cases: readonly (readonly [string, JsonObject, unknown])[] = [
  ['an object with nothing required', { type: 'object', properties: { a: { type: 'string' } } }, {}],
  [
    'required properties only',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] },
    { b: 0 },
  ],
  ['a required property without a schema', { type: 'object', required: ['a'] }, { a: 'demo' }],
  ['boolean', { type: 'boolean' }, false],
  ['null', { type: 'null' }, null],
  ['the first of several types', { type: ['integer', 'null'] }, 0],
  ['const', { const: null }, null],
  ['enum', { type: 'string', enum: ['x', 'y'] }, 'x'],
  ['default', { type: 'string', default: '' }, ''],
  ['examples', { type: 'string', pattern: '^z', examples: ['zz'] }, 'zz'],
  ['minimum', { type: 'integer', minimum: 3 }, 3],
  ['a fraction as minimum of an integer', { type: 'integer', minimum: 2.5 }, 3],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 3 }, 4],
  ['exclusive bounds of a number', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  ['negative maximum', { type: 'integer', maximum: -5 }, -6],
  ['multipleOf', { type: 'integer', minimum: 1, multipleOf: 5 }, 5],
  ['minLength', { type: 'string', minLength: 6 }, 'demooo'],
  ['maxLength', { type: 'string', maxLength: 2 }, 'de'],
  ['a format', { type: 'string', format: 'date' }, '2025-01-01'],
  ['an array', { type: 'array', items: { type: 'string' } }, []],
  ['minItems', { type: 'array', items: { type: 'integer' }, minItems: 2 }, [0, 0]],
  ['a tuple', { type: 'array', prefixItems: [{ const: 1 }], items: { const: 2 }, minItems: 2 }, [1, 2]],
  ['anyOf', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
  ['oneOf with null', { oneOf: [{ type: 'null' }, { type: 'string' }] }, null],
  [
    'allOf',
    {
      allOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: { const: 2 } }, required: ['b'] },
      ],
    },
    { a: 1, b: 2 },
  ],
  ['allOf of a text', { allOf: [{ minLength: 5 }, { maxLength: 9 }] }, 'demoo'],
  ['$ref', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'integer', minimum: 7 } } }, 7],
  ['a $ref to nothing', { $ref: '#/$defs/%zz' }, 'demo'],
  ['no schema at all', {}, 'demo'],
  [
    'names of built-ins',
    { type: 'object', required: ['constructor', 'toString'] },
    { constructor: 'demo', toString: 'demo' },
  ],
  ['a format that is no format', { type: 'string', format: 'constructor' }, 'demo'],
];

test.each(cases)('%s', (_name, schema, expected) => {
  expect(buildInstance(schema)).toEqual(expected);
});

test('__proto__ is a property like any other', () => {
  const schema: JsonObject = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"const":1}},"required":["__proto__"]}',
  );
  expect(JSON.stringify(buildInstance(schema))).toBe('{"__proto__":1}');
});

test('a schema that holds itself twice ends', () => {
  const node = { type: 'object', properties: { l: { $ref: '#' }, r: { $ref: '#' } }, required: ['l', 'r'] };
  expect(JSON.stringify(buildInstance(node)).length).toBeLessThan(200_000);
  expect(JSON.stringify(buildInstance({ allOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] })).length).toBeLessThan(
    1000,
  );
});
