import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';

const ids = (body: unknown) => [...readModelList(body).models.keys()];

describe('the envelope', () => {
  it.each<[string, unknown, string[]]>([
    ['an array', [{ id: 'a' }], ['a']],
    ['data', { data: [{ id: 'a' }] }, ['a']],
    ['data null', { object: 'list', data: null }, []],
    ['models', { models: [{ id: 'a' }] }, ['a']],
    ['data and models', { models: [{ id: 'b' }], data: [{ id: 'a' }] }, ['a']],
    ['models by id', { models: { a: {}, b: { id: 'other' } } }, ['a', 'b']],
    ['data by id', { data: { a: { name: 'A' } } }, ['a']],
    ['an empty object of models', { models: {} }, []],
    ['result', { success: true, result: [{ id: 'a' }], error: null, errors: [] }, ['a']],
    ['texts', { data: ['a', 'b'] }, ['a', 'b']],
    ['rows that are none', [{ id: 'a' }, 1, null, [], 'b'], ['a', 'b']],
    ['success true and error null', { success: true, error: null, data: [{ id: 'a' }] }, ['a']],
  ])('can be %s', (_, body, expected) => {
    expect(ids(body)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ data: null }, 'keys seen: data'],
    [{ status: 'ok', version: 1 }, 'keys seen: status, version'],
    [{ models: { total: 5 } }, 'keys seen: models'],
    [{}, 'it is empty'],
    [null, 'it is null'],
    ['text', 'it is a string'],
    [7, 'it is a number'],
  ])('is not %j', (body, words) => {
    const message = `the response contains no model list (${words})`;
    expect(() => readModelList(body)).toThrowError(expect.objectContaining({ code: 'not-a-gateway', message }));
  });

  it.each<[unknown, string]>([
    [{ success: false, data: [{ id: 'a' }] }, 'server'],
    [{ error: {}, data: [{ id: 'a' }] }, 'server'],
    [{ error: { code: 'model_not_found' } }, 'not-found'],
    [{ error: 'Unauthorized' }, 'auth'],
  ])('is a failure in %j', (body, code) => {
    expect(() => readModelList(body)).toThrowError(expect.objectContaining({ code }));
  });
});

describe('ids', () => {
  it.each<[unknown, string | undefined]>([
    [{ id: ' a ' }, ' a '],
    [{ id: 'A/B' }, 'A/B'],
    [{ id: '' }, undefined],
    [{ id: '  ' }, undefined],
    [{ id: 7, name: 'n' }, 'n'],
    [{ model_name: 'm', model_info: { id: 'x' } }, 'm'],
    [{ model: 'm', name: 'n' }, 'm'],
    [{ key: 'k', name: 'n' }, 'k'],
    [{ name: 'models/n' }, 'models/n'],
    [{ object: 'model' }, undefined],
  ])('of %j is %j', (row, id) => {
    const { models, skipped } = readModelList([row]);
    expect([...models.keys()]).toEqual(id === undefined ? [] : [id]);
    expect(skipped).toEqual(id === undefined ? [{ id: '', why: 'no-id' }] : []);
  });

  it.each([
    'models/a',
    '~a',
    '@a/b',
    'a:free',
    'ft:a:b::c',
    'a/@cf/b',
    'é/模型',
    'a b',
    '😀',
    'x/{env:HOME}',
    '__proto__',
    'constructor',
  ])('%j is kept as it is', (id) => {
    const body: unknown = JSON.parse(`{"data":[{"id":${JSON.stringify(id)},"context_window":4096}]}`);
    expect(readModelList(body).models.get(id)).toMatchObject({ id, contextWindow: 4096 });
  });

  it('may be names of members of objects in an object of models', () => {
    const body: unknown = JSON.parse('{"models":{"__proto__":{"context_window":5},"constructor":{}}}');
    expect([...readModelList(body).models.keys()]).toEqual(['__proto__', 'constructor']);
    expect(readModelList(body).models.get('__proto__')?.contextWindow).toBe(5);
  });

  it.each([
    ['a\nb', 'a\\u000ab'],
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['a\u0000', 'a\\u0000'],
    ['a\u0085', 'a\\u0085'],
    ['a\u2028', 'a\\u2028'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['a\u2066b', 'a\\u2066b'],
    ['a\u200fb', 'a\\u200fb'],
    ['half \ud800', 'half \\ud800'],
  ])('like %j are refused', (id, shown) => {
    const { models, skipped } = readModelList({ data: [{ id }, { id: 'good' }] });
    expect([...models.keys()]).toEqual(['good']);
    expect(skipped).toEqual([{ id: shown, why: 'unsafe-id' }]);
  });

  it('that repeat make one row with the tightest bounds', () => {
    const rows = [
      { id: 'a', context_window: 200, max_output_tokens: 50, supports_tools: true },
      { id: 'a', context_window: 100, max_output_tokens: 90, supports_tools: false, name: 'A' },
      { id: 'a' },
    ];
    const { models, skipped } = readModelList(rows);
    expect(models.get('a')).toMatchObject({ contextWindow: 100, maxOutput: 50, tools: false, name: 'A' });
    expect(skipped).toEqual([
      { id: 'a', why: 'repeated' },
      { id: 'a', why: 'repeated' },
    ]);
  });

  it('with a star are no models', () => {
    expect(readModelList([{ id: 'bedrock/*' }, { id: '*' }]).skipped).toEqual([
      { id: '*', why: 'wildcard' },
      { id: 'bedrock/*', why: 'wildcard' },
    ]);
  });
});

describe('rows that cannot be called', () => {
  const now = new Date('2026-11-01T00:00:00Z');
  it.each<[unknown, boolean, boolean]>([
    [{ active: false }, false, false],
    [{ active: true }, true, false],
    [{ enabled: false }, false, false],
    [{ active: null, enabled: 0 }, true, false],
    [{ providers: [] }, false, false],
    [{ providers: null }, true, false],
    [{ deactivated_at: '2026-10-31T00:00:00Z' }, false, false],
    [{ deactivated_at: '2026-12-01T00:00:00Z' }, true, true],
    [{ expiration_date: '2026-10-31' }, false, false],
    [{ expiration_date: 1_793_000_000 }, false, false],
    [{ expiration_date: 1_999_000_000_000 }, true, true],
    [{ expiration_date: null, deprecation: null, deprecated_at: '' }, true, false],
    [{ expiration_date: 'someday' }, true, false],
    [{ deprecation: '2026-01-01T00:00:00Z' }, true, true],
    [{ is_deprecated: true }, true, true],
    [{ deprecated: false, lifecycle: 'active' }, true, false],
    [{ lifecycle: 'deprecated' }, true, true],
  ])('%j: callable %j, deprecated %j', (fields, isCallable, isDeprecated) => {
    const { models, skipped } = readModelList([{ id: 'a', ...(fields as object) }], { now });
    expect(models.get('a')?.deprecated).toBe(isCallable ? isDeprecated : undefined);
    expect(skipped).toEqual(isCallable ? [] : [{ id: 'a', why: 'not-callable' }]);
  });
});
