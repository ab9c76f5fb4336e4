import type { Parsed } from '../document/parsed.ts';
import type { Tokens } from '../document/tokens.ts';
import { endOf, isComment, startOf } from '../document/tokens.ts';
import { breakBefore, indentAt, lineEndOf, lineStartOf } from '../document/trivia.ts';
import { isDirective } from './remove-statements.ts';
import type { TomlPair, TomlTable, TomlTop } from './syntax.ts';
import { bodyEnd, keyNames, keyStart } from './syntax.ts';

/** What another program put between two comments of its own; nothing of ours goes in there. */
interface Fence {
  readonly start: number;
  readonly end: number;
  /** A table can go behind it: what follows is a header, or nothing. */
  readonly isBehindTables: boolean;
}

/** Where new lines can go in a file. */
export interface Places {
  readonly text: string;
  readonly eol: string;
  readonly top: TomlTop | undefined;
  /** Behind the last token or comment, at the end of its line; 0: there is none. */
  readonly contentEnd: number;
  readonly fences: readonly Fence[];
  readonly lastBelow: ReadonlyMap<string, TomlTable>;
}

export function placesOf(parsed: Parsed, top: TomlTop | undefined): Places {
  const { text, eol } = parsed.document;
  const count = parsed.tokens.starts.length;
  const contentEnd = count === 0 ? 0 : lineEndOf(text, endOf(parsed.tokens, count - 1));
  return { text, eol, top, contentEnd, fences: fencesOf(parsed, top), lastBelow: lastHeaders(top) };
}

const BEGIN = /^#+[\s\-=*]*(?:begin|start)\b|^#\s*>>>/i;
const END = /^#+[\s\-=*]*(?:end|stop)\b|^#\s*<<</i;

function fencesOf({ document: { text }, tokens }: Parsed, top: TomlTop | undefined): Fence[] {
  const headers = new Set(top?.body.map((statement) => (statement.kind === 'table' ? statement.start : -1)));
  const fences: Fence[] = [];
  let open: number | undefined;
  for (let index = 0; index < tokens.starts.length; index += 1) {
    const start = startOf(tokens, index);
    if (!isComment(tokens, index) || lineStartOf(text, start) !== start - indentAt(text, start).length) continue;
    const comment = text.slice(start, endOf(tokens, index));
    if (BEGIN.test(comment)) open ??= start;
    else if (open !== undefined && END.test(comment)) {
      const next = nextStart(tokens, index);
      const isBehindTables = next === undefined || headers.has(next);
      fences.push({ start: lineStartOf(text, open), end: lineEndOf(text, start), isBehindTables });
      open = undefined;
    }
  }
  return fences;
}

/** Of the next token that is no comment. */
function nextStart(tokens: Tokens, index: number): number | undefined {
  let next = index + 1;
  while (isComment(tokens, next)) next += 1;
  return tokens.starts[next];
}

/** Not between the comments of another program. */
export function outside(places: Places, offset: number): number {
  return (
    places.fences.find((fence) => fence.isBehindTables && offset > fence.start && offset < fence.end)?.end ?? offset
  );
}

function tablesOf(places: Places): TomlTable[] {
  return places.top?.body.filter((statement) => statement.kind === 'table') ?? [];
}

/** By path: the last header of this path or of one below it. */
function lastHeaders(top: TomlTop | undefined): Map<string, TomlTable> {
  const last = new Map<string, TomlTable>();
  for (const statement of top?.body ?? []) {
    if (statement.kind !== 'table') continue;
    const names = keyNames(statement);
    for (let depth = 1; depth <= names.length; depth += 1) last.set(JSON.stringify(names.slice(0, depth)), statement);
  }
  return last;
}

function lastTableBelow(places: Places, path: readonly string[]): TomlTable | undefined {
  return places.lastBelow.get(JSON.stringify(path));
}

/** Where a new table goes: behind those with the same parent, else to the end of the file. */
export function tablePlace(places: Places, path: readonly string[], sibling: readonly string[] | undefined): number {
  const anchor = sibling === undefined ? undefined : lastTableBelow(places, sibling);
  const last = anchor ?? (path.length > 1 ? lastTableBelow(places, path.slice(0, -1)) : undefined);
  return last === undefined ? places.contentEnd : outside(places, lineEndOf(places.text, bodyEnd(last)));
}

/** Where root keys go, and what stands around them there. */
export interface RootPlace {
  readonly offset: number;
  readonly indent: string;
  /** In front of the first line, between two lines, behind the last. */
  readonly lead: string;
  readonly tail: string;
}

export function rootPlace(places: Places): RootPlace {
  const { text, eol, top } = places;
  const [first] = tablesOf(places);
  const last = top?.body.findLast((statement) => statement.kind === 'pair');
  if (last !== undefined) return behindRootKey(places, last, first);
  if (first !== undefined) return { offset: gluedStart(text, first.start), indent: '', lead: '', tail: eol + eol };
  return { offset: places.contentEnd, indent: '', lead: places.contentEnd === 0 ? '' : eol + eol, tail: '' };
}

function behindRootKey(places: Places, pair: TomlPair, header: TomlTable | undefined): RootPlace {
  const { text, eol } = places;
  const indent = indentAt(text, keyStart(pair));
  const offset = lineEndOf(text, pair.value.end);
  const fence = places.fences.find(({ start, end }) => offset > start && offset < end);
  if (fence === undefined) return { offset, indent, lead: eol, tail: '' };
  const isClosedBeforeTables = header === undefined || fence.end < header.start;
  if (isClosedBeforeTables) return { offset: fence.end, indent, lead: eol, tail: '' };
  return { offset: fence.start, indent, lead: '', tail: eol };
}

/** The start of the header's line, or of the comment lines that stand directly above it. */
function gluedStart(text: string, header: number): number {
  let start = lineStartOf(text, header);
  for (let before = breakBefore(text, start); before !== undefined; before = breakBefore(text, start)) {
    const lineStart = lineStartOf(text, before);
    const line = text.slice(lineStart, before);
    if (!line.trimStart().startsWith('#') || isDirective(line)) break;
    start = lineStart;
  }
  return start;
}
