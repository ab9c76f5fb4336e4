import { RackError } from '@modelrack/errors';
import type { Splice } from './types.ts';

/**
 * Replaces ranges of a text, pass by pass; each pass is in offsets of the text that it begins with.
 * @throws RackError `internal`: ranges that overlap, are out of order or lie outside the text
 */
export function applyPasses(text: string, passes: readonly (readonly Splice[])[]): string {
  return passes.reduce(applyPass, text);
}

/** `text` is the text before; the result turns the text after into it again. */
export function invertPasses(text: string, passes: readonly (readonly Splice[])[]): readonly (readonly Splice[])[] {
  const inverse: (readonly Splice[])[] = [];
  let current = text;
  for (const pass of passes) {
    inverse.push(invertPass(current, pass));
    current = applyPass(current, pass);
  }
  return inverse.toReversed();
}

function applyPass(text: string, pass: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of pass) {
    if (start < at || end < start || end > text.length) {
      throw new RackError(
        'internal',
        `the change ${start}..${end} does not fit a text of ${text.length} from ${at} on`,
      );
    }
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

function invertPass(text: string, pass: readonly Splice[]): readonly Splice[] {
  let shift = 0;
  return pass.map(({ start, end, text: replacement }) => {
    const from = start + shift;
    shift += replacement.length - (end - start);
    return { start: from, end: from + replacement.length, text: text.slice(start, end) };
  });
}
