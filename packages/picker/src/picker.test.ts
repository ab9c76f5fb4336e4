import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPicker } from './picker.ts';
import type { PickerRow } from './row.ts';
import { listedRows } from './testing/measure.ts';

const rows = listedRows();
const picker = createPicker(rows);

function row(id: string, more: Partial<PickerRow> = {}): PickerRow {
  return { id, form: id.includes('/') ? 'full' : 'alias', kind: 'chat', ...more };
}

function idsOf(list: readonly PickerRow[], query: string, recent: readonly string[] = []): readonly string[] {
  return createPicker(list, { recent })
    .search(query)
    .map((match) => match.row.id);
}

describe('nothing typed', () => {
  const list = [
    row('b/new-3'),
    row('a/old-1'),
    row('work'),
    row('b/image-9', { kind: 'image' }),
    row('ultra'),
    row('a/used-2'),
    row('lite'),
    row('a/gone-4', { deprecated: true }),
    row('c/latest-used-1'),
    row('plus'),
  ];

  it('shows aliases by tier, then the newest, then what does not chat', () => {
    expect(idsOf(list, '')).toEqual([
      'lite',
      'plus',
      'ultra',
      'work',
      'b/new-3',
      'a/used-2',
      'a/old-1',
      'c/latest-used-1',
      'a/gone-4',
      'b/image-9',
    ]);
  });

  it('shows what was used lately behind the aliases, the latest first', () => {
    const recent = ['c/latest-used-1', 'left/the-list', 'plus', 'a/used-2', 'b/image-9'];
    expect(idsOf(list, ' ', recent).slice(0, 7)).toEqual([
      'lite',
      'plus',
      'ultra',
      'work',
      'c/latest-used-1',
      'a/used-2',
      'b/new-3',
    ]);
  });

  it('is all of the list', () => {
    expect(picker.search('')).toHaveLength(rows.length);
  });
});

describe('the order', () => {
  it.each([
    ['a newer version', 'sonnet', ['x/sonnet-4', 'x/sonnet-4.5', 'x/sonnet-10'], 'x/sonnet-10'],
    ['the version, not the size', 'llama', ['x/llama-3-405b', 'x/llama-4-8b'], 'x/llama-4-8b'],
    ['the version, not the date', 'nova', ['x/nova-2', 'x/nova-1-2507'], 'x/nova-2'],
    ['paid before free', 'nova', ['x/nova-1:free', 'x/nova-1'], 'x/nova-1'],
    ['free if asked for', 'nova free', ['x/nova-1:free', 'x/nova-1'], 'x/nova-1:free'],
    ['the moving name before the dated', 'nova', ['x/nova-1-20250929', 'x/nova-1'], 'x/nova-1'],
    ['finished before preview', 'nova', ['x/nova-2-preview', 'x/nova-1'], 'x/nova-1'],
    ['the maker before others', 'kimi k3', ['ab/kimi-k3', 'moon/kimi-k3', 'moon/kimi-k2'], 'moon/kimi-k3'],
    ['the plain before the longer name', 'gpt 5', ['x/gpt-5-mini', 'x/gpt-5'], 'x/gpt-5'],
    ['the alias that is called so', 'lite', ['x/nova-lite', 'lite'], 'lite'],
    ['not the alias where more is asked', 'nova lite', ['x/nova-lite', 'lite'], 'x/nova-lite'],
    ['the id typed out', 'x/nova-1-preview', ['x/nova-1', 'x/nova-1-preview'], 'x/nova-1-preview'],
    ['a version with a dot', 'sonnet', ['x/sonnet-4-5', 'x/sonnet-4.5'], 'x/sonnet-4.5'],
    ['what can be typed without shift', 'nova', ['x/NOVA-1', 'x/nova-1'], 'x/nova-1'],
  ])('prefers %s', (_, query, ids, first) => {
    expect(
      idsOf(
        ids.map((id) => row(id)),
        query,
      )[0],
    ).toBe(first);
  });

  it('puts what does not chat last, unless its kind is typed', () => {
    expect(idsOf([row('x/nova-9', { kind: 'image' }), row('x/nova-4')], 'nova')[0]).toBe('x/nova-4');
    expect(idsOf([row('x/nova-9-image'), row('x/nova-4')], 'nova')[0]).toBe('x/nova-4');
    const list = [row('x/nova-1-image', { kind: 'image' }), row('x/nova-4-image'), row('x/nova-4')];
    expect(idsOf(list, 'nova image')[0]).toBe('x/nova-1-image');
  });

  it('finds what a model is called, too', () => {
    expect(idsOf([row('x/m1', { name: 'Claude Sonnet' }), row('x/m2', { name: 'Nova' })], 'sonnet')).toEqual(['x/m1']);
  });
});

describe('typing', () => {
  it.each([
    ['glued', 'gpt5mini', 'openai/gpt-5-mini'],
    ['in any order', 'mini 5 gpt', 'openai/gpt-5-mini'],
    ['with another sign', 'gpt_5:mini', 'openai/gpt-5-mini'],
    ['loudly', 'GPT-5-MINI', 'openai/gpt-5-mini'],
    ['in full width', 'ｇｐｔ－５－ｍｉｎｉ', 'openai/gpt-5-mini'],
    ['with errors', 'gtp 5 mnii', 'openai/gpt-5-mini'],
    ['in first letters', 'g5m', 'openai/gpt-5-mini'],
    ['half', 'gpt5mi', 'openai/gpt-5-mini'],
  ])('%s: %s', (_, query, id) => {
    expect(picker.search(query, 3).map((match) => match.row.id)).toContain(id);
  });

  it('says where a word was left out', () => {
    expect(picker.search('gpt-5-mini nonsense')[0]).toMatchObject({ isPartial: true });
    expect(picker.search('gpt-5-mini')[0]).toMatchObject({ isPartial: false });
  });

  it('finds nothing rather than anything', () => {
    for (const query of ['asdfqwer', 'xyzzy', 'hello world', '99999', '(', '🙂', '\\']) {
      expect(picker.search(query), query).toEqual([]);
    }
  });
});

describe('whatever is typed', () => {
  it.each([
    '(',
    '[a-z',
    '\\',
    '"x',
    '.*',
    '^$',
    '|',
    '!foo',
    "'quoted",
    '=x',
    'a'.repeat(1200),
    '🙂🙂',
    '通义千问',
    '\u0000',
    '\ud800',
    '\u202egpt',
    'constructor',
    '__proto__',
    'toString hasOwnProperty',
    '-'.repeat(500),
    '1'.repeat(500),
    'a '.repeat(600),
  ])('does not throw: %j', (query) => {
    expect(() => picker.search(query)).not.toThrow();
  });

  it('answers with rows of the list, from the best to the worst', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(20), (query, limit) => {
        const matches = picker.search(query, limit);
        const scores = matches.map(({ score }) => score);
        expect(matches.length).toBeLessThanOrEqual(limit);
        expect(matches.every((match) => rows.includes(match.row))).toBe(true);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      }),
      { numRuns: 300 },
    );
  });

  it('finds every id by itself', () => {
    for (const { id } of rows) expect(picker.search(id, 1)[0]?.row.id).toBe(id);
  });
});

describe('hostile lists', () => {
  it.each(['a/b\u001b[31m', 'a\nb', 'a/\u202eb', 'a\u0000', '\u2028x', ''])('never offers %j', (id) => {
    expect(idsOf([row(id), row('a/b')], '')).toEqual(['a/b']);
  });

  it.each([
    '$(rm -rf ~)',
    '../../etc/passwd',
    'a/`id`',
    '"; DROP',
    '{env:HOME}',
    '通义/千问-2',
    '🙂',
    '-',
    '/',
    'constructor',
  ])('finds %j as it is', (id) => {
    expect(idsOf([row(id), row('other/model')], id)[0]).toBe(id);
  });

  it('takes any list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 30 })),
        fc.string({ maxLength: 10 }),
        (ids, query) => {
          const all = createPicker(ids.map((id) => row(id)));
          expect(() => all.search(query)).not.toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes an empty one', () => {
    expect(createPicker([]).search('x')).toEqual([]);
    expect(createPicker([]).search('')).toEqual([]);
  });
});
