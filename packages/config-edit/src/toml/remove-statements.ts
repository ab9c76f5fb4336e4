import { breakBefore, breakLength, isBlankText, lineEndAfter, lineEndOf, lineStartOf } from '../document/trivia.ts';
import type { Splice } from '../types.ts';
import type { TomlPair, TomlTable, TomlTop } from './syntax.ts';
import { bodyEnd, keyStart } from './syntax.ts';

/** Lines of a file that are to go: single keys, and tables from the header to the last key. */
export interface Statements {
  readonly pairs: ReadonlySet<TomlPair>;
  readonly tables: ReadonlySet<TomlTable>;
}

const TOP = -1;

/** Without the line end behind, but with the one in front. */
interface Block {
  /** TOP: nothing stands in front. */
  from: number;
  to: number;
  hasTable: boolean;
  hasFirstRootKey: boolean;
  hasLastRootKey: boolean;
}

/** What is left of the file decides where a blank line goes with ours. */
interface Rest {
  readonly text: string;
  /** Not one root key is left, and there were some. */
  readonly hasLostRootKeys: boolean;
  readonly hasTables: boolean;
}

/** The inverse of `planTomlSets`: lines with their comments, and the blank line that was put in with them. */
export function removeStatements(text: string, top: TomlTop, statements: Statements): Splice[] {
  const rootKeys = top.body.filter((statement) => statement.kind === 'pair');
  const isLost = rootKeys.length > 0 && rootKeys.every((pair) => statements.pairs.has(pair));
  const hasTables = top.body.some((statement) => statement.kind === 'table' && !statements.tables.has(statement));
  const edges = { first: rootKeys[0], last: rootKeys.at(-1) };
  const blocks = [
    ...[...statements.pairs].map((pair) => blockOfPair(text, pair, edges)),
    ...[...statements.tables].map((table) => blockOfTable(text, table)),
  ];
  return merge(blocks).map((block) => openEnded(text, finish({ text, hasLostRootKeys: isLost, hasTables }, block)));
}

function blockOfPair(
  text: string,
  pair: TomlPair,
  edges: { first: TomlPair | undefined; last: TomlPair | undefined },
): Block {
  const from = breakBefore(text, keyStart(pair)) ?? TOP;
  return {
    from,
    to: lineEndOf(text, pair.value.end),
    hasTable: false,
    hasFirstRootKey: pair === edges.first,
    hasLastRootKey: pair === edges.last,
  };
}

function blockOfTable(text: string, table: TomlTable): Block {
  const from = breakBefore(text, table.start) ?? TOP;
  const to = lineEndOf(text, bodyEnd(table));
  return { from: withBlankLineBefore(text, from), to, hasTable: true, hasFirstRootKey: false, hasLastRootKey: false };
}

/** `from` is where a line ends: of a blank one, where the line before ends. */
function withBlankLineBefore(text: string, from: number): number {
  if (from === TOP) return TOP;
  const before = breakBefore(text, from);
  if (before !== undefined) return before;
  return isBlankText(text.slice(0, from)) ? TOP : from;
}

function merge(blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (last === undefined || block.from > last.to) {
      merged.push(block);
      continue;
    }
    last.to = Math.max(last.to, block.to);
    last.hasTable ||= block.hasTable;
    last.hasFirstRootKey ||= block.hasFirstRootKey;
    last.hasLastRootKey ||= block.hasLastRootKey;
  }
  return merged;
}

function finish(rest: Rest, block: Block): Splice {
  const { text } = rest;
  const isRootGone = rest.hasLostRootKeys && (block.hasFirstRootKey || block.hasLastRootKey);
  if (block.from === TOP) {
    const next = block.to + breakLength(text, block.to);
    const isBlankWanted = (block.hasTable || (isRootGone && block.hasLastRootKey)) && !isBlankText(text.slice(next));
    return cut(0, isBlankWanted ? behindBlankLine(text, next) : next);
  }
  if (!isRootGone) return cut(block.from, block.to);
  if (!rest.hasTables) {
    const from = block.hasFirstRootKey ? withBlankLineBefore(text, block.from) : block.from;
    return from === TOP ? cut(0, block.to + breakLength(text, block.to)) : cut(from, block.to);
  }
  if (!block.hasLastRootKey || !isFreeAbove(text, block.from)) return cut(block.from, block.to);
  const next = block.to + breakLength(text, block.to);
  const blankEnd = lineEndAfter(text, next);
  return cut(block.from, blankEnd === undefined || blankEnd === text.length ? block.to : blankEnd);
}

/** A file whose last line has no end keeps it so: blank lines before a last line that goes would be such an end. */
function openEnded(text: string, splice: Splice): Splice {
  const isLast = splice.end === text.length && breakLength(text, text.length - 1) === 0;
  let { start } = splice;
  if (isLast) for (let at = breakBefore(text, start); at !== undefined; at = breakBefore(text, start)) start = at;
  return { ...splice, start };
}

/** The line that ends here is blank, or a directive that stands alone at the top. */
function isFreeAbove(text: string, lineEnd: number): boolean {
  const line = text.slice(lineStartOf(text, lineEnd), lineEnd);
  return isBlankText(line) || isDirective(line);
}

export function isDirective(line: string): boolean {
  return /^#[:!]/.test(line);
}

function behindBlankLine(text: string, offset: number): number {
  const lineEnd = lineEndAfter(text, offset);
  return lineEnd === undefined ? offset : lineEnd + breakLength(text, lineEnd);
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}
