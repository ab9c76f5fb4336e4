import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, suggestionsFor, remedyFor } from './answer.ts';
import { listFile, readKnownModels, type KnownModels } from './known-models.ts';

const models = [
  { id: 'lite', label: 'Lite', contextWindow: 128_000 },
  { id: 'anthropic/claude-sonnet-4.5', label: 'Claude Sonnet 4.5', contextWindow: 200_000 },
  { id: 'anthropic/claude-sonnet-5', label: 'Claude Sonnet 5', contextWindow: 1_000_000 },
  { id: 'openai/gpt-5-mini', label: 'openai/gpt-5-mini', contextWindow: 400_000 },
  { id: 'x/unknown', label: 'x/unknown', contextWindow: undefined },
];
const names = new Map([
  ['m-lite', 'lite'],
  ['m-sonnet-4.5', 'anthropic/claude-sonnet-4.5'],
]);
const known: KnownModels = { ...JSON.parse(listFile('work', models, names)) };
const answer = (command: string, words = '', tokens?: number) => answerTo({ command, words, tokens }, known);

describe('answers', () => {
  it.each<[string, string, string | undefined, string]>([
    ['m-lite', '', 'lite', '/model lite'],
    ['m-sonnet-4.5', 'ignored', 'anthropic/claude-sonnet-4.5', '/model anthropic/claude-sonnet-4.5'],
    ['m-', 'gpt5 mini', 'openai/gpt-5-mini', '/model openai/gpt-5-mini'],
    ['m-', 'gtp5mini', 'openai/gpt-5-mini', '/model openai/gpt-5-mini'],
    // A row that was taken stands where the last word was.
    ['m-', 'sonnet anthropic/claude-sonnet-4.5', 'anthropic/claude-sonnet-4.5', '/model anthropic/claude-sonnet-4.5'],
    ['m-', 'son', 'anthropic/claude-sonnet-5', '/model anthropic/claude-sonnet-5\nor: anthropic/claude-sonnet-4.5'],
    ['m-', 'zzz qqq', undefined, 'No model of work matches "zzz qqq".'],
    [
      'm-',
      ' \u001b[31m ',
      undefined,
      "Type /m- and a few letters of a model's name. work has: lite, anthropic/claude-sonnet-5, openai/gpt-5-mini, anthropic/claude-sonnet-4.5, …",
    ],
  ])('/%s %s', (command, words, id, text) => {
    const made = answer(command, words);
    expect(made?.id).toBe(id);
    if (words.includes('\u001b')) expect(made?.text).not.toContain('\u001b');
    else expect(made?.text).toBe(text);
  });

  it.each(['m-mine', 'm', 'model', 'm-constructor', 'm-__proto__', ''])('leaves /%s alone', (command) => {
    expect(answer(command, 'lite')).toBeUndefined();
  });

  it('says what to do where the thread is too long for the model', () => {
    expect(answer('m-lite', '', 150_000)?.text).toBe(
      '/model lite\nThis conversation has about 150k tokens; the context window of lite is 128k. Choose a model with a larger context window: anthropic/claude-sonnet-4.5 (200k), openai/gpt-5-mini (400k), anthropic/claude-sonnet-5 (1M); or start a new conversation.',
    );
    expect(answer('m-lite', '', 1000)?.text).toBe('/model lite');
  });
});

describe('a switch', () => {
  it.each<[string, number | undefined, boolean]>([
    ['lite', 128_000, true],
    ['lite', 127_999, false],
    ['lite', undefined, false],
    ['x/unknown', 9_999_999, false],
    ['not/listed', 9_999_999, false],
  ])('to %s with %s tokens is too small: %s', (id, tokens, isTooSmall) => {
    expect(remedyFor(id, tokens, known.rows) !== undefined).toBe(isTooSmall);
  });
});

describe('the cost of the thread that goes on', () => {
  const rows = [
    { id: 'a/dear', label: 'a/dear', contextWindow: 200_000, price: { input: 3 } },
    { id: 'a/open', label: 'a/open', contextWindow: 200_000 },
  ];
  const priced: KnownModels = { ...JSON.parse(listFile('work', rows)) };

  it.each<[string, number | undefined, string]>([
    ['a/dear', 100_000, 'a/dear · 200k · $0.30 to read this conversation'],
    ['a/dear', undefined, 'a/dear · 200k'],
    ['a/dear', 300_000, 'a/dear · 200k · too small for this conversation'],
    ['a/open', 100_000, 'a/open · 200k'],
  ])('%s with %s tokens: %s', (id, tokens, description) => {
    const suggested = suggestionsFor(`/m- ${id}`, tokens, priced) ?? [];
    expect(suggested.find((row) => row.text === id)?.description).toBe(description);
  });

  it('is told with the line to type, where it is known', () => {
    const told = (words: string) => answerTo({ command: 'm-', words, tokens: 100_000 }, priced)?.text;
    expect(told('a/dear')).toBe('/model a/dear\nReading this conversation costs $0.30.');
    expect(told('a/open')).toBe('/model a/open');
  });
});

describe('rows while typing', () => {
  it('holds ours in our order, to be followed by Enter', () => {
    expect(suggestionsFor('/m- son', 300_000, known)).toEqual([
      { text: 'anthropic/claude-sonnet-5', label: 'claude-sonnet-5', description: 'anthropic/claude-sonnet-5 · 1M' },
      {
        text: 'anthropic/claude-sonnet-4.5',
        label: 'claude-sonnet-4.5',
        description: 'anthropic/claude-sonnet-4.5 · 200k · too small for this conversation',
      },
    ]);
  });

  it('offers the whole line where the letters are glued to the slash', () => {
    expect(suggestionsFor('/m-gpt', undefined, known)?.[0]?.text).toBe('/model openai/gpt-5-mini');
  });

  it('lists aliases, recent picks and the newest where nothing is typed yet', () => {
    const recent = ['openai/gpt-5-mini', 'gone/model'];
    const ids = ['lite', 'openai/gpt-5-mini', 'anthropic/claude-sonnet-5', 'anthropic/claude-sonnet-4.5', 'x/unknown'];
    const rows = (line: string) => suggestionsFor(line, undefined, { ...known, recent })?.map(({ text }) => text);
    expect(rows('/m-')).toEqual(ids.map((id) => `/model ${id}`));
    expect(rows('/m- ')).toEqual(ids);
  });

  it('lists alike with and without a blank', () => {
    const rows = (line: string) => suggestionsFor(line, undefined, known)?.map(({ description }) => description);
    expect(rows('/m-son')).toEqual(rows('/m- son'));
  });

  it.each([
    ['/model lite', undefined],
    ['/mine', undefined],
    ['say /m- son', undefined],
  ])('%s', (line, rows) => expect(suggestionsFor(line, undefined, known)).toEqual(rows));
});

it('answers whatever is typed, and only with models of the list', () => {
  const ids = new Set(models.map(({ id }) => id));
  const line = fc.tuple(fc.constantFrom('m-', 'm-lite', 'm-x'), fc.string({ unit: 'binary', maxLength: 60 }));
  fc.assert(
    fc.property(line, ([command, words]) => {
      const made = answer(command, words);
      if (made?.id !== undefined) {
        expect(ids).toContain(made.id);
        expect(made.text.split('\n')[0]).toBe(`/model ${made.id}`);
      }
      for (const { text } of suggestionsFor(`/m- ${words}`, 5, known) ?? []) expect(ids).toContain(text);
    }),
    { numRuns: 300, seed: 5 },
  );
});

describe('the list that the hooks read', () => {
  it('comes back as it was written', () => {
    expect(readKnownModels(listFile('work', models, names))).toEqual(known);
  });
  it('is one without what was picked, where that cannot be read', () => {
    const list = listFile('work', models, names);
    expect(readKnownModels(list, '["lite"]')).toEqual({ ...known, recent: ['lite'] });
    for (const picked of ['', '{}', '[1]', '["lite"']) expect(readKnownModels(list, picked)).toEqual(known);
  });
  it.each([
    '',
    'null',
    '[]',
    '{"rows":1}',
    '{"gateway":"a","rows":{},"names":{}}',
    '{"gateway":"a","rows":[1],"names":{}}',
    '{"gateway":"a","rows":[],"names":{"m-x":1}}',
    '{"gateway":"a"',
  ])('%s is none', (text) => {
    expect(readKnownModels(text)).toBeUndefined();
  });
});
