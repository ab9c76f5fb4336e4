import { startOf, tokenFrom } from '../document/tokens.ts';
import { breakBefore, breakLength, hasBreak, indentAt, isBlankText, lineEndAfter } from '../document/trivia.ts';
import type { Splice } from '../types.ts';
import type { Brackets, Gap } from './brackets.ts';
import { breakBeforeItem, breaksBetween, endOfUnit, gapAfter, itemAt } from './brackets.ts';

/** How new items are put down at one place. */
export interface Site {
  /** Each on a line of its own. */
  readonly isLine: boolean;
  /** Of those lines. */
  readonly indent: string;
  readonly start: number;
  readonly end: number;
  /** In front of the first item; the others have `lead`. */
  readonly firstLead: string;
  readonly lead: string;
  /** Behind every item, or only between them, or neither (the lead has it). */
  readonly comma: 'each' | 'between' | 'lead';
  readonly tail: string;
  /** The item before needs a comma here. */
  readonly commaAt: number | undefined;
}

/** What the document does elsewhere. */
export interface Habits {
  readonly unit: string;
  readonly eol: string;
  /** Between a comma and the next item on the same line. */
  readonly space: string;
  /** Inside brackets that have no items yet. */
  readonly pad: string;
}

export function insertItems(site: Site, texts: readonly string[]): Splice[] {
  const pieces = texts.map(
    (text, index) => (index === 0 ? site.firstLead : site.lead) + text + (site.comma === 'each' ? ',' : ''),
  );
  const text = pieces.join(site.comma === 'between' ? ',' : '') + site.tail;
  const splice = { start: site.start, end: site.end, text };
  return site.commaAt === undefined ? [splice] : [{ start: site.commaAt, end: site.commaAt, text: ',' }, splice];
}

/** Right behind an item; behind the last one this is the end. */
export function siteBehind(brackets: Brackets, index: number, habits: Habits): Site {
  return index === brackets.items.length - 1
    ? siteAtEnd(brackets, index, habits)
    : siteBetween(brackets, index, habits);
}

function siteBetween(brackets: Brackets, index: number, habits: Habits): Site {
  const { text } = brackets;
  const gap = gapAfter(brackets, index);
  const unit = endOfUnit(brackets, index);
  const lineEnd = lineEndAfter(text, unit);
  const common = { commaAt: undefined, tail: '' };
  if (gap.isCommaFirst) {
    const lead = habits.eol + commaFirstLead(brackets, gap, index + 1);
    return {
      ...common,
      ...point(lineEnd ?? unit),
      isLine: true,
      indent: indentAt(text, gap.comma ?? unit),
      firstLead: lead,
      lead,
      comma: 'lead',
    };
  }
  if (lineEnd === undefined) {
    const lead = spaceBefore(brackets, gap, index + 1) ?? habits.space;
    return { ...common, ...point(unit), isLine: false, indent: '', firstLead: lead, lead, comma: 'each' };
  }
  const indent = indentOfItems(brackets, index, habits);
  const lead = habits.eol + indent;
  return { ...common, ...point(lineEnd), isLine: true, indent, firstLead: lead, lead, comma: 'each' };
}

function siteAtEnd(brackets: Brackets, index: number, habits: Habits): Site {
  const { text } = brackets;
  const gap = gapAfter(brackets, index);
  const leading = index === 0 ? undefined : gapAfter(brackets, index - 1);
  const unit = endOfUnit(brackets, index);
  const isTrailing = gap.comma !== undefined;
  if (leading?.isCommaFirst === true && !isTrailing) {
    const lead = habits.eol + commaFirstLead(brackets, leading, index);
    const indent = indentAt(text, leading.comma ?? unit);
    return {
      ...point(lineEndIn(brackets, unit)),
      isLine: true,
      indent,
      firstLead: lead,
      lead,
      comma: 'lead',
      tail: '',
      commaAt: undefined,
    };
  }
  const comma = isTrailing ? 'each' : 'between';
  const commaAt = isTrailing ? undefined : itemAt(brackets, index).end;
  if (isOnLines(brackets, index, gap)) {
    const indent = indentOfItems(brackets, index, habits);
    const lead = habits.eol + indent;
    return {
      ...point(lineEndIn(brackets, unit)),
      isLine: true,
      indent,
      firstLead: lead,
      lead,
      comma,
      tail: '',
      commaAt,
    };
  }
  const lead = (leading && spaceBefore(brackets, leading, index)) ?? habits.space;
  return { ...point(unit), isLine: false, indent: '', firstLead: lead, lead, comma, tail: '', commaAt };
}

/** In brackets without items; comments in them stay in front. */
export function siteInEmpty(brackets: Brackets, habits: Habits, isInline: boolean): Site {
  const { text, open, close } = brackets;
  const gap = gapAfter(brackets, -1);
  const outer = indentAt(text, open - 1);
  const last = gap.afterComma.at(-1);
  const common = { comma: 'between', commaAt: undefined } as const;
  if (last !== undefined) {
    const lineEnd = lineEndAfter(text, last.end);
    if (lineEnd === undefined) {
      return {
        ...common,
        ...point(last.end),
        isLine: false,
        indent: '',
        firstLead: habits.space,
        lead: habits.space,
        tail: '',
      };
    }
    const indent = breakBefore(text, last.start) === undefined ? outer + habits.unit : indentAt(text, last.start);
    const lead = habits.eol + indent;
    return { ...common, ...point(lineEnd), isLine: true, indent, firstLead: lead, lead, tail: '' };
  }
  if (isInline && !hasBreak(text, open, close)) {
    return {
      ...common,
      start: open,
      end: close,
      isLine: false,
      indent: '',
      firstLead: habits.pad,
      lead: habits.space,
      tail: habits.pad,
    };
  }
  const indent = outer + habits.unit;
  const lead = habits.eol + indent;
  return { ...common, start: open, end: close, isLine: true, indent, firstLead: lead, lead, tail: habits.eol + outer };
}

function point(offset: number): { start: number; end: number } {
  return { start: offset, end: offset };
}

function lineEndIn(brackets: Brackets, offset: number): number {
  const lineEnd = lineEndAfter(brackets.text, offset);
  return lineEnd === undefined || lineEnd >= brackets.close ? offset : lineEnd;
}

function isOnLines(brackets: Brackets, index: number, closing: Gap): boolean {
  if (breakBeforeItem(brackets, index) !== undefined) return true;
  const comments = [...closing.beforeComma, ...closing.afterComma];
  return breaksBetween(brackets, comments, { start: itemAt(brackets, index).end, end: brackets.close });
}

/** From the line start to the item that a comma leads. */
function commaFirstLead(brackets: Brackets, gap: Gap, index: number): string {
  const { text } = brackets;
  const comma = gap.comma ?? 0;
  const before = indentAt(text, comma);
  const behind = text.slice(comma + 1, itemAt(brackets, index).start);
  return `${before},${isBlankText(behind) ? behind : ' '}`;
}

/** The blanks between a comma and the item behind it on the same line, if there is nothing else. */
function spaceBefore(brackets: Brackets, gap: Gap, index: number): string | undefined {
  if (gap.comma === undefined) return undefined;
  const space = brackets.text.slice(gap.comma + 1, itemAt(brackets, index).start);
  return isBlankText(space) && !hasBreak(space, 0, space.length) ? space : undefined;
}

/** Indentation for a new line behind an item: the item's own, else that of another one that begins its line. */
function indentOfItems(brackets: Brackets, index: number, habits: Habits): string {
  const { text, items, tokens } = brackets;
  const begins = (at: number): boolean => breakBefore(text, itemAt(brackets, at).start) !== undefined;
  if (begins(index)) return indentAt(text, itemAt(brackets, index).start);
  if (index + 1 < items.length && begins(index + 1)) return indentAt(text, itemAt(brackets, index + 1).start);
  const other = items.findIndex((_, position) => begins(position));
  if (other !== -1) return indentAt(text, itemAt(brackets, other).start);
  const next = tokenFrom(tokens, endOfUnit(brackets, index));
  // A closing bracket on its own line tells how deep its brackets stand.
  const isClosedOnOwnLine = startOf(tokens, next) === brackets.close && breakBefore(text, brackets.close) !== undefined;
  return indentAt(text, isClosedOnOwnLine ? brackets.close : brackets.open - 1) + habits.unit;
}

/** The indentation that a file uses: of its first indented line that begins with one of these tokens. */
export function unitOf(text: string, brackets: Pick<Brackets, 'tokens'>, isKey: (index: number) => boolean): string {
  const { tokens } = brackets;
  for (let index = 0; index < tokens.starts.length; index += 1) {
    const start = startOf(tokens, index);
    if (!isKey(index)) continue;
    const before = breakBefore(text, start);
    if (before === undefined) continue;
    const indent = text.slice(before + breakLength(text, before), start);
    if (indent !== '') return indent;
  }
  return '  ';
}
