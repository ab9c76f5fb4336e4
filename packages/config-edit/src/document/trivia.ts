// Blanks and line ends around an offset. A line end is \n, \r\n or a lone \r, as the parsers see it.

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

function isBlankCode(code: number): boolean {
  return code === SPACE || code === TAB;
}
function isBreakCode(code: number): boolean {
  return code === LF || code === CR;
}

/** First offset from `from` on that is no space or tab. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlankCode(text.charCodeAt(at))) at += 1;
  return at;
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && isBlankCode(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** How many units the line end at `offset` has; 0: there is none. */
export function breakLength(text: string, offset: number): number {
  if (offset >= text.length || !isBreakCode(text.charCodeAt(offset))) return 0;
  return text.charCodeAt(offset) === CR && text.charCodeAt(offset + 1) === LF ? 2 : 1;
}

/** Where the line end before `offset` begins, if only blanks stand between; undefined also on the first line. */
export function breakBefore(text: string, offset: number): number | undefined {
  const lineStart = skipBlanksBack(text, offset);
  if (lineStart === 0 || !isBreakCode(text.charCodeAt(lineStart - 1))) return undefined;
  const isPair = lineStart > 1 && text.charCodeAt(lineStart - 1) === LF && text.charCodeAt(lineStart - 2) === CR;
  return lineStart - (isPair ? 2 : 1);
}

/** Where the line ends, if only blanks stand between `offset` and its end. The end of the text counts. */
export function lineEndAfter(text: string, offset: number): number | undefined {
  const at = skipBlanks(text, offset);
  return at === text.length || breakLength(text, at) > 0 ? at : undefined;
}

export function lineStartOf(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreakCode(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

export function lineEndOf(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isBreakCode(text.charCodeAt(at))) at += 1;
  return at;
}

/** The blanks that the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  const start = lineStartOf(text, offset);
  return text.slice(start, Math.min(skipBlanks(text, start), Math.max(offset, start)));
}

export function hasBreak(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (isBreakCode(text.charCodeAt(at))) return true;
  return false;
}

export function isBlankText(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}
