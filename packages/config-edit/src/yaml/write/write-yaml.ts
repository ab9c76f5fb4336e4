import type { Draft, DraftEntry, ListDraft, MapDraft } from '../../edit/draft.ts';
import type { Quoting } from './write-scalar.ts';
import { writeScalar } from './write-scalar.ts';

/** What a document does elsewhere. */
export interface Habits {
  readonly eol: string;
  /** How much deeper a map stands than its key. */
  readonly unit: number;
  /** How much deeper the dashes of a list stand than its key. */
  readonly dash: number;
  /** Keys and texts in brackets are quoted as in JSON. */
  readonly isJson: boolean;
}

export function pad(column: number): string {
  return ' '.repeat(column);
}

/** On one line, for a place inside brackets. */
export function writeFlow(draft: Draft, habits: Habits, quoting?: Quoting): string {
  if (draft.kind === 'raw') return draft.text;
  const text = habits.isJson ? 'double' : quoting;
  if (draft.kind === 'scalar') return writeScalar(draft.value, { isFlow: true, quoting: text });
  if (draft.kind === 'list') return `[${draft.items.map((item) => writeFlow(item, habits)).join(', ')}]`;
  return `{${draft.entries.map((entry) => writeFlowEntry(entry, habits)).join(', ')}}`;
}

export function writeFlowEntry({ key, value }: DraftEntry, habits: Habits): string {
  const name = writeScalar(key, { isFlow: true, quoting: habits.isJson ? 'double' : undefined });
  return `${name}: ${writeFlow(value, habits)}`;
}

/** A key with its value, from the column of the key on; without the blanks in front and the line end behind. */
export function writeEntry({ key, value }: DraftEntry, column: number, habits: Habits): string {
  const name = writeScalar(key, { isFlow: false, quoting: undefined });
  if (isBlock(value)) return `${name}:${habits.eol}${writeLines(value, column, habits)}`;
  return `${name}:${behind(writeLine(value, habits))}`;
}

/** A dash with its value. Maps and lists in it begin on the same line. */
export function writeItem(value: Draft, column: number, habits: Habits): string {
  if (!isBlock(value)) return `-${behind(writeLine(value, habits))}`;
  const lead = habits.eol + pad(column + 2);
  return `- ${partsOf(value, column + 2, habits).join(lead)}`;
}

/** The lines of a map or list that belongs to a key in this column, with their indentation. */
function writeLines(value: MapDraft | ListDraft, column: number, habits: Habits): string {
  const inner = column + (value.kind === 'map' ? habits.unit : habits.dash);
  return linesAt(value, inner, habits);
}

export function linesAt(value: MapDraft | ListDraft, column: number, habits: Habits): string {
  const lead = pad(column);
  return partsOf(value, column, habits)
    .map((part) => lead + part)
    .join(habits.eol);
}

function partsOf(value: MapDraft | ListDraft, column: number, habits: Habits): string[] {
  if (value.kind === 'map') return value.entries.map((entry) => writeEntry(entry, column, habits));
  return value.items.map((item) => writeItem(item, column, habits));
}

/** Written on lines: maps and lists, unless nothing is in them. */
export function isBlock(draft: Draft): draft is MapDraft | ListDraft {
  if (draft.kind === 'map') return draft.entries.length > 0;
  return draft.kind === 'list' && draft.items.length > 0;
}

function writeLine(draft: Draft, habits: Habits): string {
  if (draft.kind === 'scalar') return writeScalar(draft.value, { isFlow: false, quoting: undefined });
  return writeFlow(draft, { ...habits, isJson: false });
}

/** A raw spelling may begin with its line end, or be nothing at all. */
function behind(text: string): string {
  return text === '' || /^\r?\n/.test(text) ? text : ` ${text}`;
}
