import { readCases, type Picture } from '@modelrack/tool-kit/testing';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { fixturesOf } from './repository/fixtures-of.ts';
import { checkSchema } from './schemas/check-schema.ts';
import { toolSchemas } from './schemas/tool-schemas.ts';

function valueOf(path: string, text: string): unknown {
  return path.endsWith('.yaml') ? parseYaml(text.replace(/^\uFEFF/, '')) : parse(text);
}

describe.each(Object.entries(toolSchemas))('the schema of %s', (id, schema) => {
  const cases = readCases(fixturesOf(id)).filter(({ refused }) => refused === undefined);
  const faultsOf = (picture: Picture) =>
    [...picture].flatMap(([path, bytes]) => checkSchema(schema, valueOf(path, Buffer.from(bytes).toString('utf8'))));

  test.each(cases)('holds for $name, and for what remove leaves', ({ after, removed }) => {
    expect(after.size).toBe(1);
    expect(faultsOf(after)).toEqual([]);
    expect(faultsOf(removed)).toEqual([]);
  });
});

test.each([
  [{ type: 'array' }, {}, [' is no array']],
  [{ type: 'array', items: { type: 'integer', minimum: 1 } }, [1, 0, 1.5], ['[1] is below 1', '[2] is no integer']],
  [{ type: 'object', required: ['a'] }, {}, ['.a is missing']],
  [{ type: 'object', properties: { a: { type: 'string', enum: ['x'] } } }, { a: 'y', b: 1 }, ['.a is none of x']],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, { a: null }, ['.a is no boolean']],
  [{ type: 'string', pattern: /^x$/ }, 'y', [' does not match /^x$/']],
] as const)('%j says of %j: %j', (schema, value, faults) => expect(checkSchema(schema, value)).toEqual(faults));
