import { createScanner } from 'jsonc-parser';

// The library declares these as a const enum, which a file compiled by itself cannot read.
const kinds = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15, end: 17 };

export interface SeenComment {
  readonly text: string;
  /** What it stands beside: the token before it on its line, else the token or line that follows; undefined: an end. */
  readonly beside: string | undefined;
}

export function commentsOf(path: string, text: string): readonly SeenComment[] {
  const clean = text.replace(/^\uFEFF/, '');
  if (path.endsWith('.yaml')) return yamlComments(clean);
  return path.endsWith('.toml') ? tomlComments(clean) : jsonComments(clean);
}

/** Comments that are gone, changed, in another order, or beside something else. Ours may come after an end. */
export function movedComments(before: readonly SeenComment[], after: readonly SeenComment[]): readonly string[] {
  const isSame = (old: SeenComment, index: number) => {
    const now = after[index];
    return now !== undefined && now.text === old.text && (old.beside === undefined || old.beside === now.beside);
  };
  const moved = before.filter((comment, index) => !isSame(comment, index));
  return moved.map(({ text, beside }) => `${text} beside ${beside}`);
}

function jsonComments(text: string): SeenComment[] {
  const scanner = createScanner(text, false);
  const found: { text: string; beside: string | undefined }[] = [];
  let waiting: { text: string; beside: string | undefined }[] = [];
  let before: string | undefined;
  for (let kind: number = scanner.scan(); kind !== kinds.end; kind = scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (kind === kinds.lineBreak) before = undefined;
    if (kind === kinds.lineComment || kind === kinds.blockComment) {
      const comment = { text: token.trimEnd(), beside: before };
      found.push(comment);
      if (before === undefined) waiting.push(comment);
    }
    if (isTrivia(kind)) continue;
    for (const comment of waiting) comment.beside = token === '}' || token === ']' ? undefined : token;
    waiting = [];
    before = token;
  }
  return found;
}

function isTrivia(kind: number): boolean {
  return kind === kinds.comma || (kind >= kinds.lineComment && kind <= kinds.blank);
}

function tomlComments(text: string): SeenComment[] {
  const lines = text.split(/\r?\n/);
  let isInString = false;
  return lines.flatMap((line, index) => {
    const wasInString = isInString;
    if ((line.split('"""').length - 1) % 2 === 1) isInString = !isInString;
    const start = line.search(/(^|\s)#/);
    if (wasInString || start < 0) return [];
    const own = line.slice(0, start).split('=')[0]?.trim() ?? '';
    const next = lines[index + 1]?.trim();
    return [{ text: line.slice(start).trim(), beside: own || next || undefined }];
  });
}

function yamlComments(text: string): SeenComment[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const start = line.search(/(^|\s)#/);
    if (start < 0) return [];
    // The value may be ours to write; the key tells the line.
    const own = keyOf(line.slice(0, start));
    const next = lines[index + 1] ?? '';
    // In front of a line further to the left it is the end of what stands above.
    const isEnd = next.search(/\S/) < line.search(/\S/);
    return [{ text: line.slice(start).trim(), beside: own || (isEnd ? undefined : keyOf(next)) }];
  });
}

function keyOf(line: string): string {
  return line.replace(/:\s.*$/, ':').trim();
}
