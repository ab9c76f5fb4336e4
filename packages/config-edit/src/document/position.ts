import type { Document } from '../types.ts';
import { breakLength } from './trivia.ts';

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

export function positionIn(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset && at < text.length; at += 1) {
    const length = breakLength(text, at);
    if (length === 0 || at + length > offset) continue;
    at += length - 1;
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Math.min(offset, text.length) - lineStart + 1 };
}

/** Where an offset of the text stands for a person: the byte-order mark is not counted. */
export function positionOf(document: Document, offset: number): Position {
  return positionIn(document.text, offset);
}
