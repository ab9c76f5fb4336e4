import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPasses, invertPasses } from './splices.ts';
import type { Splice } from './types.ts';

const splice = (start: number, end: number, text: string): Splice => ({ start, end, text });

describe('applyPasses', () => {
  it.each([
    { name: 'nothing', text: 'abc', passes: [], after: 'abc' },
    { name: 'an insertion', text: 'abc', passes: [[splice(1, 1, 'X')]], after: 'aXbc' },
    { name: 'two in one pass', text: 'abc', passes: [[splice(0, 1, ''), splice(2, 3, 'YY')]], after: 'bYY' },
    { name: 'adjacent ones', text: 'abc', passes: [[splice(0, 1, 'X'), splice(1, 2, 'Y')]], after: 'XYc' },
    { name: 'a second pass', text: 'abc', passes: [[splice(0, 2, '')], [splice(1, 1, 'd')]], after: 'cd' },
  ])('applies $name', ({ text, passes, after }) => {
    expect(applyPasses(text, passes)).toBe(after);
    expect(applyPasses(after, invertPasses(text, passes))).toBe(text);
  });

  it.each([
    { name: 'overlap', pass: [splice(0, 2, ''), splice(1, 3, '')] },
    { name: 'lie outside', pass: [splice(2, 4, '')] },
    { name: 'end before they start', pass: [splice(2, 1, '')] },
  ])('refuses ranges that $name', ({ pass }) => {
    expect(() => applyPasses('abc', [pass])).toThrow(expect.objectContaining({ code: 'internal' }));
  });
});

/** Cuts at random places: every second stretch between two cuts is replaced. */
const replacements = fc.array(fc.tuple(fc.nat(8), fc.nat(4), fc.string({ maxLength: 6 })), { maxLength: 5 });

function fit(text: string, wishes: readonly (readonly [number, number, string])[]): Splice[] {
  let at = 0;
  return wishes.map(([gap, length, replacement]) => {
    const start = Math.min(text.length, at + gap);
    const end = Math.min(text.length, start + length);
    at = end;
    return splice(start, end, replacement);
  });
}

describe('invertPasses', () => {
  it('gives back the text before', () => {
    const run = fc.property(fc.string({ unit: 'binary' }), fc.array(replacements, { maxLength: 4 }), (text, wishes) => {
      const passes: Splice[][] = [];
      let after = text;
      for (const wish of wishes) {
        const pass = fit(after, wish);
        passes.push(pass);
        after = applyPasses(after, [pass]);
      }
      expect(applyPasses(text, passes)).toBe(after);
      expect(applyPasses(after, invertPasses(text, passes))).toBe(text);
    });
    fc.assert(run, { numRuns: 300 });
  });
});
