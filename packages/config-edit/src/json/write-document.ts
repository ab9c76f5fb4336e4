import type { Parsed } from '../document/parsed.ts';
import { breakLength } from '../document/trivia.ts';
import { draftOf } from '../edit/draft.ts';
import type { Target } from '../edit/targets.ts';
import { spreadMap } from '../edit/targets.ts';
import type { Splice } from '../types.ts';
import { SPACED, writeJson } from './write-json.ts';

/** A whole document, behind the blanks and comments that are there. */
export function writeDocument(parsed: Parsed, target: Target, unit: string): Splice[] {
  const { text, eol } = parsed.document;
  spreadMap(target);
  if (target.children.size === 0 && !target.isExact) return [];
  const draft = draftOf({ step: '', target, after: undefined });
  const map = draft.kind === 'map' ? { ...draft, isOnPath: true } : draft;
  const value = writeJson(map, { isLine: true, indent: '', unit, eol, style: SPACED, sibling: undefined }, 0);
  const isFinished = text === '' || breakLength(text, text.length - 1) > 0;
  const isBlankLine = parsed.tokens.starts.length === 0;
  const lead = isFinished || isBlankLine ? '' : eol;
  const tail = isFinished || isBlankLine ? eol : '';
  return [{ start: text.length, end: text.length, text: lead + value + tail }];
}
