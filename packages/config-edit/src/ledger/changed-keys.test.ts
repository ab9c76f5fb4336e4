import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChangedKeys, changedKeys } from './changed-keys.ts';

type JsonMap = Readonly<Record<string, unknown>>;
const parse = (text: string): JsonMap => JSON.parse(text);

describe('changedKeys', () => {
  it.each([
    { name: 'nothing', before: '{"a":{"b":[1]}}', after: '{"a":{"b":[1]}}', delta: [] },
    { name: 'the order of keys', before: '{"a":1,"b":2}', after: '{"b":2,"a":1}', delta: [] },
    { name: 'a new key', before: '{"a":{}}', after: '{"a":{"b":1}}', delta: [[['a', 'b']]] },
    { name: 'a lost key', before: '{"a":{"b":1}}', after: '{"a":{}}', delta: [[['a', 'b'], 1]] },
    { name: 'a value', before: '{"a":{"b":1,"c":2}}', after: '{"a":{"b":3,"c":2}}', delta: [[['a', 'b'], 1]] },
    { name: 'null', before: '{"a":null}', after: '{"a":0}', delta: [[['a'], null]] },
    { name: 'a list', before: '{"a":[1,2]}', after: '{"a":[1]}', delta: [[['a'], [1, 2]]] },
    { name: 'a map to a text', before: '{"a":{"b":1}}', after: '{"a":"x"}', delta: [[['a'], { b: 1 }]] },
    { name: 'a text to a map', before: '{"a":"x"}', after: '{"a":{"b":1}}', delta: [[['a'], 'x']] },
    { name: 'a map to a list', before: '{"a":{"0":1}}', after: '{"a":[1]}', delta: [[['a'], { 0: 1 }]] },
    { name: 'a new __proto__', before: '{}', after: '{"__proto__":{"a":1}}', delta: [[['__proto__']]] },
    { name: 'a lost __proto__', before: '{"__proto__":1}', after: '{}', delta: [[['__proto__'], 1]] },
    {
      name: 'below __proto__',
      before: '{"__proto__":{"a":1,"b":2}}',
      after: '{"__proto__":{"a":1,"b":3}}',
      delta: [[['__proto__', 'b'], 2]],
    },
    { name: 'a key that maps inherit', before: '{}', after: '{"constructor":1}', delta: [[['constructor']]] },
  ])('names what is changed: $name', ({ before, after, delta }) => {
    const changes = changedKeys(parse(before), parse(after));
    expect(changes).toEqual(delta);
    const back = applyChangedKeys(parse(after), parse(JSON.stringify({ changes }))['changes']);
    expect(spelled(back)).toEqual(spelled(parse(before)));
  });

  const json = fc
    .jsonValue({ maxDepth: 4 })
    .filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .map((value) => parse(JSON.stringify(value)));
  const key = fc.constantFrom('a', 'b', '__proto__', 'constructor', '');
  const nested = fc.letrec<{ value: unknown; map: Record<string, unknown> }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, null, 'x', true), fc.array(fc.nat(3)), tie('map')),
    map: fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((entries): Record<string, unknown> => Object.fromEntries(entries)),
  })).map;

  it('leads back from any document to any other', () => {
    const run = fc.property(fc.oneof(json, nested), fc.oneof(json, nested), (before, after) => {
      const delta: unknown = JSON.parse(JSON.stringify(changedKeys(before, after)));
      const copy = spelled(after);
      expect(spelled(applyChangedKeys(after, delta))).toBe(spelled(before));
      expect(spelled(after)).toBe(copy);
    });
    fc.assert(run, { numRuns: 500 });
  });

  it('is small and quick when little of much has changed', () => {
    const models = Array.from({ length: 5000 }, (_, index) => [`model-${index}`, { label: 'x', hash: `h${index}` }]);
    const after = { modelrack: { entries: Object.fromEntries(models.slice(1)) } };
    const before = { modelrack: { entries: Object.fromEntries(models.slice(0, -1)) } };
    const delta = changedKeys(before, after);
    expect(delta).toHaveLength(2);
    expect(applyChangedKeys(after, delta)).toEqual(before);
    expect(changedKeys(before, {})).toEqual([[['modelrack'], before.modelrack]]);
    expect(changedKeys({}, before)).toEqual([[['modelrack']]]);
  });
});

describe('applyChangedKeys', () => {
  it.each([undefined, null, {}, 'x', [1], [[]], [['a']], [[[]]], [[[1]]], [[['a'], 1, 2]]])(
    'changes nothing for %j',
    (delta) => {
      const now = { a: 1 };
      expect(applyChangedKeys(now, delta)).toBe(now);
    },
  );

  it('touches no prototype', () => {
    applyChangedKeys({}, [[['__proto__', 'polluted'], true]]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

/** Keys sorted at every depth, `__proto__` among them, which `toEqual` does not look at. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${spelled(inner)}`).join(',')}}`;
}
