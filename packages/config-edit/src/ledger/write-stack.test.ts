import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPasses, invertPasses } from '../splices.ts';
import type { Splice } from '../types.ts';
import { changedKeys } from './changed-keys.ts';
import { sha256 } from '../files/sha256.ts';
import type { FileRecord, WriteRecord } from '../files/types.ts';
import { popWrite, pushWrite, restoreOriginal, undoTarget } from './write-stack.ts';

type Passes = readonly (readonly Splice[])[];
type Owners = Readonly<Record<string, unknown>>;

const none: FileRecord = {
  schema: 1,
  path: '/a.json',
  tool: 'sample',
  clean: true,
  stack: [],
  madeFolders: [],
  owners: {},
};
const mark = '\uFEFF';
const bytes = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : Buffer.from(text);
const hash = (text: string | undefined): string | undefined => (text === undefined ? undefined : sha256(text));
const bare = (text: string | undefined): string => (text ?? '').replace(mark, '');

/** A write from one text to another, in one splice that replaces all. */
function write(before: string | undefined, after: string | undefined): WriteRecord {
  const whole: Passes = [[{ start: 0, end: bare(before).length, text: bare(after) }]];
  return {
    at: '2026-01-02T03:04:05.000Z',
    command: 'setup',
    connection: 'modelrack',
    before: hash(before),
    after: hash(after),
    inverse: invertPasses(bare(before), whole),
    ownersBefore: [],
  };
}

function recordOf(...texts: readonly (string | undefined)[]): FileRecord {
  return texts
    .slice(1)
    .reduce<FileRecord>((record, after, index) => pushWrite(record, write(texts[index], after)), none);
}

describe('undoTarget', () => {
  it.each([
    { name: 'an edit', texts: ['{ }', '{ "a": 1 }'] },
    { name: 'the last of several', texts: ['{}', '{ }', '{ "a": 1 }'] },
    { name: 'an edit of a file with a byte-order mark', texts: [`${mark}{ }`, `${mark}{ "a": "ü🐢" }`] },
    { name: 'an edit of nothing but a byte-order mark', texts: [mark, `${mark}{ }`] },
    { name: 'an edit of an empty file', texts: ['', '{ }'] },
    { name: 'a file that we made', texts: [undefined, '{ }'] },
    { name: 'a file that we deleted', texts: ['{ }', undefined] },
    { name: 'a file with a byte-order mark that we deleted', texts: [`${mark}{ }`, undefined] },
  ])('takes back $name', ({ texts }) => {
    const record = recordOf(...texts);
    expect(undoTarget(record, bytes(texts.at(-1)))).toEqual({ bytes: bytes(texts.at(-2)) });
  });

  it.each([
    { name: 'there was no write', record: none, now: '{ }' },
    { name: 'the file was edited', record: recordOf('{}', '{ }'), now: '{  }' },
    { name: 'the file got a byte-order mark', record: recordOf('{}', '{ }'), now: `${mark}{ }` },
    { name: 'the file was deleted', record: recordOf('{}', '{ }'), now: undefined },
    { name: 'the file came back', record: recordOf('{}', undefined), now: '{ }' },
  ])('gives up when $name', ({ record, now }) => {
    expect(undoTarget(record, bytes(now))).toBeUndefined();
    expect(restoreOriginal(record, bytes(now))).toBeUndefined();
  });

  it.each([
    { name: 'do not fit', inverse: [[{ start: 5, end: 9, text: '' }]] },
    { name: 'give another text', inverse: [[{ start: 0, end: 1, text: 'x' }]] },
  ])('gives up when damaged splices $name', ({ inverse }) => {
    const record = pushWrite(none, { ...write('{}', '{ }'), inverse });
    expect(undoTarget(record, bytes('{ }'))).toBeUndefined();
    expect(restoreOriginal(record, bytes('{ }'))).toBeUndefined();
  });
});

describe('restoreOriginal', () => {
  it.each([
    { name: 'through several writes', texts: ['{}', '{ }', '{ "a": 1 }', '{ "b": 1 }'] },
    { name: 'to no file', texts: [undefined, '{ }', '{ "a": 1 }'] },
    { name: 'through a deletion', texts: [`${mark}{}`, `${mark}{ }`, undefined, '{ "a": 1 }'] },
  ])('goes back $name', ({ texts }) => {
    expect(restoreOriginal(recordOf(...texts), bytes(texts.at(-1)))).toEqual({ bytes: bytes(texts[0]) });
  });

  it('gives up where somebody else wrote between two of our writes; the last can still be undone', () => {
    const record = pushWrite(recordOf('{}', '{ }'), write('{  }', '{  "a": 1 }'));
    expect(restoreOriginal(record, bytes('{  "a": 1 }'))).toBeUndefined();
    expect(undoTarget(record, bytes('{  "a": 1 }'))).toEqual({ bytes: bytes('{  }') });
  });

  it('gives up if the file held something of ours at first; the last write can still be undone', () => {
    const record = { ...recordOf('{}', '{ }'), clean: false };
    expect(restoreOriginal(record, bytes('{ }'))).toBeUndefined();
    expect(undoTarget(record, bytes('{ }'))).toEqual({ bytes: bytes('{}') });
  });
});

describe('popWrite', () => {
  it('takes the last write and what it changed of the owners', () => {
    const owners: readonly Owners[] = [{}, { modelrack: { lite: 'a' } }, { modelrack: { lite: 'b', plus: 'c' }, x: 1 }];
    const record = owners.slice(1).reduce<FileRecord>((below, next, index) => {
      const ownersBefore = changedKeys(owners[index]!, next);
      return { ...pushWrite(below, { ...write(`${index}`, `${index + 1}`), ownersBefore }), owners: next };
    }, none);
    const once = popWrite(record);
    expect(once).toEqual({ ...record, stack: record.stack.slice(0, 1), owners: owners[1] });
    expect(popWrite(once)).toEqual(none);
    expect(popWrite(none)).toBe(none);
  });

  it('goes on in what was known before the first write, which takes no part in the original', () => {
    const past = recordOf('{}', '{ }', '{}');
    const record = pushWrite({ ...none, past }, write('{  }', '{  "a": 1 }'));
    expect(restoreOriginal(record, bytes('{  "a": 1 }'))).toEqual({ bytes: bytes('{  }') });
    expect(popWrite(record)).toBe(past);
  });
});

/** Where to cut, how much, what to put there: fitted to whatever the text is by then. */
const wish = fc.tuple(fc.nat(12), fc.nat(6), fc.string({ unit: 'grapheme', maxLength: 8 }));
const change = fc.array(fc.array(wish, { maxLength: 4 }), { maxLength: 3 });

interface Stage {
  readonly text: string;
  readonly record: FileRecord;
}

function applyWish(stage: Stage, wishes: readonly (readonly (readonly [number, number, string])[])[]): Stage {
  const start = bare(stage.text);
  const passes: Splice[][] = [];
  let after = start;
  for (const pass of wishes) {
    passes.push(fit(after, pass));
    after = applyPasses(start, passes);
  }
  const text = stage.text.startsWith(mark) ? mark + after : after;
  const inverse = invertPasses(start, passes);
  return { text, record: pushWrite(stage.record, { ...write(stage.text, text), inverse }) };
}

function fit(text: string, wishes: readonly (readonly [number, number, string])[]): Splice[] {
  // By whole characters: half of a pair cannot be written to a file.
  const characters = [...text];
  const offset = (count: number): number => characters.slice(0, count).join('').length;
  let at = 0;
  return wishes.map(([gap, length, replacement]) => {
    const from = Math.min(characters.length, at + gap);
    const to = Math.min(characters.length, from + length);
    at = to;
    return { start: offset(from), end: offset(to), text: replacement };
  });
}

describe('the stack', () => {
  it('leads back from any number of writes, one by one and all at once', () => {
    const original = fc.tuple(fc.boolean(), fc.string({ unit: 'grapheme', maxLength: 40 }));
    const run = fc.property(original, fc.array(change, { maxLength: 6 }), ([hasMark, content], changes) => {
      const stages: Stage[] = [{ text: (hasMark ? mark : '') + content, record: none }];
      for (const wishes of changes) stages.push(applyWish(stages.at(-1)!, wishes));
      const last = stages.at(-1)!;
      const stored: FileRecord = JSON.parse(JSON.stringify(last.record));
      if (changes.length > 0) {
        expect(restoreOriginal(stored, bytes(last.text))).toEqual({ bytes: bytes(stages[0]!.text) });
      }
      let record = stored;
      for (const [index, stage] of [...stages.entries()].toReversed()) {
        const expected = index === 0 ? undefined : { bytes: bytes(stages[index - 1]!.text) };
        expect(undoTarget(record, bytes(stage.text))).toEqual(expected);
        record = popWrite(record);
      }
      expect(record.stack).toEqual([]);
    });
    fc.assert(run, { numRuns: 300 });
  });
});
